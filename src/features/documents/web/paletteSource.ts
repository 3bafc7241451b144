// What the palette finds of the platform documents.
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { loadDocuments, openDocument } from './documents.ts'

export async function readDocuments(): Promise<readonly PaletteEntry[]> {
  const documents = await loadDocuments()
  return documents.map((document) => ({
    id: `document:${document.url}`,
    title: document.name,
    // A dictionary's values come without readings: documents are found by their names alone.
    pinyin: '',
    icon: 'manual',
    run: () => openDocument(document),
  }))
}
