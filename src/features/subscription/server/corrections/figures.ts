// The figures that a message told of days that were whole, in the form in which they are remembered and compared: the
// total, and each row of a day. Days that may still grow are not among them.

import { figureText } from '#semantic/model/figureText.ts'
import { grainOfColumn, isDateColumn } from '#semantic/model/shown/columns.ts'
import { restatedFigures } from '#semantic/model/shown/restated.ts'
import { type Labels, nameOfValue, type ResultCell } from '#semantic/model/shown/result.ts'
import type { NumberFormat, ReportInfo } from '#semantic/model/types.ts'
import { valueText } from '#semantic/model/valueText.ts'
import { type BusinessClock, businessDay } from '#shared/businessDay.ts'
import type { Figures } from '#features/statement/server/index.ts'

export interface ToldFigures {
  name: string
  range: { from: string; to: string }
  columns: { key: string; title: string; format: NumberFormat | null; unit: string }[]
  /** By the row's values in words, its day first; the total is under the empty text. */
  rows: Record<string, ResultCell[]>
}

/** Of a report or a pivot. */
export interface ToldReport extends ToldFigures {
  /** With the days as they were then. */
  info: ReportInfo
}

const mostRows = 500
const mostColumns = 40

type Head = Figures['head']
type Data = readonly (readonly ResultCell[])[]

/** Null where nothing of it is remembered: other kinds of reports, and ranges without an end. */
export function toldReport(
  clock: BusinessClock,
  { name, info, labels }: { name: string; info: ReportInfo; labels: Labels },
  { head }: Pick<Figures, 'head'>,
  data: Data,
): ToldReport | null {
  const { range, updateTime, summary } = head
  if ((info.kind ?? 'table') !== 'table' || !range || updateTime === null) return null
  // Days from here on may grow by themselves.
  const open = businessDay(clock, new Date(updateTime))
  const places = head.columns.flatMap((column, at) =>
    column.kind !== 'dimension' && (column.role ?? 'value') === 'value' ? [at] : [],
  )
  const shown = places.slice(0, mostColumns)
  const figuresOf = (cells: (place: number) => ResultCell | undefined) => shown.map((at) => cells(at) ?? null)
  const rows: ToldReport['rows'] = {}
  if (summary && range.to < open) rows[''] = figuresOf((at) => summary[at])
  for (const [label, row] of labelledRows(head, data, open, { labels, grain: info.grain ?? 'day' }))
    rows[label] = figuresOf((at) => data[at]?.[row])
  if (Object.keys(rows).length === 0) return null
  const columns = shown.map((at) => {
    const { key, title, format, unit } = head.columns[at] as Head['columns'][number]
    return { key, title, format, unit }
  })
  return { name, info: { ...info, dateRange: range }, range, columns, rows }
}

/** The rows of whole days, without subtotals, the rest, and those that words do not tell apart. */
function labelledRows(
  { columns, rowCount, levels, others }: Pick<Head, 'columns' | 'rowCount' | 'levels' | 'others'>,
  data: Data,
  open: string,
  { labels, grain }: { labels: Labels; grain: NonNullable<ReportInfo['grain']> },
): [label: string, row: number][] {
  const dims = columns.flatMap((column, at) => (column.kind === 'dimension' ? [{ column, at }] : []))
  const date = dims.find(({ column }) => isDateColumn(column) && grainOfColumn(column, grain) === 'day')
  if (!date) return []
  const textOf = (cell: ResultCell, { column }: (typeof dims)[number]): string =>
    (cell === null ? undefined : nameOfValue(column, String(cell), labels)) ?? valueText(cell)
  const found: [string, number][] = []
  for (let row = 0; row < rowCount && found.length < mostRows; row += 1) {
    const day = data[date.at]?.[row]
    const isPart = (levels && (levels[row] ?? 0) < dims.length) || others?.[row] === true
    if (isPart || typeof day !== 'string' || day >= open) continue
    const rest = dims.filter((dim) => dim !== date).map((dim) => textOf(data[dim.at]?.[row] ?? null, dim))
    found.push([[day, ...rest].join(' '), row])
  }
  return toldApart(found)
}

/** Without those that share their words: nobody could tell which of them changed. */
export function toldApart(rows: readonly [label: string, row: number][]): [label: string, row: number][] {
  const same = Map.groupBy(rows, ([label]) => label)
  return rows.filter(([label]) => same.get(label)?.length === 1)
}

/** Less is a matter of rounding. */
const leastShare = 0.0005

/** What differs, in words, days first: 2026-09-03 充值金额 由 1,200 改为 1,350（+12.5%）. */
export function differences(told: ToldFigures, now: ToldFigures): string[] {
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
