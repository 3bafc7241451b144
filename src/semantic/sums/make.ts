// The statements that compute a fact's sums, for their store.
import type { SumsShape } from '../model/sums.ts'
import { duckdb } from '../sql/duckdb.ts'
import { select } from '../sql/select.ts'
import { figureColumn, keyColumn } from './names.ts'

/** `from`: the fact's source. Rows are sorted by their keys. */
export function sumsQuery({ keys, figures }: SumsShape, from: string): string {
  const columns = [
    ...keys.map((text, place) => `${text} AS ${duckdb.identifier(keyColumn(place))}`),
    ...figures.map((text, place) => `${text} AS ${duckdb.identifier(figureColumn(place))}`),
  ]
  const places = keys.map((_, place) => place + 1).join(', ')
  // Without keys an empty fact has no row, as with keys.
  return select(columns, [
    `FROM ${from} AS f`,
    places === '' ? 'HAVING count(*) > 0' : `GROUP BY ${places} ORDER BY ${places}`,
  ])
}

/** Estimates the number of rows in one pass over the fact with little memory. */
export function sumsEstimate({ keys }: SumsShape, from: string): string {
  const told = keys.length === 0 ? '1' : `hash(${keys.join(', ')})`
  return select([`approx_count_distinct(${told})`], [`FROM ${from} AS f`])
}
