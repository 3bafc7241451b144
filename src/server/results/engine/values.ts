// The values of a column with their counts: the options of a filter list. The most frequent come first, days in
// their order.

import { textOf } from './columnTypes.ts'
import { columnAt, conditionOf, textAmong } from './filters.ts'
import type { Jobs } from './messages.ts'
import type { Tables } from './tables.ts'
import type { Values, Work } from './work.ts'

export async function values(
  work: Work,
  { source, column: index, filters, text, among, most }: Jobs['values']['takes'],
  tables: Tables,
): Promise<Jobs['values']['gives']> {
  const table = await tables.table(source, work.signal)
  const column = columnAt(table.columns, index)
  const bound: Values = []
  const where = await conditionOf(work, table.columns, filters, bound)
  const shown = textOf(column)
  const named =
    text === null ? 'true' : `(${contains(shown, text, bound)} OR ${textAmong(shown, among, bound)})`
  const isDay = column.nature === 'date' || column.nature === 'time'
  const order = isDay ? `min(${column.value}) NULLS LAST` : 'n DESC, min(o)'
  const found = await work.rows(
    `SELECT ${shown} AS v, count(*) AS n, count(*) OVER () AS all_values FROM ${table.name}
     WHERE ${where} AND ${named} GROUP BY v ORDER BY ${order} LIMIT ${most}`,
    bound,
  )
  const listed = found.map(([value, count]) => ({
    value: value === null || value === undefined ? null : String(value),
    count: Number(count),
  }))
  return { distinct: Number(found[0]?.[2] ?? 0), values: areDays(listed) ? listed.toSorted(byText) : listed }
}

type Listed = { value: string | null; count: number }

/** Texts that are days or months, as strftime makes them. */
const areDays = (listed: readonly Listed[]): boolean =>
  listed.every(({ value }) => value === null || /^\d{4}-\d\d(?:-\d\d)?$/.test(value))

const byText = ({ value: one }: Listed, { value: other }: Listed): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : one < other ? -1 : 1

export function contains(shown: string, text: string, bound: Values): string {
  bound.push(text)
  return `coalesce(contains(lower(${shown}), lower($${bound.length})), false)`
}
