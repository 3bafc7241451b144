// Handlers whose code is loaded at first use, so that the shell itself stays small.
import type { Command, HandledId } from '#commands/define.ts'
import { whenRead } from '../whenRead.ts'
import type { Handler } from './handlers.ts'

interface LazyHandlers<Commands extends readonly Command<string>[]> {
  /** Complete, because the type of `load` demands a handler for each command. */
  handlers: Record<HandledId<Commands>, Handler>
  /** Loads the code ahead: from then on a key acts at once. */
  read: () => Promise<void>
}

export function lazyHandlers<Commands extends readonly Command<string>[]>(
  commands: Commands,
  load: () => Promise<Record<HandledId<Commands>, Handler>>,
): LazyHandlers<Commands> {
  type Work = Record<HandledId<Commands>, Handler>
  let work: Work | undefined
  const read = async (): Promise<Work> => {
    work ??= await load()
    return work
  }
  const run =
    (id: HandledId<Commands>): Handler =>
    (argument) => {
      if (work) work[id](argument)
      else whenRead(read(), (found) => found[id](argument))
    }
  const handled = commands.filter(({ go }) => go === undefined) as { id: HandledId<Commands> }[]
  return {
    handlers: Object.fromEntries(handled.map(({ id }) => [id, run(id)])) as Work,
    read: async () => void (await read()),
  }
}
