// The business's calendar for the days that a report shows.
import { useMemo } from 'react'
import type { Calendar } from '#web/calendar/calendar.ts'
import { useCalendar } from '#web/calendar/useCalendar.ts'
import type { ReportTable } from '#features/statement/contract.ts'

export type { HolidayMarks } from '#web/calendar/calendar.ts'

type Dated = Pick<ReportTable, 'columns' | 'data' | 'range'>

/** First and last year of the requested range, or for all days, of the rows; null without dates. */
export function yearsOf({ columns, data, range }: Dated): { from: number; to: number } | null {
  const at = columns.findIndex(
    ({ kind, type }) => kind === 'dimension' && (type === 'date' || type === 'datetime'),
  )
  if (at < 0) return null
  if (range) return { from: Number(range.from.slice(0, 4)), to: Number(range.to.slice(0, 4)) }
  let [from, to] = ['9999', '0000']
  for (const cell of data[at] ?? []) {
    if (typeof cell !== 'string') continue
    const year = cell.slice(0, 4)
    if (year < from) from = year
    if (year > to) to = year
  }
  return from <= to ? { from: Number(from), to: Number(to) } : null
}

/** Null while loading, and for reports without dates. */
export function useReportCalendar(table: Dated): Calendar | null {
  const years = useMemo(() => yearsOf(table), [table])
  return useCalendar(years?.from ?? null, years?.to ?? null)
}
