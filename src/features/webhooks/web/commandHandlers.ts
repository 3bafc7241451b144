// Implements the webhooks' commands.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { webhooksCommands } from './commands.ts'

export const webhooksWork: Record<HandledId<typeof webhooksCommands>, Handler> = {
  'webhooks.test': () => actOnShown('webhooks.test'),
  'webhooks.deliveries': () => actOnShown('webhooks.deliveries'),
  'webhooks.pause': () => actOnShown('webhooks.pause'),
  'webhooks.secret': () => actOnShown('webhooks.secret'),
  'webhooks.history': () => actOnShown('webhooks.history'),
}
