import { listContext } from '../../../../commands/list.ts'
import type { WebSlice } from '../../../web/shell/slice.ts'
import { pushCommands } from './commands.ts'

export const pushWeb: WebSlice<typeof pushCommands> = {
  commands: pushCommands,
  handlers: async () => (await import('./commandWork.ts')).pushWork,
  pages: [
    {
      path: '/push/pushlist',
      title: '推送任务',
      permission: 'search_push',
      from: ['/push'],
      context: [{ name: 'pushList', title: '推送任务', depth: 6 }, listContext],
      load: () => import('./tasks/PushListPage.tsx'),
    },
    {
      path: '/push/history',
      title: '推送记录',
      permission: 'search_push',
      context: listContext,
      load: () => import('./history/PushHistoryPage.tsx'),
    },
    {
      path: '/push/pushTest',
      title: '测试推送',
      permission: 'search_push',
      context: { name: 'pushTest', title: '测试推送', depth: 6 },
      load: () => import('./test/PushTestPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'push.tasks',
      group: '推送任务',
      permission: 'search_push',
      load: async (signal) => (await import('./paletteSource.ts')).readTasks(signal),
    },
  ],
}
