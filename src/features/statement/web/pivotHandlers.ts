// Handlers of the commands of pivot and editor, for the shell: each fetches its work when it is first run.
import { pivotCommands } from '../../../../commands/index.ts'
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { whenRead } from '../../../web/shell/whenRead.ts'
import type { PivotCommandId } from './pivotWork.ts'

let work: Record<PivotCommandId, Handler> | undefined

export async function loadPivotWork(): Promise<Record<PivotCommandId, Handler>> {
  work ??= (await import('./pivotWork.ts')).pivotWork
  return work
}

const run =
  (id: PivotCommandId): Handler =>
  (argument) => {
    if (work) work[id](argument)
    else whenRead(loadPivotWork(), (loaded) => loaded[id](argument))
  }

/** Complete because `pivotWork`, where they lead, is checked to be. */
export const pivotHandlers = Object.fromEntries(pivotCommands.map(({ id }) => [id, run(id)])) as Record<
  PivotCommandId,
  Handler
>
