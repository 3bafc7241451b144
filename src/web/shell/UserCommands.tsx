// The items of the user menu.

import { Menu, MenuItem } from '@blueprintjs/core'
import type { CommandId, RegisteredCommand } from '#commands/index.ts'
import { MenuHead } from '../ui/menus/MenuHead.tsx'
import { KeyHint } from './keys/KeyHint.tsx'
import { useSession } from './session.ts'

interface Props {
  commands: readonly RegisteredCommand[]
  run: (id: CommandId) => void
}

export function UserCommands({ commands, run }: Props) {
  const roleData = useSession((session) => session.roleData)
  return (
    <Menu className="user-menu-list">
      {roleData && <MenuHead title={`${roleData.email} ${roleData.role.name}`} />}
      {commands.map(({ id, title }) => (
        <MenuItem key={id} text={title} labelElement={<KeyHint command={id} />} onClick={() => run(id)} />
      ))}
    </Menu>
  )
}
