// Where checks read: in the warehouse, or beside the rows of a load that is not published yet.
import type { DuckDBConnection } from '@duckdb/node-api'
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import type { Deps } from '#server/deps.ts'
import type { ArrivingLoad, LoadThere } from '#server/warehouse/import/guard.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { openTable } from '#server/warehouse/snapshot/attach.ts'
import { warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { tableParts } from '#server/warehouse/snapshot/parts.ts'
import { AppError } from '#shared/errors.ts'
import { readYears } from '#features/calendar/server/index.ts'
import { markedColumns, reportProposer } from '#features/config/server/index.ts'
import { readOwnLabels } from '#features/dictionary/server/index.ts'
import { columnType, type Looked } from './evaluate.ts'

type Read = Pick<Deps, 'settings' | 'metadata'>
/** A table that has no definition is reported by nobody: its first column of days is taken. */
export async function dateColumnOf(
  { metadata }: Read,
  { name, columns }: { name: string; columns: readonly { name: string; type: string }[] },
): Promise<string | null> {
  const known = await reportProposer.known(metadata, name)
  if (known?.dateColumn) return columns.find((column) => column.name === known.dateColumn)?.name ?? null
  return known ? null : (columns.find(({ type }) => columnType(type) === 'day')?.name ?? null)
}

const shared = ({ settings, metadata }: Read) => ({
  clock: settings,
  now: new Date(),
  codes: async (id: number) => {
    const labels = (await readOwnLabels(metadata.db, [id])).get(id)
    return labels ? [...labels.keys()] : null
  },
  calendar: async (from: number, to: number) =>
    (await readYears(metadata, from, to)).flatMap(({ days }) =>
      days.map(({ day, kind, name }) => ({ day, kind, name })),
    ),
})

/** Longer than reports: nobody waits for the page. */
const longestMs = 120_000

/** Null where the table is gone. */
export async function lookAtTable(
  deps: Pick<Deps, 'settings' | 'metadata' | 'warehouse'>,
  name: string,
  signal: AbortSignal,
): Promise<Looked | null> {
  const { warehouse } = deps
  const { identifier } = warehouse.dialect === 'clickhouse' ? clickhouse : duckdb
  const find = async (wanted: string) => {
    const table = warehouse.tables().find((one) => tableKey(one.name) === tableKey(wanted))
    if (!table) return null
    return {
      name: table.name,
      columns: table.columns,
      rows: identifier(table.name),
      dateColumn: await dateColumnOf(deps, table),
    }
  }
  const table = await find(name)
  if (!table) return null
  return {
    ...shared(deps),
    marked: await markedColumns(deps.metadata.db, table.name),
    dialect: warehouse.dialect,
    table,
    arriving: null,
    joins: false,
    other: find,
    run: async (sql) => {
      const { chunks, columns } = await warehouse.run({
        sql,
        pool: 'report',
        limit: 100_000,
        timeoutMs: longestMs,
        signal,
      })
      const cells = columns.map((_, at) =>
        chunks.flatMap((chunk) => JSON.parse(chunk.columns[at] ?? '[]') as (string | number | null)[]),
      )
      return (cells[0] ?? []).map((_, row) => cells.map((column) => column[row] ?? null))
    },
  }
}

export async function lookAtLoad(deps: Read, load: ArrivingLoad): Promise<Looked> {
  const { connection, table, columns, dateColumn, joins, published, signal, there } = load
  const whole = async () => there?.whole ?? (await load.whole())
  const folder = warehouseFolder(deps.settings.dataDir)
  return {
    ...shared(deps),
    marked: await markedColumns(deps.metadata.db, table),
    dialect: there ? 'clickhouse' : 'duckdb',
    table: { name: table, columns, dateColumn, rows: await whole() },
    arriving: there?.arriving ?? load.arriving,
    joins,
    other: async (wanted) => {
      // The table that is loaded, as it would be.
      if (tableKey(wanted) === tableKey(table))
        return { name: table, columns, dateColumn, rows: await whole() }
      const other = published.find(({ name }) => tableKey(name) === tableKey(wanted))
      if (!other) return null
      return {
        name: other.name,
        columns: other.columns,
        rows: there
          ? clickhouse.identifier(other.name)
          : await openTable(connection, folder, other.name, tableParts(other)),
        dateColumn: await dateColumnOf(deps, other),
      }
    },
    run: (sql) => (there ? askWithin(there, sql) : runWithin(connection, sql, signal)),
  }
}

const tooLong = () => new AppError('query_failed', `校验超过 ${longestMs / 1000} 秒，停了下来`)

async function askWithin(there: LoadThere, sql: string): Promise<(string | number | null)[][]> {
  try {
    return (await there.ask(sql, longestMs)) as (string | number | null)[][]
  } catch (error) {
    throw error instanceof AppError && error.code === 'query_timeout' ? tooLong() : error
  }
}

/** The connection writes the load: a statement that takes too long is stopped, not the load. */
async function runWithin(
  connection: DuckDBConnection,
  sql: string,
  signal: AbortSignal | undefined,
): Promise<(string | number | null)[][]> {
  signal?.throwIfAborted()
  let isOver = false
  const stop = () => connection.interrupt()
  const timer = setTimeout(() => {
    isOver = true
    stop()
  }, longestMs)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const reader = await connection.runAndReadAll(sql)
    return reader.getRowsJson() as (string | number | null)[][]
  } catch (error) {
    signal?.throwIfAborted()
    if (isOver) throw tooLong()
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
