// Handlers of the SQL workspace's commands, for the shell: each fetches its work when it is first run, so that the
// shell itself stays small.
import { queryCommands, resultCommands, sqlCommands } from '../../../../commands/index.ts'
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { whenRead } from '../../../web/shell/whenRead.ts'
import type { CodeCommandId } from './commandWork.ts'

let work: Record<CodeCommandId, Handler> | undefined

/** Brings the work; pages ask for it as they open, so that a key acts at once. */
export async function loadCodeWork(): Promise<Record<CodeCommandId, Handler>> {
  work ??= (await import('./commandWork.ts')).codeWork
  return work
}

const run =
  (id: CodeCommandId): Handler =>
  (argument) => {
    if (work) work[id](argument)
    else whenRead(loadCodeWork(), (loaded) => loaded[id](argument))
  }

/** Complete because `codeWork`, where they lead, is checked to be. */
export const codeHandlers = Object.fromEntries(
  [...sqlCommands, ...resultCommands, ...queryCommands].map(({ id }) => [id, run(id)]),
) as Record<CodeCommandId, Handler>
