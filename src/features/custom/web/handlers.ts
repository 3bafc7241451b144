// Handlers of the custom reports' commands, for the shell: each fetches its work when it is first run.
import { customCommands } from '../../../../commands/custom.ts'
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { whenRead } from '../../../web/shell/whenRead.ts'
import type { CustomCommandId } from './commandWork.ts'

let work: Record<CustomCommandId, Handler> | undefined

/** Brings the work; pages ask for it as they open, so that a key acts at once. */
export async function loadCustomWork(): Promise<Record<CustomCommandId, Handler>> {
  work ??= (await import('./commandWork.ts')).customWork
  return work
}

const run =
  (id: CustomCommandId): Handler =>
  (argument) => {
    if (work) work[id](argument)
    else whenRead(loadCustomWork(), (loaded) => loaded[id](argument))
  }

/** Complete because `customWork`, where they lead, is checked to be. */
export const customHandlers = Object.fromEntries(
  customCommands.flatMap((command) => ('go' in command ? [] : [[command.id, run(command.id)]])),
) as Record<CustomCommandId, Handler>
