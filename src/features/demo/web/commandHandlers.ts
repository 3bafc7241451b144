// Handlers of the demo page's commands; each checks that its action is possible.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { demoCommands } from './commands.ts'
import { askToRemove, begin, cancel, mayBegin, mayRemove, useDemo } from './store.ts'

const offered = (work: () => void, isOfUse: () => boolean): Handler =>
  Object.assign(() => work(), { isOfUse })

export const demoWork: Record<HandledId<typeof demoCommands>, Handler> = {
  'demo.add': offered(
    () => void begin(),
    () => mayBegin(useDemo.getState()),
  ),
  'demo.cancel': offered(
    () => void cancel(),
    () => useDemo.getState().demo?.job != null,
  ),
  'demo.remove': offered(askToRemove, () => mayRemove(useDemo.getState())),
}
