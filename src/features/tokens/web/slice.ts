import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { tokensCommands } from './commands.ts'

const title = '访问令牌'

export const tokensWeb: WebSlice<typeof tokensCommands> = {
  commands: tokensCommands,
  handlers: async () => {
    const { actOnShown } = await import('#web/list/shownList.ts')
    return { 'tokens.history': () => actOnShown('tokens.history') }
  },
  pages: [
    {
      path: pages.tokens.path,
      title,
      permission: 'session',
      context: [{ name: 'tokens', title, depth: 6 }, listContext],
      load: () => import('./TokensPage.tsx'),
    },
  ],
}
