// Who is signed in, personal settings, log out.
import { Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import type { CommandId, RegisteredCommand } from '../../../commands/index.ts'
import { KeyHint } from './keys/KeyHint.tsx'
import { shownName, useSession } from './session.ts'

interface Props {
  commands: readonly RegisteredCommand[]
  run: (id: CommandId) => void
}

export function UserMenu({ commands, run }: Props) {
  const name = useSession(shownName) ?? ''
  return (
    <PopoverNext
      content={<UserCommands commands={commands} run={run} />}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
    >
      <button type="button" className="user-menu" aria-label={`用户 ${name}`}>
        <span className="user-menu-mark" aria-hidden="true">
          {Array.from(name)[0]?.toUpperCase() ?? '?'}
        </span>
        <span className="user-menu-name">{name}</span>
        <CaretDown className="menu-caret" />
      </button>
    </PopoverNext>
  )
}

function UserCommands({ commands, run }: Props) {
  const roleData = useSession((session) => session.roleData)
  return (
    <Menu className="user-menu-list">
      {roleData && (
        <>
          <MenuDivider title={`${roleData.email} ${roleData.role.name}`} />
          <MenuDivider />
        </>
      )}
      {commands.map(({ id, title }) => (
        <MenuItem key={id} text={title} labelElement={<KeyHint command={id} />} onClick={() => run(id)} />
      ))}
    </Menu>
  )
}
