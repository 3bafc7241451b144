import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { definitionCommands } from './commands.ts'

export const definitionsWeb: WebSlice<typeof definitionCommands> = {
  commands: definitionCommands,
  handlers: async () => {
    const { openExport, openImport } = await import('./open.tsx')
    return { 'definitions.export': openExport, 'definitions.import': openImport }
  },
  pages: [
    {
      path: pages.configDefinitions.path,
      title: '报表定义文件',
      permission: 'search_config',
      load: () => import('./FormatPage.tsx'),
    },
  ],
}
