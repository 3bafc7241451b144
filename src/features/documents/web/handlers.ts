// Handlers of the documents' commands.
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { openPanel } from '../../../web/shell/panels.ts'
import { openDocument, useDocuments } from './documents.ts'

export const documentHandlers = {
  /** With an address it opens that document, else the menu. */
  'document.open': (url) => {
    const found = useDocuments.getState().documents.find((document) => document.url === url)
    if (found) openDocument(found)
    else openPanel('documents')
  },
} satisfies Record<string, Handler>
