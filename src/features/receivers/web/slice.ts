import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { receiversCommands } from './commands.ts'

const title = '通知渠道'

export const receiversWeb: WebSlice<typeof receiversCommands> = {
  commands: receiversCommands,
  handlers: async () => (await import('./commandHandlers.ts')).receiversWork,
  pages: [
    {
      path: pages.alarmReceivers.path,
      title,
      permission: 'alert_config_edit',
      context: [{ name: 'receivers', title, depth: 6 }, listContext],
      load: () => import('./ReceiversPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'receivers',
      group: title,
      permission: 'alert_config_edit',
      load: async (signal) => (await import('./paletteSource.ts')).readReceivers(signal),
    },
  ],
}
