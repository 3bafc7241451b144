import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { inboxCommands } from './commands.ts'

const title = '收件箱'

export const inboxWeb: WebSlice<typeof inboxCommands> = {
  commands: inboxCommands,
  handlers: async () => (await import('./commandHandlers.ts')).inboxWork,
  corner: async () => (await import('./InboxBell.tsx')).InboxBell,
  pages: [
    {
      path: pages.inbox.path,
      title,
      permission: 'session',
      context: [{ name: 'inbox', title, depth: 6 }, listContext],
      load: () => import('./InboxPage.tsx'),
    },
  ],
}
