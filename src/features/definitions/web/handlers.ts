// Handlers of the definitions' commands; the dialogs come when they are first opened.
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { whenRead } from '../../../web/shell/whenRead.ts'

export const definitionHandlers = {
  'definitions.export': () => whenRead(import('./open.tsx'), ({ openExport }) => openExport()),
  'definitions.import': () => whenRead(import('./open.tsx'), ({ openImport }) => openImport()),
} satisfies Record<string, Handler>
