// Where the browser's calendar reads its years and notes.
import { call } from '#web/api/client.ts'
import type { CalendarPart } from '#web/calendar/calendar.ts'
import { getCalendar } from '../contract.ts'

/** Failures show no message: a table without holidays is still usable. */
export const readCalendar = (from: number, to: number): Promise<CalendarPart> =>
  call(getCalendar, { params: { from, to } }, { quiet: true })
