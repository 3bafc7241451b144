// The business calendar in the browser, and the only module that loads it: tables, charts and pickers ask here which
// days are holidays (休) or make-up workdays (班), and which notes a day has.
//
//   const calendar = await loadCalendar(2025, 2026)   // or useCalendar(2025, 2026), null while loading
//   calendar.marks('2026-10-01')     // '休'; '班' on a make-up workday; undefined on any other day
//   calendar.nameOf('2026-10-01')    // '国庆节'; '' on any other day
//   calendar.notesOn('2026-05-20')   // notes on this day: versions, events; only of the user's games
//   calendar.notes                   // all notes, by their first day; `cgi` null means all games
//   calendar.sourceOf(2030)          // 'unknown': the year is not announced, only weekends are known
//
// The calendar does not know weekends: code that tints them computes the weekday, and lets `marks` override it.
import { useSession } from '../shell/session.ts'
import { type Calendar, calendarOf } from './days.ts'
import { keepFestivals } from './festivals.ts'
import { calendarSource } from './source.ts'

export type { Calendar, HolidayMarks } from './days.ts'
export type { CalendarPart, DayNote } from './source.ts'

/** How long a loaded calendar is reused: other users may add notes at any time. */
const freshMs = 5 * 60_000
const firstYear = 1970
const lastYear = 2100

let kept: { calendar: Calendar; at: number; reader: string | null } | null = null
let asked: { from: number; to: number; reader: string | null; answer: Promise<Calendar> } | null = null
const listeners = new Set<() => void>()

const readerNow = (): string | null => useSession.getState().username

/**
 * Loads a calendar that covers at least these years. A loaded calendar is reused for a while; equal requests are
 * shared.
 */
export function loadCalendar(from: number, to: number): Promise<Calendar> {
  const reader = readerNow()
  const [first, last] = [Math.max(firstYear, Math.min(from, to)), Math.min(lastYear, Math.max(from, to))]
  const holds = (part: { from: number; to: number }) => part.from <= first && part.to >= last
  const isFresh = kept?.reader === reader && Date.now() - kept.at < freshMs
  if (kept && isFresh && holds(kept.calendar)) return Promise.resolve(kept.calendar)
  if (asked?.reader === reader && holds(asked)) return asked.answer
  // Known years are kept: two tables with different years share one calendar.
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

/** The loaded calendar, without a request; null if none is loaded. */
export const knownCalendar = (): Calendar | null => (kept?.reader === readerNow() ? kept.calendar : null)

/** Called after an edit: components that show the calendar load it again. */
export function forgetCalendar(): void {
  kept = null
  asked = null
  for (const listener of listeners) listener()
}

export function onCalendarChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
