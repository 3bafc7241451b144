import type { WebSlice } from '#web/shell/slice.ts'
import { guideCommands } from './commands.ts'

export const guideWeb: WebSlice<typeof guideCommands> = {
  commands: guideCommands,
  handlers: async () => ({}),
  pages: [
    {
      path: '/guide',
      title: '使用指南',
      permission: 'session',
      load: () => import('./GuidePage.tsx'),
    },
  ],
}
