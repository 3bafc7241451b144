import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { sharingCommands } from './commands.ts'

const title = '公开的内容'

export const sharingWeb: WebSlice<typeof sharingCommands> = {
  commands: sharingCommands,
  handlers: async () => {
    const { actOnShown } = await import('#web/list/shownList.ts')
    return { 'sharing.stop': () => actOnShown('sharing.stop') }
  },
  pages: [
    {
      path: pages.sharing.path,
      title,
      permission: 'manage_authority',
      context: [{ name: 'sharing', title, depth: 6 }, listContext],
      load: () => import('./SharingPage.tsx'),
    },
  ],
}
