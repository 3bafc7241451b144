// What a proposal needs to know of a table's columns beside their types.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from '../snapshot/describe.ts'

export interface ColumnProfile {
  name: string
  type: string
  filled: number
  distinct: number
  /** Longest text, in characters; 0 for other types. */
  longest: number
  /** Smallest and largest value, as text. */
  least: string | null
  most: string | null
  /** One of its values, for people. */
  example: string
}

export async function profileTable(connection: DuckDBConnection, table: string): Promise<ColumnProfile[]> {
  const described = await connection.runAndReadAll(
    `SELECT column_name, data_type FROM duckdb_columns()
     WHERE database_name = current_database() AND schema_name = 'main' AND table_name = ${text(table)}
     ORDER BY column_index`,
  )
  const profiles: ColumnProfile[] = []
  for (const [name, type] of described.getRows()) {
    profiles.push(await profileColumn(connection, table, String(name), String(type)))
  }
  return profiles
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

async function profileColumn(
  connection: DuckDBConnection,
  table: string,
  name: string,
  type: string,
): Promise<ColumnProfile> {
  const column = quoteName(name)
  const longest = type === 'VARCHAR' ? `max(length(${column}))` : '0'
  const reader = await connection.runAndReadAll(
    `SELECT count(${column})::INTEGER, count(DISTINCT ${column})::INTEGER, ${longest}::INTEGER,
       min(${column})::VARCHAR, max(${column})::VARCHAR, left(any_value(${column})::VARCHAR, 30)
     FROM ${quoteName(table)}`,
  )
  const [filled, distinct, length, least, most, example] = reader.getRows()[0] ?? []
  return {
    name,
    type,
    filled: Number(filled),
    distinct: Number(distinct),
    longest: Number(length ?? 0),
    least: least === null ? null : String(least),
    most: most === null ? null : String(most),
    example: String(example ?? '').replaceAll(/\s+/g, ' '),
  }
}
