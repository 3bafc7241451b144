// Platform documents as entries of the palette.
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { loadDocuments, openDocument } from './documents.ts'

export async function readDocuments(): Promise<readonly PaletteEntry[]> {
  const documents = await loadDocuments()
  return documents.map((document) => ({
    id: `document:${document.url}`,
    title: document.name,
    // Dictionary values have no pinyin, so documents are found by name only.
    pinyin: '',
    icon: 'manual',
    run: () => openDocument(document),
  }))
}
