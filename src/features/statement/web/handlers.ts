// Handlers of the data reports' commands, for the shell: each fetches its work when it is first run, so that the
// shell itself stays small.
import { reportCommands, statementCommands } from '../../../../commands/index.ts'
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import type { StatementCommandId } from './commandWork.ts'

const run =
  (id: StatementCommandId): Handler =>
  (argument) =>
    void import('./commandWork.ts').then(({ statementWork }) => statementWork[id](argument))

/** Complete because `statementWork`, where they lead, is checked to be. */
export const statementHandlers = Object.fromEntries(
  [...statementCommands, ...reportCommands].map(({ id }) => [id, run(id)]),
) as Record<StatementCommandId, Handler>
