import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { customCommands } from './commands.ts'

const title = '自定义报表'
const permission = 'search_customReport'
const context = { name: 'custom', title, depth: 6 } as const

export const customWeb: WebSlice<typeof customCommands> = {
  commands: customCommands,
  handlers: async () => (await import('./commandHandlers.ts')).customWork,
  pages: [
    {
      path: pages.custom.path,
      title,
      permission,
      context: listContext,
      load: () => import('./list/CustomPage.tsx'),
    },
    {
      path: pages.customDetail.path,
      title,
      permission,
      context,
      load: () => import('./detail/DetailPage.tsx'),
    },
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
