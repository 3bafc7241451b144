import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { userTagCommands } from './commands.ts'

const title = '用户标签'

export const usertagWeb: WebSlice<typeof userTagCommands> = {
  commands: userTagCommands,
  handlers: async () => (await import('./commandHandlers.ts')).userTagWork,
  pages: [
    {
      path: pages.othersUserTagsTest.path,
      title,
      permission: 'search_userTagTest',
      card: { group: '运营', text: '一个玩家的标签，来自数据仓库与人工设置；签名的请求一步步可见' },
      context: { name: 'usertag', title, depth: 6 },
      load: () => import('./UserTagsPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'usertag.players',
      group: '玩家',
      permission: 'search_userTagTest',
      load: async (signal) => (await import('./paletteSource.ts')).readPlayers(signal),
    },
  ],
}
