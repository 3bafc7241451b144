// The submenu «系统配置» of the top menu.
import { CaretDown } from '@blueprintjs/icons'
import { lazy, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import type { RegisteredCommand } from '../../../commands/index.ts'
import { MenuButton } from '../ui/MenuButton.tsx'
import { isActive } from './menus.ts'

const SystemCommands = lazy(() =>
  import('./SystemCommands.tsx').then((module) => ({ default: module.SystemCommands })),
)

export function SystemMenu({ commands }: { commands: readonly RegisteredCommand[] }) {
  const [isOpen, setOpen] = useState(false)
  const path = usePathname()
  const active = commands.some(({ go }) => go !== undefined && isActive(go, path))
  return (
    <MenuButton
      className={active ? 'menu-entry menu-entry-active' : 'menu-entry'}
      placement="bottom-start"
      isOpen={isOpen}
      onToggle={setOpen}
      menu={<SystemCommands commands={commands} onLeave={() => setOpen(false)} />}
    >
      系统配置
      <CaretDown className="menu-caret" />
    </MenuButton>
  )
}
