import type { WebSlice } from '#web/shell/slice.ts'
import { documentCommands } from './commands.ts'

export const documentsWeb: WebSlice<typeof documentCommands> = {
  commands: documentCommands,
  handlers: async () => (await import('./commandHandlers.ts')).documentWork,
  entries: { 'document.open': async () => (await import('./DocumentsMenu.tsx')).DocumentsMenu },
  sources: [
    {
      id: 'documents',
      group: '平台文档',
      permission: 'search_document',
      load: async () => (await import('./paletteSource.ts')).readDocuments(),
    },
  ],
}
