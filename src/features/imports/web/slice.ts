import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { importsCommands } from './commands.ts'

export const importsWeb: WebSlice<typeof importsCommands> = {
  commands: importsCommands,
  handlers: async () => (await import('./commandHandlers.ts')).importsWork,
  pages: [
    {
      path: pages.configImport.path,
      title: '导入数据',
      permission: 'search_config',
      context: { name: 'imports', title: '导入数据', depth: 6 },
      card: {
        group: '分析',
        text: '把 CSV、Excel、Parquet、JSON 文件变成表和报表；也可以把文件拖到任何一页上',
      },
      load: () => import('./ImportPage.tsx'),
    },
  ],
  drops: {
    permission: 'search_config',
    title: '放开以导入数据',
    take: async (file) => (await import('./dropped.ts')).takeDropped(file),
  },
}
