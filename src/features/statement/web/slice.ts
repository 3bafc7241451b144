import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { boardCommands } from './commands/board.ts'
import { embedCommands } from './commands/embed.ts'
import { explainCommands } from './commands/explain.ts'
import { figureCommands } from './commands/figures.ts'
import { formulaCommands } from './commands/formulas.ts'
import { homeCommands } from './commands/home.ts'
import { pivotCommands } from './commands/pivot.ts'
import { reportCommands } from './commands/report.ts'
import { subscribeCommands } from './commands/subscribe.ts'
import { statementCommands } from './commands/tree.ts'

const commands = [
  ...statementCommands,
  ...homeCommands,
  ...reportCommands,
  ...embedCommands,
  ...explainCommands,
  ...figureCommands,
  ...formulaCommands,
  ...pivotCommands,
  ...boardCommands,
  ...subscribeCommands,
] as const

/** Given: a report's title reaches the window only after a second (src/README.md). */
const titleDelayMs = 1000
const page = { title: '数据报表', titleDelayMs, permission: 'session' } as const

const report = { name: 'report', title: '打开的报表', depth: 8 } as const
const pivot = { name: 'pivot', title: '透视', depth: 7 } as const
const board = { name: 'board', title: '看板', depth: 6 } as const
/** Tiles are walked by the keys that walk tables: no table of the page takes them. */
const tile = { name: 'tile', title: '看板的一块', depth: 4, insteadOf: ['table', 'rowTree'] } as const
const editor = { name: 'editor', title: '报表编辑器', depth: 5, insteadOf: ['report', 'pivot'] } as const
const statement = { name: 'statement', title: '报表目录', depth: 9 } as const

export const statementWeb: WebSlice<typeof commands> = {
  commands,
  handlers: async () => (await import('./commandHandlers.ts')).statementWork,
  pages: [
    {
      ...page,
      path: pages.statement.path,
      from: ['/'],
      context: statement,
      ahead: true,
      load: () => import('./StatementPage.tsx'),
    },
    {
      ...page,
      path: pages.statementDetail.path,
      context: report,
      inner: [editor],
      ahead: true,
      load: () => import('./DetailPage.tsx'),
    },
    {
      ...page,
      path: pages.statementDetail2.path,
      context: [pivot, report],
      inner: [editor],
      load: () => import('./FocusPage.tsx'),
    },
    {
      ...page,
      path: pages.statementBoard.path,
      context: board,
      inner: [tile],
      load: () => import('./BoardPage.tsx'),
    },
    {
      path: pages.statementSubscriptions.path,
      title: '我的订阅',
      permission: 'session',
      context: [{ name: 'subscriptions', title: '我的订阅', depth: 6 }, listContext],
      load: () => import('./subscribe/SubscriptionsPage.tsx'),
    },
    {
      path: pages.statementSubscriptionsAll.path,
      title: '全部订阅',
      permission: 'manage_authority',
      context: [{ name: 'managedSubscriptions', title: '全部订阅', depth: 6 }, listContext],
      load: () => import('./subscribe/ManagedPage.tsx'),
    },
    {
      path: pages.unsubscribe.path,
      title: '退订',
      permission: 'open',
      load: () => import('./subscribe/UnsubscribePage.tsx'),
    },
  ],
  sources: [
    {
      id: 'statement.views',
      prefix: '@',
      group: '报表',
      permission: 'session',
      load: async (signal) => (await import('./paletteSources.ts')).readViews(signal),
    },
    {
      id: 'statement.folders',
      prefix: '@',
      group: '文件夹',
      permission: 'session',
      load: async (signal) => (await import('./paletteSources.ts')).readFolders(signal),
    },
    {
      id: 'statement.reports',
      prefix: '@',
      group: '视图里的报表',
      permission: 'session',
      load: async (signal) => (await import('./reportEntries.ts')).readReportEntries(signal),
    },
    {
      id: 'statement.points',
      prefix: '#',
      group: '指标',
      permission: 'session',
      load: async (signal) => (await import('./paletteSources.ts')).readPoints(signal),
    },
    {
      id: 'statement.dimensions',
      prefix: '#',
      group: '维度',
      permission: 'session',
      load: async (signal) => (await import('./paletteSources.ts')).readDimensions(signal),
    },
    {
      id: 'statement.columns',
      prefix: '#',
      group: '报表的列',
      permission: 'session',
      load: async (signal) => (await import('./reportEntries.ts')).readColumnEntries(signal),
    },
  ],
  sentences: { load: async (signal) => (await import('./sentences/reader.ts')).loadReader(signal) },
}
