// The business's calendar in the browser, and its one reader: tables, charts and pickers ask here which days are
// holidays (休) or make-up workdays (班), and what is noted on a day.
//
//   const calendar = await loadCalendar(2025, 2026)   // or useCalendar(2025, 2026), null until it is there
//   calendar.marks('2026-10-01')     // '休'; '班' on a make-up workday; undefined on any other day
//   calendar.nameOf('2026-10-01')    // '国庆节'; '' on any other day
//   calendar.notesOn('2026-05-20')   // notes that are on this day: versions, events; of the reader's games alone
//   calendar.notes                   // all of them, by their first day; `cgi` null is for all games
//   calendar.sourceOf(2030)          // 'unknown': nobody announced the year, weekends alone are known
//
// Weekends are not its business: whoever tints them asks for the weekday, and lets `marks` overrule it.
import { useSession } from '../shell/session.ts'
import { type Calendar, calendarOf } from './days.ts'
import { keepFestivals } from './festivals.ts'
import { calendarSource } from './source.ts'

export type { Calendar, HolidayMarks } from './days.ts'
export type { CalendarPart, DayNote } from './source.ts'

/** Others may add notes at any time. */
const freshMs = 5 * 60_000
const firstYear = 1970
const lastYear = 2100

let kept: { calendar: Calendar; at: number; reader: string | null } | null = null
let asked: { from: number; to: number; reader: string | null; answer: Promise<Calendar> } | null = null
const listeners = new Set<() => void>()

const readerNow = (): string | null => useSession.getState().username

/** Covers at least these years. A loaded calendar is reused for a while; equal requests are shared. */
export function loadCalendar(from: number, to: number): Promise<Calendar> {
  const reader = readerNow()
  const [first, last] = [Math.max(firstYear, Math.min(from, to)), Math.min(lastYear, Math.max(from, to))]
  const holds = (part: { from: number; to: number }) => part.from <= first && part.to >= last
  const isFresh = kept?.reader === reader && Date.now() - kept.at < freshMs
  if (kept && isFresh && holds(kept.calendar)) return Promise.resolve(kept.calendar)
  if (asked?.reader === reader && holds(asked)) return asked.answer
  // Known years stay: two tables with different years share one calendar.
  const former = isFresh ? kept?.calendar : undefined
  const wide = { from: Math.min(first, former?.from ?? first), to: Math.max(last, former?.to ?? last) }
  const question = { ...wide, reader, answer: ask(wide, reader) }
  asked = question
  const end = () => {
    if (asked === question) asked = null
  }
  question.answer.then(end, end)
  return question.answer
}

async function ask({ from, to }: { from: number; to: number }, reader: string | null): Promise<Calendar> {
  const calendar = calendarOf(await calendarSource()(from, to), from, to)
  if (reader === readerNow()) kept = { calendar, at: Date.now(), reader }
  keepFestivals(calendar)
  return calendar
}

/** The loaded calendar, without requesting it; null without one. */
export const knownCalendar = (): Calendar | null => (kept?.reader === readerNow() ? kept.calendar : null)

/** After an edit: whoever shows the calendar loads it again. */
export function forgetCalendar(): void {
  kept = null
  asked = null
  for (const listener of listeners) listener()
}

export function onCalendarChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
