// What the palette finds of the platform documents.
import { registerProvider } from '../../../web/shell/palette/providers.ts'
import { holds } from '../../../web/shell/session.ts'
import { loadDocuments, openDocument } from './documents.ts'

/** Registers it; main-web calls it once. */
export function registerDocumentProvider(): void {
  registerProvider({
    id: 'documents',
    group: '平台文档',
    load: async (session) => {
      if (!holds('search_document', session)) return []
      const documents = await loadDocuments()
      return documents.map((document) => ({
        id: `document:${document.url}`,
        title: document.name,
        // A dictionary's values come without readings: documents are found by their names alone.
        pinyin: '',
        icon: 'manual',
        run: () => openDocument(document),
      }))
    },
  })
}
