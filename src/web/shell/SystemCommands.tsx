// The items of the submenu «系统配置».
import { Menu, MenuItem } from '@blueprintjs/core'
import { useLocation } from 'wouter'
import type { RegisteredCommand } from '#commands/index.ts'
import { isActive } from './menus.ts'

interface Props {
  commands: readonly RegisteredCommand[]
  onLeave: () => void
}

export function SystemCommands({ commands, onLeave }: Props) {
  const [path, navigate] = useLocation()
  return (
    <Menu>
      {commands.map(({ id, title, go = '/' }) => (
        <MenuItem
          key={id}
          text={title}
          href={go}
          active={isActive(go, path, 2)}
          onClick={(event) => {
            // With a modifier the browser opens a new tab or window.
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onLeave()
            navigate(go)
          }}
        />
      ))}
    </Menu>
  )
}
