// Where the browser's calendar reads its years and notes.
import { call } from '#web/api/client.ts'
import type { CalendarPart } from '#web/calendar/calendar.ts'
import { getCalendar } from '../contract.ts'

/** Without a message where it fails: a table without holidays is a table still. */
export const readCalendar = (from: number, to: number): Promise<CalendarPart> =>
  call(getCalendar, { params: { from, to } }, { quiet: true })
