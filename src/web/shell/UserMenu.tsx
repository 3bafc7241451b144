// The menu with the signed-in user, personal settings and logout.
import { CaretDown } from '@blueprintjs/icons'
import { useState } from 'react'
import type { CommandId, RegisteredCommand } from '#commands/index.ts'
import { MenuButton } from '../ui/menus/MenuButton.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { shownName, useSession } from './session.ts'

const UserCommands = onDemand(async () => (await import('./UserCommands.tsx')).UserCommands)

interface Props {
  commands: readonly RegisteredCommand[]
  run: (id: CommandId) => void
}

export function UserMenu({ commands, run }: Props) {
  const [isOpen, setOpen] = useState(false)
  const name = useSession(shownName) ?? ''
  const runAndClose = (id: CommandId) => {
    setOpen(false)
    run(id)
  }
  return (
    <MenuButton
      className="user-menu"
      label={`用户 ${name}`}
      placement="bottom-end"
      isOpen={isOpen}
      onToggle={setOpen}
      preload={UserCommands.preload}
      menu={<UserCommands commands={commands} run={runAndClose} />}
    >
      <span className="user-menu-mark" aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase() ?? '?'}
      </span>
      <span className="user-menu-name" aria-hidden="true">
        {name}
      </span>
      <CaretDown className="menu-caret" />
    </MenuButton>
  )
}
