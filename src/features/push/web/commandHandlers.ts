// Handlers of push's commands, which act on the shown page.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { pushCommands } from './commands.ts'

export const pushWork: Record<HandledId<typeof pushCommands>, Handler> = {
  'push.stop': () => actOnShown('push.stop'),
  'push.approve': () => actOnShown('push.approve'),
  'push.resume': () => actOnShown('push.resume'),
  'push.copy': () => actOnShown('push.copy'),
  'push.history': () => actOnShown('push.history'),
  'push.send': async () => (await import('./test/actions.ts')).testWork()?.send(),
  'push.browser': async () => (await import('./test/actions.ts')).testWork()?.browser(),
}
