// Implements the subscription commands.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { subscribeCommands } from '../commands/subscribe.ts'
import { openSending, openSubscribing } from './open.tsx'
import type { SentQuery } from './values.ts'

const isQuery = (given: unknown): given is SentQuery =>
  typeof given === 'object' && given !== null && 'queryId' in given

export const subscribeWork: Record<HandledId<typeof subscribeCommands>, Handler> = {
  /** With an id, acts on that view; with a saved query, on that. */
  'view.subscribe': (given) =>
    isQuery(given) ? openSending(given) : openSubscribing(typeof given === 'number' ? given : undefined),
  'subscriptions.send': () => actOnShown('subscriptions.send'),
  'subscriptions.pause': () => actOnShown('subscriptions.pause'),
  'subscriptions.copy': () => actOnShown('subscriptions.copy'),
  'subscriptions.leave': () => actOnShown('subscriptions.leave'),
  'subscriptions.history': () => actOnShown('subscriptions.history'),
  'subscriptions.stop': () => actOnShown('subscriptions.stop'),
}
