import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { guideCommands } from './commands.ts'

const title = '使用指南'

export const guideWeb: WebSlice<typeof guideCommands> = {
  commands: guideCommands,
  handlers: async () => (await import('./commandHandlers.ts')).guideWork,
  pages: [
    {
      path: pages.guide.path,
      title,
      permission: 'session',
      context: { name: 'guide', title, depth: 6 },
      load: () => import('./GuidePage.tsx'),
    },
  ],
  sources: [
    {
      id: 'guide.chapters',
      prefix: '?',
      group: title,
      explains: true,
      permission: 'session',
      load: async () => (await import('./paletteSource.ts')).readChapters(),
    },
  ],
}
