// The same tables on ClickHouse as on DuckDB, with the same rows.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ClickHouse } from '../clickhouse.ts'

const types: [pattern: RegExp, type: string][] = [
  [/^BOOLEAN$/, 'Bool'],
  [/^TINYINT$/, 'Int8'],
  [/^SMALLINT$/, 'Int16'],
  [/^INTEGER$/, 'Int32'],
  [/^BIGINT$/, 'Int64'],
  [/^HUGEINT$/, 'Int128'],
  [/^UTINYINT$/, 'UInt8'],
  [/^USMALLINT$/, 'UInt16'],
  [/^UINTEGER$/, 'UInt32'],
  [/^UBIGINT$/, 'UInt64'],
  [/^UHUGEINT$/, 'UInt128'],
  [/^FLOAT$/, 'Float32'],
  [/^DOUBLE$/, 'Float64'],
  [/^DATE$/, 'Date32'],
  [/^TIMESTAMP( WITH TIME ZONE)?(_\w+)?$/, "DateTime64(6, 'UTC')"],
]

export function clickhouseType(duckdbType: string): string {
  const decimal = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(duckdbType)
  if (decimal) return `Decimal(${decimal[1]}, ${decimal[2]})`
  return types.find(([pattern]) => pattern.test(duckdbType))?.[1] ?? 'String'
}

/** All tables of the connection's schema, or those named; each column may be empty. */
export async function copyTables(
  from: DuckDBConnection,
  to: ClickHouse,
  options: { database?: string; only?: string[] } = {},
): Promise<void> {
  const tables = await from.runAndReadAll(
    'SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1',
  )
  for (const [name] of tables.getRows()) {
    if (!options.only || options.only.includes(String(name))) await copyTable(from, to, String(name), options)
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const rowsAtOnce = 100_000

async function copyTable(
  from: DuckDBConnection,
  to: ClickHouse,
  name: string,
  { database }: { database?: string },
): Promise<void> {
  const reader = await from.streamAndReadAll(`SELECT * FROM ${quoted(name)}`)
  const columns = reader.columnNames().map((column, index) => {
    const type = clickhouseType(String(reader.columnTypes()[index]))
    return `${backquoted(column)} Nullable(${type})`
  })
  await to.run(
    `CREATE TABLE ${backquoted(name)} (${columns.join(', ')}) ENGINE = MergeTree ORDER BY tuple()`,
    { database },
  )
  const rows = reader.getRowsJson()
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const lines = rows.slice(at, at + rowsAtOnce).map((row) => JSON.stringify(row))
    const insert = `INSERT INTO ${backquoted(name)} FORMAT JSONCompactEachRow\n${lines.join('\n')}`
    await to.run(insert, { database, settings: { max_query_size: 1_000_000_000 } })
  }
}

const backquoted = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
