// Copies tables with their rows from DuckDB to ClickHouse.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Log } from '#server/log.ts'
import type { Settings } from '#server/settings.ts'
import { clickhouseType as loadedType } from '#server/warehouse/clickhouse/writing/columns.ts'
import { openWarehouseStores, type WarehouseStores } from '#server/warehouse/openStores.ts'
import type { ClickHouse } from '../clickhouse.ts'

/** Also of columns that no load has. */
export const clickhouseType = (type: string): string => {
  if (/^TIMESTAMP_\w+$/.test(type)) return loadedType('TIMESTAMP')
  return type === 'TIMESTAMP WITH TIME ZONE' ? 'DateTime64(6)' : loadedType(type)
}

/** Copies all tables of the connection's schema, or the given ones; every column becomes nullable. */
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
    await to.run(insert, {
      database,
      settings: { max_query_size: 1_000_000_000, date_time_input_format: 'best_effort' },
    })
  }
}

const backquoted = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``

/**
 * Copies the tables that the statements make on DuckDB into a new database, opened as the server opens it; returns
 * its name.
 */
export async function copyHouse(
  to: ClickHouse,
  statements: string[],
  settings: Settings,
  log: Log,
  { writes = false, sql = false }: { writes?: boolean | undefined; sql?: boolean | undefined } = {},
): Promise<{
  database: string
  address: string
  writer: string | null
  users: string | null
  stores: WarehouseStores
}> {
  // Unique among all test processes, which share one server, and among the files of one process.
  const database = `house_${process.hrtime.bigint()}`
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const statement of statements) await connection.run(statement)
  await to.run(`CREATE DATABASE ${database}`)
  await copyTables(connection, to, { database })
  connection.closeSync()
  const address = `${to.readerAddress}/${database}`
  const writer = writes ? `${to.address}/${database}` : null
  const users = sql ? `${to.sqlAddress}/${database}` : null
  const stores = await openWarehouseStores(
    { ...settings, warehouse: address, warehouseWriter: writer, warehouseSql: users },
    log,
  )
  return { database, address, writer, users, stores }
}
