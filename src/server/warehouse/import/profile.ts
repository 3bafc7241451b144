// Statistics of a table's columns that a proposed report is based on.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { FoundKind } from '#shared/imports/kinds.ts'
import { quoteName } from '../snapshot/describe.ts'

export interface ColumnProfile {
  name: string
  type: string
  filled: number
  distinct: number
  /** Length of the longest text in characters; 0 for other types. */
  longest: number
  /** Smallest and largest value, as text. */
  least: string | null
  most: string | null
  /** An example value. */
  example: string
  /** Notation of its numbers; absent where unknown. */
  kind?: FoundKind
  /** The 90th percentile; absent for non-numeric types. */
  high?: number
}

export async function profileTable(
  connection: DuckDBConnection,
  table: string,
  kinds: Readonly<Record<string, FoundKind>> = {},
): Promise<ColumnProfile[]> {
  const described = await connection.runAndReadAll(
    `SELECT column_name, data_type FROM duckdb_columns()
     WHERE database_name = current_database() AND schema_name = 'main' AND table_name = ${text(table)}
     ORDER BY column_index`,
  )
  const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }))
  const profiles = await profileColumns(connection, quoteName(table), columns)
  return profiles.map((profile) => {
    const kind = kinds[profile.name]
    return kind ? { ...profile, kind } : profile
  })
}

/** `from` may be any source of rows. */
export async function profileColumns(
  connection: DuckDBConnection,
  from: string,
  columns: readonly Pick<ColumnProfile, 'name' | 'type'>[],
  onProgress?: (fraction: number) => void,
): Promise<ColumnProfile[]> {
  const profiles: ColumnProfile[] = []
  for (const { name, type } of columns) {
    profiles.push(await profileColumn(connection, from, name, type))
    onProgress?.(profiles.length / columns.length)
  }
  return profiles
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

async function profileColumn(
  connection: DuckDBConnection,
  from: string,
  name: string,
  type: string,
): Promise<ColumnProfile> {
  const column = quoteName(name)
  const isNumber = /INT|DECIMAL|DOUBLE/.test(type)
  const high = isNumber ? `approx_quantile(${column}::DOUBLE, 0.9)` : 'NULL'
  const longest = type === 'VARCHAR' ? `max(length(${column}))` : '0'
  const reader = await connection.runAndReadAll(
    `SELECT count(${column})::INTEGER, count(DISTINCT ${column})::INTEGER, ${longest}::INTEGER,
       min(${column})::VARCHAR, max(${column})::VARCHAR, left(any_value(${column})::VARCHAR, 30), (${high})::DOUBLE
     FROM ${from}`,
  )
  const [filled, distinct, length, least, most, example, ninth] = reader.getRows()[0] ?? []
  return {
    name,
    type,
    filled: Number(filled),
    distinct: Number(distinct),
    longest: Number(length ?? 0),
    least: least === null ? null : String(least),
    most: most === null ? null : String(most),
    example: String(example ?? '').replaceAll(/\s+/g, ' '),
    ...(ninth !== null && ninth !== undefined && { high: Number(ninth) }),
  }
}
