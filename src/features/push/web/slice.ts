import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { pushCommands } from './commands.ts'

export const pushWeb: WebSlice<typeof pushCommands> = {
  commands: pushCommands,
  handlers: async () => (await import('./commandHandlers.ts')).pushWork,
  pages: [
    {
      path: pages.pushPushlist.path,
      title: '推送任务',
      permission: 'search_push',
      from: ['/push'],
      context: [{ name: 'pushList', title: '推送任务', depth: 6 }, listContext],
      card: { group: '运营', text: '按应用、区服、人群发推送，一次或定时' },
      load: () => import('./tasks/PushListPage.tsx'),
    },
    {
      path: pages.pushHistory.path,
      title: '推送记录',
      permission: 'search_push',
      context: listContext,
      card: { group: '运营', text: '每个人收到的推送与网关的响应' },
      load: () => import('./history/PushHistoryPage.tsx'),
    },
    {
      path: pages.pushPushTest.path,
      title: '测试推送',
      permission: 'search_push',
      context: { name: 'pushTest', title: '测试推送', depth: 6 },
      card: { group: '运营', text: '向一个玩家、设备或此浏览器试发' },
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
