// The workspace's three pages, in the title line of each.
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import type { CommandId } from '../../../../../commands/index.ts'
import { CommandTip } from '../../../../web/shell/keys/CommandTip.tsx'
import { plainPath } from '../../../../web/shell/routeRules.ts'

const places: { path: string; title: string; command: CommandId }[] = [
  { path: '/code/query', title: '查询', command: 'code.open' },
  { path: '/code/queryList', title: '已存查询', command: 'queries.open' },
  { path: '/code/history', title: '运行历史', command: 'runs.open' },
]

export function CodeNavigation() {
  const present = plainPath(usePathname())
  return (
    <nav className="code-navigation" aria-label="代码查询">
      {places.map(({ path, title, command }) => (
        <CommandTip key={path} command={command} title={title}>
          <Link
            href={path}
            className="code-navigation-link"
            aria-current={plainPath(path) === present ? 'page' : undefined}
          >
            {title}
          </Link>
        </CommandTip>
      ))}
    </nav>
  )
}
