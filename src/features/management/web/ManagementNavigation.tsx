// The three pages of management, in the title line of each.
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import type { CommandId } from '../../../../commands/index.ts'
import { CommandTip } from '../../../web/shell/keys/CommandTip.tsx'
import { plainPath } from '../../../web/shell/routeRules.ts'
import './management.css'

const places: { path: string; title: string; command: CommandId }[] = [
  { path: '/management/userManage', title: '用户', command: 'users.open' },
  { path: '/management/authority', title: '角色', command: 'roles.open' },
  { path: '/management/audit', title: '审计日志', command: 'audit.open' },
]

export function ManagementNavigation() {
  const present = plainPath(usePathname())
  return (
    <nav className="management-navigation" aria-label="权限管理">
      {places.map(({ path, title, command }) => (
        <CommandTip key={path} command={command} title={title}>
          <Link
            href={path}
            className="management-link"
            aria-current={plainPath(path) === present ? 'page' : undefined}
          >
            {title}
          </Link>
        </CommandTip>
      ))}
    </nav>
  )
}
