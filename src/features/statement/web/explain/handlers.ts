// Handlers of the commands on charts, explanations and the background, for the shell: what they do is read when one
// is first run.
import { explainCommands } from '../../../../../commands/index.ts'
import type { Handler } from '../../../../web/shell/keys/handlers.ts'
import { whenRead } from '../../../../web/shell/whenRead.ts'
import type { ExplainCommandId } from './work.ts'

const run =
  (id: ExplainCommandId): Handler =>
  (argument) =>
    whenRead(import('./work.ts'), ({ explainWork }) => explainWork[id](argument))

/** Complete because `explainWork`, where they lead, is checked to be. */
export const explainHandlers = Object.fromEntries(explainCommands.map(({ id }) => [id, run(id)])) as Record<
  ExplainCommandId,
  Handler
>
