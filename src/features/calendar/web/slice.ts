import type { WebSlice } from '#web/shell/slice.ts'
import { calendarCommands } from './commands.ts'

export const calendarWeb: WebSlice<typeof calendarCommands> = {
  commands: calendarCommands,
  handlers: async () => ({ 'calendar.open': (await import('./open.tsx')).openCalendar }),
  calendar: async (from, to) => (await import('./source.ts')).readCalendar(from, to),
}
