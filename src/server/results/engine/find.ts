// Finds a text in a result: the number of matching cells, and the matches in the next rows.
import { isNumber, type StoredColumn, textOf } from './columnTypes.ts'
import { columnAt, textAmong } from './filters.ts'
import type { Jobs } from './messages.ts'
import type { Tables } from './tables.ts'
import { contains } from './values.ts'
import { viewed } from './views.ts'
import type { Values, Work } from './work.ts'

/** Rows of one answer; few users step far from match to match. */
const mostRows = 200

type Takes = Jobs['find']['takes']

export async function find(work: Work, input: Takes, tables: Tables): Promise<Jobs['find']['gives']> {
  const { columns, from, back, counts } = input
  const table = await viewed(work, input, tables)
  const bound: Values = []
  const hits = columns.map((index) => hit(columnAt(table.columns, index), input, bound))
  if (hits.length === 0) return { cells: 0, before: 0, matches: [] }
  const names = hits.map((_, at) => `m${at}`)
  const marked = `(SELECT p, ${hits.map((condition, at) => `${condition} AS m${at}`).join(', ')} FROM ${table.rows})`
  const side = back ? `p < ${from}` : `p >= ${from}`
  const found = await work.rows(
    `SELECT p, ${names.join(', ')} FROM ${marked} WHERE ${side} AND (${names.join(' OR ')})
     ORDER BY p ${back ? 'DESC' : 'ASC'} LIMIT ${mostRows}`,
    bound,
  )
  const matches = found.flatMap(([row, ...marks]) =>
    columns.flatMap((column, at): [number, number][] => (marks[at] === true ? [[Number(row), column]] : [])),
  )
  if (back) matches.sort(([one], [other]) => one - other)
  if (!counts) return { cells: null, before: null, matches }
  const sum = `coalesce(sum(${names.map((name) => `CAST(${name} AS BIGINT)`).join(' + ')})`
  const [cells, before] = await work.row(
    `SELECT ${sum}, 0), ${sum} FILTER (p < ${from}), 0) FROM ${marked}`,
    bound,
  )
  return { cells: Number(cells), before: Number(before), matches }
}

/** Numbers are shown with thousands separators: a search text with separators matches, too. */
function hit(column: StoredColumn, { text, labels }: Takes, bound: Values): string {
  const shown = textOf(column)
  const typed = isNumber(column) && /^[-\d,.]+$/.test(text) ? text.replaceAll(',', '') : text
  const own = contains(shown, typed, bound)
  const named = labels.find((one) => one.column === column.index)
  return named ? `(${own} OR ${textAmong(shown, named.values, bound)})` : own
}
