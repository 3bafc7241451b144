import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { sourcesCommands } from './commands.ts'

const permission = 'search_config'

export const sourcesWeb: WebSlice<typeof sourcesCommands> = {
  commands: sourcesCommands,
  handlers: async () => (await import('./commandHandlers.ts')).sourcesWork,
  pages: [
    {
      path: pages.configSource.path,
      title: '数据接入',
      permission,
      context: [{ name: 'sources', title: '数据接入', depth: 6 }, listContext],
      card: { group: '分析', text: '文件夹等来源的数据按时自动载入成表，看得到每次载入了什么' },
      load: () => import('./SourcesPage.tsx'),
    },
    {
      path: pages.configSourceTables.path,
      title: '数据新鲜度',
      permission,
      context: listContext,
      load: () => import('./FreshnessPage.tsx'),
    },
    {
      path: pages.configSourceRestated.path,
      title: '修订记录',
      permission,
      context: listContext,
      load: () => import('./RestatedPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'sources',
      group: '数据接入',
      permission,
      load: async (signal) => (await import('./paletteSource.ts')).readSources(signal),
    },
  ],
}
