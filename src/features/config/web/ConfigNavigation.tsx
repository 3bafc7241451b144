// The five lists of the configuration, in the title line of each.
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import type { CommandId } from '../../../../commands/index.ts'
import { CommandTip } from '../../../web/shell/keys/CommandTip.tsx'
import { plainPath } from '../../../web/shell/routeRules.ts'
import './config.css'

const places: { path: string; title: string; command: CommandId }[] = [
  { path: '/config/dimension', title: '维度', command: 'config.open' },
  { path: '/config/point', title: '指标', command: 'config.points' },
  { path: '/config/DimensionTable', title: '维度表', command: 'config.dimensionTables' },
  { path: '/config/pointTable', title: '指标表', command: 'config.pointTables' },
  { path: '/config/category', title: '分类', command: 'config.categories' },
]

export function ConfigNavigation() {
  const present = plainPath(usePathname())
  return (
    <nav className="config-navigation" aria-label="报表配置">
      {places.map(({ path, title, command }) => (
        <CommandTip key={path} command={command} title={title}>
          <Link
            href={path}
            className="config-navigation-link"
            aria-current={plainPath(path) === present ? 'page' : undefined}
          >
            {title}
          </Link>
        </CommandTip>
      ))}
    </nav>
  )
}
