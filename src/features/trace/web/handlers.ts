// Handlers of the traces' commands.
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { whenRead } from '../../../web/shell/whenRead.ts'

export const traceHandlers = {
  'trace.lookUp': () => whenRead(import('./open.tsx'), ({ openTrace }) => openTrace()),
} satisfies Record<string, Handler>
