// The figures that a message told of days that were whole, in the form in which they are remembered and compared: the
// total, and each day where the report is one row a day. Days that may still grow are not among them.

import { figureText } from '#semantic/model/figureText.ts'
import { restatedFigures } from '#semantic/model/shown/restated.ts'
import type { ResultCell } from '#semantic/model/shown/result.ts'
import type { NumberFormat, ReportInfo } from '#semantic/model/types.ts'
import { type BusinessClock, businessDay } from '#shared/businessDay.ts'
import type { Figures } from '#features/statement/server/index.ts'

export interface ToldReport {
  name: string
  /** With the days as they were then. */
  info: ReportInfo
  range: { from: string; to: string }
  columns: { key: string; title: string; format: NumberFormat | null; unit: string }[]
  /** By day; the total is under the empty text. */
  rows: Record<string, ResultCell[]>
}

const mostDays = 92
const mostColumns = 40

/** Null where nothing of it is remembered: other kinds of reports, and ranges without an end. */
export function toldReport(
  clock: BusinessClock,
  name: string,
  info: ReportInfo,
  { head }: Pick<Figures, 'head'>,
  data: readonly (readonly ResultCell[])[],
): ToldReport | null {
  const { range, updateTime, summary } = head
  if ((info.kind ?? 'table') !== 'table' || !range || updateTime === null) return null
  // Days from here on may grow by themselves.
  const open = businessDay(clock, new Date(updateTime))
  const places = head.columns.flatMap((column, at) =>
    column.kind !== 'dimension' && (column.role ?? 'value') === 'value' ? [at] : [],
  )
  const shown = places.slice(0, mostColumns)
  const rows: ToldReport['rows'] = {}
  if (summary && range.to < open) rows[''] = shown.map((at) => summary[at] ?? null)
  const [first] = head.columns
  const isDaily = info.dims.length === 1 && first?.type === 'date' && (info.grain ?? 'day') === 'day'
  const days = isDaily ? (data[0] ?? []) : []
  for (const [row, day] of days.slice(0, mostDays).entries())
    if (typeof day === 'string' && day < open) rows[day] = shown.map((at) => data[at]?.[row] ?? null)
  if (Object.keys(rows).length === 0) return null
  const columns = shown.map((at) => {
    const { key, title, format, unit } = head.columns[at] as (typeof head.columns)[number]
    return { key, title, format, unit }
  })
  return { name, info: { ...info, dateRange: range }, range, columns, rows }
}

/** Less is a matter of rounding. */
const leastShare = 0.0005

/** What differs, in words, days first: 2026-09-03 充值金额 由 1,200 改为 1,350（+12.5%）. */
export function differences(told: ToldReport, now: ToldReport): string[] {
  const labels = Object.keys(told.rows).filter((label) => now.rows[label])
  const lines = labels.flatMap((label) =>
    told.columns.flatMap(({ key, title, format, unit }, at) => {
      const place = now.columns.findIndex((column) => column.key === key)
      if (place < 0) return []
      const [before, after] = [told.rows[label]?.[at] ?? null, now.rows[label]?.[place] ?? null]
      if (!isRestated(before, after) || figureText(before, format, unit) === figureText(after, format, unit))
        return []
      const text = (cell: ResultCell) => (cell === null ? null : String(cell))
      const words = restatedFigures({ name: title, format, unit, before: text(before), after: text(after) })
      return [`${label === '' ? `${told.range.from} 至 ${told.range.to} 合计` : label} ${words}`]
    }),
  )
  // The total stands last.
  return lines.toSorted((one, other) => Number(one.includes(' 合计 ')) - Number(other.includes(' 合计 ')))
}

function isRestated(before: ResultCell, after: ResultCell): boolean {
  const [from, to] = [Number(before ?? 0), Number(after ?? 0)]
  return Math.abs(to - from) > leastShare * Math.max(Math.abs(from), Math.abs(to))
}
