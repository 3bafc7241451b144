// A table of the product's own on ClickHouse: made beside it by DuckDB's statements, sent to a hidden table, and put
// into the place of the former one in one step.
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { OwnPlace, OwnTable, OwnWriting } from '#server/warehouse/ownTableTypes.ts'
import { quoteName, quoteText } from '#server/warehouse/snapshot/describe.ts'
import type { PublishedTable } from '#server/warehouse/snapshot/manifest.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import { named } from './columns.ts'
import { columnsOf, inPassage, writeLines } from './sending.ts'
import { type ClickHouseWriter, loadText } from './writer.ts'

const longestReadMs = 10 * 60_000

export const writeOwnThere = (
  { settings, warehouse }: OwnPlace,
  writer: ClickHouseWriter,
  own: OwnTable,
  write: (writing: OwnWriting) => Promise<void>,
): Promise<string> =>
  inPassage(settings.dataDir, async (passage) => {
    const { connection, folder } = passage
    const { name, comment, comments, order, signal } = own
    signal.throwIfAborted()
    const former = (await writer.tables()).find((table) => table.name.toLowerCase() === name)
    if (former) {
      own.accept(former)
      await writer.refuseEngine(former.name)
      await connection.run(`ATTACH ${quoteText(join(folder, 'former.duckdb'))} AS former`)
      await bring(connection, warehouse, former, signal)
    }
    const generation = Date.now()
    await write({ connection, generation, former: former ? `former.${quoteName(former.name)}` : null })
    const columns = (await columnsOf(connection, name)).map((column) => ({
      ...column,
      comment: comments[column.name] ?? '',
    }))
    const load = { at: new Date(generation).toISOString(), digest: String(generation), source: comment }
    const { path, rows } = await writeLines(passage, name, { columns, load: loadText(load) })
    signal.throwIfAborted()
    const staged = await writer.stage({ columns, comment, order })
    const id = await writer.idOf(staged)
    try {
      await writer.send(staged, path, { token: load.digest, rows })
      // Also of a table without rows it is known then what it holds.
      await writer.noteLoads(id as string, [{ ...load, rows, file: '' }])
      signal.throwIfAborted()
      if (former) await writer.exchange(staged, former.name)
      else await writer.name(staged, name)
    } catch (error) {
      await writer.discard(staged, id).catch(() => undefined)
      throw error
    }
    // Where this fails, the nightly job drops it.
    if (former) await writer.drop(staged).catch(() => undefined)
    return (await writer.present()).find((table) => table.name === (former?.name ?? name))?.updatedAt ?? ''
  })

/** Copies the table's rows into `former`, by the account that reads. */
async function bring(
  connection: DuckDBConnection,
  warehouse: Warehouse,
  { name, columns }: PublishedTable,
  signal: AbortSignal,
): Promise<void> {
  const texts = columns.map((column) => `${quoteName(column.name)} VARCHAR`)
  await connection.run(`CREATE TEMP TABLE brought (${texts.join(', ')})`)
  const appender = await connection.createAppender('brought', 'main', 'temp')
  await warehouse.run({
    sql: `SELECT ${columns.map((column) => named(column.name)).join(', ')} FROM ${named(name)}`,
    pool: 'report',
    timeoutMs: longestReadMs,
    signal,
    onChunk: (chunk) => {
      const cells = chunk.columns.map((text) => JSON.parse(text) as (string | number | null)[])
      for (let row = 0; row < chunk.rowCount; row += 1) {
        for (const column of cells) {
          const cell = column[row] ?? null
          if (cell === null) appender.appendNull()
          else appender.appendVarchar(String(cell))
        }
        appender.endRow()
      }
    },
  })
  appender.closeSync()
  const typed = columns.map(
    (column) => `CAST(${quoteName(column.name)} AS ${column.type}) AS ${quoteName(column.name)}`,
  )
  await connection.run(`CREATE TABLE former.${quoteName(name)} AS SELECT ${typed.join(', ')} FROM brought`)
  await connection.run('DROP TABLE brought')
}
