// The bar on every page but the login: brand, menu, search, documents, user.
import { Button } from '@blueprintjs/core'
import { Menu as MenuIcon } from '@blueprintjs/icons'
import { type ComponentType, useMemo } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import type { CommandId } from '#commands/index.ts'
import { onDemand } from '../ui/onDemand.tsx'
import { Brand } from './Brand.tsx'
import { MenuEntry } from './MenuEntry.tsx'
import { isActive, type Menus, menusFor } from './menus.ts'
import { openPanel, usePanels } from './panels.ts'
import { SearchField } from './SearchField.tsx'
import { SystemMenu } from './SystemMenu.tsx'
import { useSession } from './session.ts'
import { UserMenu } from './UserMenu.tsx'

const PhoneMenu = onDemand(async () => (await import('./PhoneMenu.tsx')).PhoneMenu)

export interface NavigationProps {
  /** Runs a command that opens no path. */
  run: (id: CommandId) => void
  /** Components that replace a command's own entry at the end of the bar, by command id. */
  entries: Readonly<Record<string, ComponentType>>
  /** A component before the user menu. */
  corner?: ComponentType | undefined
}

export function TopNavigation({ run, entries, corner: Corner }: NavigationProps) {
  const roleData = useSession((session) => session.roleData)
  const menus = useMemo(() => menusFor(roleData), [roleData])
  const menuOpen = usePanels((panels) => panels.menu)
  return (
    <header className="top-bar">
      <Button
        className="top-bar-burger"
        variant="minimal"
        icon={<MenuIcon size={20} />}
        aria-label="菜单"
        aria-expanded={menuOpen}
        onClick={() => openPanel('menu')}
      />
      <Brand />
      <TopMenu menus={menus} run={run} entries={entries} />
      <div className="top-bar-end">
        <SearchField onOpen={() => run('palette.open')} />
        {menus.trailing.map(({ id }) => {
          const Entry = entries[id]
          return Entry && <Entry key={id} />
        })}
        {Corner && <Corner />}
        <UserMenu commands={menus.user} run={run} />
      </div>
      {menuOpen && <PhoneMenu menus={menus} run={run} />}
    </header>
  )
}

function TopMenu({ menus, run, entries }: Omit<NavigationProps, 'corner'> & { menus: Menus }) {
  const path = usePathname()
  const entry = (command: Menus['leading'][number]) => (
    <MenuEntry
      command={command}
      active={command.go !== undefined && isActive(command.go, path)}
      run={run}
      key={command.id}
    />
  )
  return (
    <nav className="top-menu" aria-label="主导航">
      {menus.leading.map(entry)}
      {menus.system.length > 0 && <SystemMenu commands={menus.system} />}
      {menus.trailing.filter(({ id }) => entries[id] === undefined).map(entry)}
    </nav>
  )
}
