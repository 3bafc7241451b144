// Handlers of the data reports' commands, for the shell: each fetches its work when it is first run, so that the
// shell itself stays small.
import { figureCommands, reportCommands, statementCommands } from '../../../../commands/index.ts'
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { whenRead } from '../../../web/shell/whenRead.ts'
import type { StatementCommandId } from './commandWork.ts'

let work: Record<StatementCommandId, Handler> | undefined

/** Brings the work; pages ask for it as they open, so that a key acts at once and what is typed next meets it. */
export async function loadStatementWork(): Promise<Record<StatementCommandId, Handler>> {
  work ??= (await import('./commandWork.ts')).statementWork
  return work
}

const run =
  (id: StatementCommandId): Handler =>
  (argument) => {
    if (work) work[id](argument)
    else whenRead(loadStatementWork(), (loaded) => loaded[id](argument))
  }

/** Complete because `statementWork`, where they lead, is checked to be. */
export const statementHandlers = Object.fromEntries(
  [...statementCommands, ...reportCommands, ...figureCommands].map(({ id }) => [id, run(id)]),
) as Record<StatementCommandId, Handler>
