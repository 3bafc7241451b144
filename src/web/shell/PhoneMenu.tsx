// The menu of narrow windows: the same entries, stacked.

import { usePathname } from 'wouter/use-browser-location'
import type { CommandId, RegisteredCommand } from '#commands/index.ts'
import { SideDrawer } from '../ui/side/SideDrawer.tsx'
import { MenuEntry } from './MenuEntry.tsx'
import { isActive, type Menus } from './menus.ts'
import { closePanel } from './panels.ts'

interface Props {
  menus: Menus
  run: (id: CommandId) => void
}

export function PhoneMenu({ menus, run }: Props) {
  const path = usePathname()
  const close = () => closePanel('menu')
  const entry = (command: RegisteredCommand) => (
    <MenuEntry
      key={command.id}
      command={command}
      active={command.go !== undefined && isActive(command.go, path, 2)}
      run={run}
      onLeave={close}
    />
  )
  return (
    <SideDrawer side="left" width={280} title="菜单" onClose={close}>
      <nav className="phone-menu" aria-label="主导航">
        {menus.leading.map(entry)}
        {menus.system.length > 0 && <div className="phone-menu-head">系统配置</div>}
        {menus.system.map(entry)}
        {menus.trailing.map(entry)}
      </nav>
    </SideDrawer>
  )
}
