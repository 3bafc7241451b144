// The business's calendar for the days that a report shows.
import { useMemo } from 'react'
import type { Calendar } from '#web/calendar/calendar.ts'
import { useCalendar } from '#web/calendar/useCalendar.ts'
import type { ReportTable } from '#features/statement/contract.ts'

export type { HolidayMarks } from '#web/calendar/calendar.ts'

type Dated = Pick<ReportTable, 'columns' | 'data' | 'range'>

/** First and last year of the requested range and of all shown days; null without dates. */
export function yearsOf({ columns, data, range }: Dated): { from: number; to: number } | null {
  const dated = columns.flatMap(({ kind, type }, at) =>
    kind === 'dimension' && (type === 'date' || type === 'datetime') ? [at] : [],
  )
  if (dated.length === 0) return null
  let [from, to] = range ? [range.from.slice(0, 4), range.to.slice(0, 4)] : ['9999', '0000']
  // The range holds all days of a single column.
  for (const at of range && dated.length === 1 ? [] : dated) {
    for (const cell of data[at] ?? []) {
      if (typeof cell !== 'string') continue
      const year = cell.slice(0, 4)
      if (year < from) from = year
      if (year > to) to = year
    }
  }
  return from <= to ? { from: Number(from), to: Number(to) } : null
}

/** Null while loading, and for reports without dates. */
export function useReportCalendar(table: Dated): Calendar | null {
  const years = useMemo(() => yearsOf(table), [table])
  return useCalendar(years?.from ?? null, years?.to ?? null)
}
