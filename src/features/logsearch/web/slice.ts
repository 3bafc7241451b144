import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { logsearchCommands } from './commands.ts'

export const logsearchWeb: WebSlice<typeof logsearchCommands> = {
  commands: logsearchCommands,
  handlers: async () => (await import('./commandHandlers.ts')).logsearchWork,
  pages: [
    {
      path: pages.othersLogSearch.path,
      title: '日志查询',
      permission: 'search_log',
      context: { name: 'logSearch', title: '日志查询', depth: 6 },
      inner: [{ name: 'logField', title: '日志的字段', depth: 3, insteadOf: ['table'] }],
      card: { group: '工具', text: '服务器与自有日志：按字段查询、看上下文与同一请求、实时跟踪' },
      load: () => import('./LogSearchPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'logsearch.logs',
      group: '日志',
      permission: 'search_log',
      load: async (signal) => (await import('./paletteSource.ts')).readLogEntries(signal),
      reader: async () => (await import('./paletteText.ts')).logEntry,
    },
  ],
}
