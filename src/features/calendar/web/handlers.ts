// Handlers of the calendar's commands.
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { whenRead } from '../../../web/shell/whenRead.ts'

export const calendarHandlers = {
  'calendar.open': () => whenRead(import('./open.tsx'), ({ openCalendar }) => openCalendar()),
} satisfies Record<string, Handler>
