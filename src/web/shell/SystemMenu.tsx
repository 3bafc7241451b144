// The submenu «系统配置» of the top menu.
import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { useLocation } from 'wouter'
import type { RegisteredCommand } from '../../../commands/index.ts'
import { isActive } from './menus.ts'

export function SystemMenu({ commands }: { commands: readonly RegisteredCommand[] }) {
  const [path, navigate] = useLocation()
  const active = commands.some(({ go }) => go !== undefined && isActive(go, path))
  const items = commands.map(({ id, title, go = '/' }) => (
    <MenuItem
      key={id}
      text={title}
      href={go}
      active={isActive(go, path, 2)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate(go)
      }}
    />
  ))
  return (
    <PopoverNext content={<Menu>{items}</Menu>} placement="bottom-start" arrow={false} animation="minimal">
      <button type="button" className={active ? 'menu-entry menu-entry-active' : 'menu-entry'}>
        系统配置
        <CaretDown className="menu-caret" />
      </button>
    </PopoverNext>
  )
}
