import { listContext } from '#commands/list.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { customCommands } from './commands.ts'

const title = '自定义报表'
const permission = 'search_customReport'
const context = { name: 'custom', title, depth: 6 } as const

export const customWeb: WebSlice<typeof customCommands> = {
  commands: customCommands,
  handlers: async () => (await import('./commandHandlers.ts')).customWork,
  pages: [
    { path: '/custom', title, permission, context: listContext, load: () => import('./list/CustomPage.tsx') },
    { path: '/custom/detail', title, permission, context, load: () => import('./detail/DetailPage.tsx') },
  ],
  sources: [
    {
      id: 'custom.reports',
      prefix: '@',
      group: title,
      permission,
      load: async (signal) => (await import('./paletteSource.ts')).readCustomReports(signal),
    },
  ],
}
