// Removes a value's rows from loads that are held back. Each file is written anew beside itself and then renamed, while
// nobody publishes: a release reads it then.
import { rename, rm } from 'node:fs/promises'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { engineSettings } from '#server/warehouse/duckdb/engineSettings.ts'
import { foldedId, foldedSql } from '#server/warehouse/identity.ts'
import { locked } from '#server/warehouse/publish.ts'
import { describeTables, quoteName, quoteText } from '#server/warehouse/snapshot/describe.ts'
import { syncPath, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { heldFile } from './files.ts'

/** Returns how many rows are gone. */
export async function eraseHeld(
  { settings: { dataDir }, metadata: { db } }: Pick<Deps, 'settings' | 'metadata'>,
  value: string,
  columnsOf: (table: PhysicalTable) => readonly string[],
): Promise<number> {
  let gone = 0
  const rows = await db
    .selectFrom('data_hold')
    .select(['id', 'uid', 'table_name'])
    .where('state', 'in', ['held', 'releasing'])
    .execute()
  // One file at a time, each under the lock for as long as it takes.
  for (const { id, uid, table_name } of rows) {
    const path = heldFile(dataDir, uid)
    const left = await locked(warehouseFolder(dataDir), 120_000, () =>
      withoutValue(path, { table_name, value, columnsOf }),
    )
    if (left === null) continue
    gone += left.gone
    await db.updateTable('data_hold').set({ rows: left.rows }).where('id', '=', id).execute()
  }
  return gone
}

interface Held {
  table_name: string
  value: string
  columnsOf: (table: PhysicalTable) => readonly string[]
}

async function withoutValue(
  path: string,
  { table_name, value, columnsOf }: Held,
): Promise<{ gone: number; rows: number } | null> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const fresh = `${path}.new`
  await rm(fresh, { force: true })
  const instance = await DuckDBInstance.create(path, {
    ...engineSettings({ share: 2 }),
    access_mode: 'READ_ONLY',
  }).catch(() => null)
  // Released or discarded meanwhile.
  if (instance === null) return null
  let counts: [number, number]
  try {
    const connection = await instance.connect()
    const [table] = await describeTables(connection, '')
    const columns = table ? columnsOf({ ...table, name: table_name }) : []
    const typeOf = new Map(table?.columns.map((column) => [column.name, column.type]))
    const id = quoteText(foldedId(value))
    const holds = columns.map(
      (column) => `coalesce(${foldedSql(quoteName(column), typeOf.get(column) ?? '')} = ${id}, false)`,
    )
    if (holds.length === 0) return null
    const count = async (where: string) =>
      Number(
        (
          await connection.runAndReadAll(`SELECT count(*)::DOUBLE FROM main.rows WHERE ${where}`)
        ).getRows()[0]?.[0] ?? 0,
      )
    counts = [await count(holds.join(' OR ')), await count(`NOT (${holds.join(' OR ')})`)]
    if (counts[0] === 0) return null
    await connection.run(`ATTACH ${quoteText(fresh)} AS fresh`)
    await connection.run(
      `CREATE TABLE fresh.main.rows AS SELECT * FROM main.rows WHERE NOT (${holds.join(' OR ')})`,
    )
    await connection.run('CHECKPOINT fresh')
    await connection.run('DETACH fresh')
  } finally {
    instance.closeSync()
  }
  await syncPath(fresh)
  await rename(fresh, path)
  return { gone: counts[0], rows: counts[1] }
}
