import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { demoCommands } from './commands.ts'

export const demoWeb: WebSlice<typeof demoCommands> = {
  commands: demoCommands,
  handlers: async () => (await import('./commandHandlers.ts')).demoWork,
  pages: [
    {
      path: pages.configDemo.path,
      title: '演示数据',
      permission: 'search_config',
      context: { name: 'demo', title: '演示数据', depth: 6 },
      load: () => import('./DemoPage.tsx'),
    },
  ],
}
