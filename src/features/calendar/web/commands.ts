// The calendar behind the days of reports.
import type { Command } from '#commands/define.ts'

export const calendarCommands = [
  {
    id: 'calendar.open',
    title: '日历：节假日与日期注记',
    en: 'Calendar and notes',
    permission: null,
    context: 'global',
    group: '面板',
    icon: 'calendar',
  },
] as const satisfies readonly Command[]
