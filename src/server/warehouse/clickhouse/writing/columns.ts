// The columns of loaded tables: the types that files have (DuckDB's) as ClickHouse keeps them, and back.

/** Tells for each row which load brought it. Nobody reads it in reports. */
export const loadColumn = '_analytics_load'

/** Wall-clock times stand in the zone UTC, as they do in statements of reports. */
const wallClock = "DateTime64(6, 'UTC')"

const types: readonly [duckdb: string, clickhouse: string][] = [
  ['BOOLEAN', 'Bool'],
  ['TINYINT', 'Int8'],
  ['SMALLINT', 'Int16'],
  ['INTEGER', 'Int32'],
  ['BIGINT', 'Int64'],
  ['HUGEINT', 'Int128'],
  ['UTINYINT', 'UInt8'],
  ['USMALLINT', 'UInt16'],
  ['UINTEGER', 'UInt32'],
  ['UBIGINT', 'UInt64'],
  ['UHUGEINT', 'UInt128'],
  ['FLOAT', 'Float32'],
  ['DOUBLE', 'Float64'],
  ['DATE', 'Date32'],
  ['TIMESTAMP', wallClock],
  ['VARCHAR', 'String'],
]
const toClickHouse = new Map(types)
const toDuckdb = new Map(types.map(([duckdb, clickhouse]) => [clickhouse, duckdb]))

/** Without Nullable. Other types are kept as texts. */
export function clickhouseType(duckdb: string): string {
  const decimal = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(duckdb)
  if (decimal) return `Decimal(${decimal[1]}, ${decimal[2]})`
  return toClickHouse.get(duckdb) ?? 'String'
}

/** A type that no load makes stays as it is. */
export function duckdbType(clickhouse: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(clickhouse)?.[1]
  if (inner !== undefined) return duckdbType(inner)
  const decimal = /^Decimal\((\d+), (\d+)\)$/.exec(clickhouse)
  if (decimal) return `DECIMAL(${decimal[1]},${decimal[2]})`
  return toDuckdb.get(clickhouse) ?? clickhouse
}

/** Days that ClickHouse can keep. */
export const isDay = (duckdb: string): boolean => duckdb === 'DATE' || duckdb === 'TIMESTAMP'
export const leastDay = '1900-01-01'
export const mostDay = '2299-12-31'

export const named = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
export const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A row's key as ClickHouse compares it: as a text, and whether it is missing, so that two missing values agree. */
export const keyText = (column: string): string => `isNull(${column}), ifNull(toString(${column}), '')`
/** The day of a row, likewise. */
export const keyDay = (column: string): string =>
  `isNull(${column}), ifNull(toDate32(${column}), toDate32('${leastDay}'))`

/** What is known of former versions: of hidden tables, and of loads that can be taken out again. */
export const formersTable = '.formers'
export const createFormers = `CREATE TABLE IF NOT EXISTS ${named(formersTable)} (id String, uuid String, of String, replaced_at String,
  until String, by Nullable(Int64), kept String, rows Int64, columns Int64, is_step UInt8)
  ENGINE = MergeTree ORDER BY (of, replaced_at)`

/** The loads of a table that was built anew, by its id: some of them have no rows left. */
export const loadsTable = '.loads'
export const createLoads = `CREATE TABLE IF NOT EXISTS ${named(loadsTable)} (uuid String, told String, rows Int64, noted_at DateTime DEFAULT now())
  ENGINE = MergeTree ORDER BY uuid`
