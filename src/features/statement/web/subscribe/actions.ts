// Implements the subscription commands.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { subscribeCommands } from '../commands/subscribe.ts'
import { openSubscribing } from './open.tsx'

export const subscribeWork: Record<HandledId<typeof subscribeCommands>, Handler> = {
  /** With an id, acts on that view. */
  'view.subscribe': (viewId) => openSubscribing(typeof viewId === 'number' ? viewId : undefined),
  'subscriptions.send': () => actOnShown('subscriptions.send'),
  'subscriptions.pause': () => actOnShown('subscriptions.pause'),
  'subscriptions.copy': () => actOnShown('subscriptions.copy'),
  'subscriptions.leave': () => actOnShown('subscriptions.leave'),
  'subscriptions.history': () => actOnShown('subscriptions.history'),
  'subscriptions.stop': () => actOnShown('subscriptions.stop'),
}
