// Implements the documents' commands.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { openPanel } from '#web/shell/panels.ts'
import type { documentCommands } from './commands.ts'
import { openDocument, useDocuments } from './documents.ts'

export const documentWork: Record<HandledId<typeof documentCommands>, Handler> = {
  /** With an address, opens that document; otherwise opens the menu. */
  'document.open': (url) => {
    const found = useDocuments.getState().documents.find((document) => document.url === url)
    if (found) openDocument(found)
    else openPanel('documents')
  },
}
