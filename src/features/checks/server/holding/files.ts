// Rows of loads that are held back: a file each beside the warehouse, written whole before the row that names it.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Deps } from '#server/deps.ts'
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import { syncPath } from '#server/warehouse/snapshot/manifest.ts'

const folderOf = (dataDir: string): string => join(dataDir, 'held')
export const heldFile = (dataDir: string, uid: string): string => join(folderOf(dataDir), `${uid}.duckdb`)

const catalog = 'held_load'
/** The kept rows, for use after FROM. */
export const heldRows = `${catalog}.main.rows`

/** Returns how many rows there are. */
export async function keepRows(
  connection: DuckDBConnection,
  dataDir: string,
  uid: string,
  rows: string,
): Promise<number> {
  await mkdir(folderOf(dataDir), { recursive: true })
  const path = heldFile(dataDir, uid)
  await connection.run(`ATTACH ${quoteText(path)} AS ${catalog}`)
  try {
    await connection.run(`CREATE TABLE ${heldRows} AS FROM ${rows}`)
    await connection.run(`CHECKPOINT ${catalog}`)
    const reader = await connection.runAndReadAll(`SELECT count(*)::DOUBLE FROM ${heldRows}`)
    return Number(reader.getRows()[0]?.[0] ?? 0)
  } finally {
    await connection.run(`DETACH ${catalog}`)
    await syncPath(path)
    await syncPath(folderOf(dataDir))
  }
}

export const openRows = async (connection: DuckDBConnection, dataDir: string, uid: string): Promise<void> =>
  void (await connection.run(`ATTACH ${quoteText(heldFile(dataDir, uid))} AS ${catalog} (READ_ONLY)`))

export const closeRows = async (connection: DuckDBConnection): Promise<void> =>
  void (await connection.run(`DETACH DATABASE IF EXISTS ${catalog}`))

export async function dropRows(dataDir: string, uid: string): Promise<void> {
  const path = heldFile(dataDir, uid)
  await rm(path, { force: true })
  await rm(`${path}.wal`, { force: true })
}

/** Files that no undecided load names: left by a kill. */
async function sweepRows(dataDir: string, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folderOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const uid = name.split('.')[0] ?? ''
    if (!kept.has(uid)) await rm(join(folderOf(dataDir), name), { force: true })
  }
}

/** At the start: files that a kill left. */
export async function sweepHeld({ settings, metadata }: Pick<Deps, 'settings' | 'metadata'>): Promise<void> {
  const rows = await metadata.db
    .selectFrom('data_hold')
    .select('uid')
    .where('state', 'in', ['held', 'releasing'])
    .execute()
  await sweepRows(settings.dataDir, new Set(rows.map(({ uid }) => uid)))
}
