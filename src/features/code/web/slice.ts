import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { queryCommands } from './commands/query.ts'
import { resultCommands } from './commands/result.ts'
import { sqlCommands } from './commands/sql.ts'

const commands = [...sqlCommands, ...resultCommands, ...queryCommands] as const
const permission = 'search_sqlQuery'

export const codeWeb: WebSlice<typeof commands> = {
  commands,
  handlers: async () => (await import('./commandHandlers.ts')).codeWork,
  pages: [
    {
      path: pages.codeQuery.path,
      from: ['/code'],
      title: '代码查询',
      permission,
      context: { name: 'sql', title: 'SQL 工作台', depth: 2 },
      load: () => import('./query/QueryPage.tsx'),
    },
    {
      path: pages.codeQueryList.path,
      title: '已存查询',
      permission,
      context: [{ name: 'queries', title: '已存查询', depth: 2 }, listContext],
      load: () => import('./lists/QueryListPage.tsx'),
    },
    {
      path: pages.codeHistory.path,
      title: '运行历史',
      permission,
      context: [{ name: 'runs', title: '运行历史', depth: 2 }, listContext],
      load: () => import('./lists/HistoryPage.tsx'),
    },
    {
      path: pages.codeView.path,
      title: '分享的查询',
      permission: 'open',
      load: () => import('./shared/CodeViewPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'code.queries',
      prefix: '$',
      group: '已存查询',
      permission,
      load: async (signal) => (await import('./paletteSources.ts')).readQueries(signal),
    },
    {
      id: 'code.tables',
      prefix: '$',
      group: '表',
      permission,
      load: async () => (await import('./paletteSources.ts')).readTables(),
    },
    {
      id: 'code.columns',
      prefix: '$',
      group: '列',
      permission,
      load: async () => (await import('./paletteSources.ts')).readColumns(),
    },
  ],
}
