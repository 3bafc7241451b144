// Implements the receivers' commands.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { receiversCommands } from './commands.ts'

export const receiversWork: Record<HandledId<typeof receiversCommands>, Handler> = {
  'receivers.test': () => actOnShown('receivers.test'),
  'receivers.uses': () => actOnShown('receivers.uses'),
  'receivers.history': () => actOnShown('receivers.history'),
}
