import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { webhooksCommands } from './commands.ts'

const title = '事件回调'

export const webhooksWeb: WebSlice<typeof webhooksCommands> = {
  commands: webhooksCommands,
  handlers: async () => (await import('./commandHandlers.ts')).webhooksWork,
  pages: [
    {
      path: pages.webhooks.path,
      title,
      permission: 'manage_authority',
      context: [{ name: 'webhooks', title, depth: 6 }, listContext],
      card: {
        group: '工具',
        text: '数据表有了新数据、告警触发时，以签名的请求告诉别的程序；每次发送都有记录',
      },
      load: () => import('./WebhooksPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'webhooks',
      group: title,
      permission: 'manage_authority',
      load: async (signal) => (await import('./paletteSource.ts')).readWebhooks(signal),
    },
  ],
}
