import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { programsCommands } from './commands.ts'

const api = '接口文档'

export const programsWeb: WebSlice<typeof programsCommands> = {
  commands: programsCommands,
  handlers: async () => ({ 'programs.searchApi': () => document.getElementById('api-search')?.focus() }),
  pages: [
    {
      path: pages.programsApi.path,
      title: api,
      permission: 'session',
      context: { name: 'programsApi', title: api, depth: 6 },
      load: () => import('./api/ApiPage.tsx'),
    },
  ],
}
