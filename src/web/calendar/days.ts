// What years and notes say about a day. Pure: calendar.ts loads both.
import type { CalendarPart, DayNote, YearDays } from './source.ts'

type HolidayMark = '休' | '班' | undefined
export type HolidayMarks = (day: string) => HolidayMark

export interface Calendar {
  /** First and last year that it covers. */
  from: number
  to: number
  years: readonly YearDays[]
  notes: readonly DayNote[]
  marks: HolidayMarks
  nameOf(day: string): string
  notesOn(day: string): readonly DayNote[]
  springFestival(year: number): string | null
  sourceOf(year: number): YearDays['source'] | undefined
}

export function calendarOf({ years, notes }: CalendarPart, from: number, to: number): Calendar {
  const days = new Map(years.flatMap((year) => year.days.map((one) => [one.day, one] as const)))
  const byYear = new Map(years.map((year) => [year.year, year]))
  const isOn = ({ day, until }: DayNote, on: string) => day <= on && (until ?? day) >= on
  return {
    from,
    to,
    years,
    notes,
    marks: (day) => {
      const found = days.get(day)
      return found && (found.kind === 'rest' ? '休' : '班')
    },
    nameOf: (day) => days.get(day)?.name ?? '',
    notesOn: (day) => notes.filter((note) => isOn(note, day)),
    springFestival: (year) => byYear.get(year)?.springFestival ?? null,
    sourceOf: (year) => byYear.get(year)?.source,
  }
}
