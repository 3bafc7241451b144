// The submenu «系统配置» of the top menu.
import { CaretDown } from '@blueprintjs/icons'
import { useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import type { RegisteredCommand } from '#commands/index.ts'
import { MenuButton } from '../ui/menus/MenuButton.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { isActive } from './menus.ts'

const SystemCommands = onDemand(async () => (await import('./SystemCommands.tsx')).SystemCommands)

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
      preload={SystemCommands.preload}
      menu={<SystemCommands commands={commands} onLeave={() => setOpen(false)} />}
    >
      系统配置
      <CaretDown className="menu-caret" />
    </MenuButton>
  )
}
