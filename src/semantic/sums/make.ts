// The statements that make sums of a fact, for whoever keeps them.
import type { SumsShape } from '../model/sums.ts'
import { duckdb } from '../sql/duckdb.ts'
import { select } from '../sql/select.ts'
import { figureColumn, keyColumn } from './names.ts'

/** `from`: where the fact is. Rows stand in the order of their keys. */
export function sumsQuery({ keys, figures }: SumsShape, from: string): string {
  const columns = [
    ...keys.map((text, place) => `${text} AS ${duckdb.identifier(keyColumn(place))}`),
    ...figures.map((text, place) => `${text} AS ${duckdb.identifier(figureColumn(place))}`),
  ]
  const places = keys.map((_, place) => place + 1).join(', ')
  // Without keys there is no row where the fact has none, as with them.
  return select(columns, [
    `FROM ${from} AS f`,
    places === '' ? 'HAVING count(*) > 0' : `GROUP BY ${places} ORDER BY ${places}`,
  ])
}

/** About how many rows it would give, by one look at the fact in little memory. */
export function sumsEstimate({ keys }: SumsShape, from: string): string {
  const told = keys.length === 0 ? '1' : `hash(${keys.join(', ')})`
  return select([`approx_count_distinct(${told})`], [`FROM ${from} AS f`])
}
