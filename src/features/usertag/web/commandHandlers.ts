// Implements the commands of player tags; they act on the open page.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { userTagCommands } from './commands.ts'

type TagWork = typeof import('./actions.ts')
const onPage =
  (work: (page: TagWork) => unknown): Handler =>
  async () => {
    await work(await import('./actions.ts'))
  }

export const userTagWork: Record<HandledId<typeof userTagCommands>, Handler> = {
  'usertag.player': onPage(({ focusOn }) => focusOn('usertag-player')),
  'usertag.find': onPage(({ focusOn }) => focusOn('usertag-find')),
  'usertag.again': onPage(({ lookAgain }) => lookAgain()),
  'usertag.copy': onPage(({ copyInfo }) => copyInfo()),
  'usertag.add': onPage(({ startAdding }) => startAdding()),
  'usertag.history': onPage(({ toggleHistory }) => toggleHistory()),
  'usertag.signed': onPage(({ toggleSigned }) => toggleSigned()),
  'usertag.refusals': onPage(({ tryRefusals }) => tryRefusals()),
  'usertag.undo': async () => (await import('#web/ui/undo.ts')).undoLast(),
}
