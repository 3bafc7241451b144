// Implements the inbox commands.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { inboxCommands } from './commands.ts'

export const inboxWork: Record<HandledId<typeof inboxCommands>, Handler> = {
  'inbox.read': () => actOnShown('inbox.read'),
  'inbox.unread': () => actOnShown('inbox.unread'),
  'inbox.readAll': async () => (await import('./InboxPage.tsx')).readAll(),
}
