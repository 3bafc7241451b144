// Handlers of the commands on charts, explanations and the background, for the shell: what they do is read when one
// is first run.
import { type AreaCommandId, explainCommands } from '../../../../../commands/index.ts'
import type { Handler } from '../../../../web/shell/keys/handlers.ts'

export type ExplainCommandId = AreaCommandId<typeof explainCommands>

const run =
  (id: ExplainCommandId): Handler =>
  (argument) =>
    void import('./work.ts').then(({ explainWork }) => explainWork[id](argument))

/** Complete because `explainWork`, where they lead, is checked to be. */
export const explainHandlers = Object.fromEntries(explainCommands.map(({ id }) => [id, run(id)])) as Record<
  ExplainCommandId,
  Handler
>
