// Handlers of the traces' commands.
import type { Handler } from '../../../web/shell/keys/handlers.ts'

export const traceHandlers = {
  'trace.lookUp': () => void import('./open.tsx').then(({ openTrace }) => openTrace()),
} satisfies Record<string, Handler>
