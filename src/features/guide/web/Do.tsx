// A command within a sentence, with its title and shortcut. A command that works on any page is a button; for
// a command the reader may not use, the missing permission is named.
import { type CommandId, commandOf, contextsOf, isAllowed, permissionsOf } from '#commands/index.ts'
import { permissions } from '#shared/permissions.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { useSession } from '#web/shell/session.ts'

interface Props {
  command: CommandId
  /** The text in the sentence; absent: the command's title. */
  children?: string
}

export function Do({ command: id, children }: Props) {
  const session = useSession((state) => state.roleData)
  const command = commandOf(id)
  const title = children ?? command.title
  const mayUse = isAllowed(command, session)
  const isAnywhere = contextsOf(command).includes('global')
  return (
    <span className="guide-do">
      {mayUse && isAnywhere ? (
        <button type="button" className="guide-run" onClick={() => runCommand(id)}>
          {title}
        </button>
      ) : (
        <b>{title}</b>
      )}
      {mayUse ? (
        <>
          {' '}
          <KeyHint command={id} />
        </>
      ) : (
        `（需要「${permissionsOf(command)
          .map((key) => permissions[key].title)
          .join('」或「')}」权限）`
      )}
    </span>
  )
}
