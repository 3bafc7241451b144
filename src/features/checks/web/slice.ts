import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { checksCommands } from './commands.ts'

const permission = 'search_config'

export const checksWeb: WebSlice<typeof checksCommands> = {
  commands: checksCommands,
  handlers: async () => (await import('./commandHandlers.ts')).checksWork,
  pages: [
    {
      path: pages.configSourceChecks.path,
      title: '数据校验',
      permission,
      context: [{ name: 'checks', title: '数据校验', depth: 6 }, listContext],
      load: () => import('./ChecksPage.tsx'),
    },
    {
      path: pages.configSourceHeld.path,
      title: '扣下的数据',
      permission,
      context: [{ name: 'held', title: '扣下的数据', depth: 6 }, listContext],
      load: () => import('./HeldPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'checks',
      group: '数据校验',
      permission,
      load: async (signal) => (await import('./paletteSource.ts')).readChecks(signal),
    },
  ],
}
