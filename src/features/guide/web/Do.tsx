// A command within a sentence, by its own name and keys. One that works from anywhere is a button; one that the reader
// may not use says which right it needs.
import { type CommandId, commandOf, contextsOf, isAllowed, permissionsOf } from '#commands/index.ts'
import { permissions } from '#shared/permissions.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { useSession } from '#web/shell/session.ts'

interface Props {
  command: CommandId
  /** In the sentence's own words; absent: the command's name. */
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
