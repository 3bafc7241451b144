// Handlers of the definitions' commands; the dialogs come when they are first opened.
import type { Handler } from '../../../web/shell/keys/handlers.ts'

export const definitionHandlers = {
  'definitions.export': () => void import('./open.tsx').then(({ openExport }) => openExport()),
  'definitions.import': () => void import('./open.tsx').then(({ openImport }) => openImport()),
} satisfies Record<string, Handler>
