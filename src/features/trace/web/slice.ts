import type { WebSlice } from '#web/shell/slice.ts'
import { traceCommands } from './commands.ts'

export const traceWeb: WebSlice<typeof traceCommands> = {
  commands: traceCommands,
  handlers: async () => ({ 'trace.lookUp': (await import('./open.tsx')).openTrace }),
}
