// Handlers of the calendar's commands.
import type { Handler } from '../../../web/shell/keys/handlers.ts'

export const calendarHandlers = {
  'calendar.open': () => void import('./open.tsx').then(({ openCalendar }) => openCalendar()),
} satisfies Record<string, Handler>
