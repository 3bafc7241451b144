// DESCRIBE and SUMMARIZE: the columns of a table or query, listed or measured in one pass over its rows.
import type { DuckDBConnection } from '@duckdb/node-api'
import { type BoundText, bindValues } from '../check/bound.ts'
import { sqlFailure } from '../check/failure.ts'
import { quotedName, quotedText, rowsText } from './text.ts'

interface NamedColumn {
  name: string
  type: string
}

/** The columns of a checked statement, without running it. */
export async function columnsOf(connection: DuckDBConnection, bound: BoundText): Promise<NamedColumn[]> {
  try {
    const prepared = await connection.prepare(bound.text)
    bindValues(prepared, bound)
    const result = await prepared.run()
    const names = result.columnNames()
    return result
      .columnTypes()
      .map((type, at) => ({ name: names[at] ?? '', type: type.alias === 'JSON' ? 'JSON' : String(type) }))
  } catch (error) {
    throw sqlFailure(error, bound)
  }
}

export const describeText = (columns: readonly NamedColumn[]): string =>
  rowsText(
    [
      ['column_name', 'VARCHAR'],
      ['column_type', 'VARCHAR'],
    ],
    columns.map(({ name, type }) => [name, type]),
  )

const numeric = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL|DOUBLE|FLOAT)\b[^[\]]*$/
const ordered = /^(?:DATE|TIMESTAMP\b.*|TIME)$/
/** Types without a meaningful order or a short text. */
const opaque = /\[\d*\]$|^(?:STRUCT|MAP|UNION|BLOB|JSON|BIT|VARIANT)\b/

/** The SQL before the bracketed query; one row of statistics per column. */
export function summarizeHead(columns: readonly NamedColumn[]): string {
  const each = (of: (name: string, type: string) => string): string =>
    `unnest([${columns.map(({ name, type }) => of(quotedName(name), type)).join(', ')}])`
  const when = (fits: boolean, text: string): string => (fits ? `${text}::VARCHAR` : 'NULL::VARCHAR')
  const quantile = (part: number) =>
    each((name, type) => when(numeric.test(type) || ordered.test(type), `approx_quantile(${name}, ${part})`))
  const figures: [name: string, text: string][] = [
    ['column_name', `unnest([${columns.map(({ name }) => quotedText(name)).join(', ')}])`],
    ['column_type', `unnest([${columns.map(({ type }) => quotedText(type)).join(', ')}])`],
    ['min', each((name, type) => when(!opaque.test(type), `min(${name})`))],
    ['max', each((name, type) => when(!opaque.test(type), `max(${name})`))],
    ['approx_unique', each((name) => `approx_count_distinct(${name})`)],
    ['avg', each((name, type) => when(numeric.test(type), `avg(${name})`))],
    ['std', each((name, type) => when(numeric.test(type), `stddev(${name}::DOUBLE)`))],
    ['q25', quantile(0.25)],
    ['q50', quantile(0.5)],
    ['q75', quantile(0.75)],
    ['count', each(() => 'count(*)')],
    [
      'null_percentage',
      each((name) => `round(100.0 * (count(*) - count(${name})) / nullif(count(*), 0), 2)`),
    ],
  ]
  return `SELECT ${figures.map(([name, text]) => `${text} AS ${name}`).join(', ')} FROM (`
}
