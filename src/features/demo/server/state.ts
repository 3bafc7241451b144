// The demo's stored state, and the lock for changing it.

import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/objects/types.ts'
import { tryNamedLock } from '#server/warehouse/snapshot/lock.ts'
import { type PublishedTable, readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { AppError } from '#shared/errors.ts'
import type { DemoRefusal } from '../contract.ts'
import { hashTable } from './hashing.ts'
import type { DemoState } from './tables.ts'

/** Without a warehouse reader, so that a command can do the work, too. */
export type DemoDeps = Pick<Deps, 'settings' | 'metadata'>

export const warehouseKind = 'warehouse'

export const readState = (db: Db): Promise<DemoState | undefined> =>
  db.selectFrom('demo_state').selectAll().where('id', '=', 1).executeTakeFirst() as Promise<
    DemoState | undefined
  >

/** Runs one work at a time, across all processes on the data folder. Throws server_busy. */
export async function alone<Result>(
  { settings }: Pick<Deps, 'settings'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await tryNamedLock(warehouseFolder(settings.dataDir), 'demo')
  if (!lock) throw new AppError('server_busy', '演示数据正在生成或移除，请稍候')
  try {
    return await work()
  } finally {
    lock.release()
  }
}

export function assertEmbedded({ warehouse }: Pick<Deps['settings'], 'warehouse'>): void {
  if (warehouse !== 'embedded')
    throw new AppError(
      'warehouse_readonly',
      '数据仓库是 ClickHouse，本系统只读取它，不能在其中生成演示数据；请另设 DATA_DIR、用内置的数据仓库试用',
    )
}

export async function publishedTables({ dataDir }: Deps['settings']): Promise<PublishedTable[]> {
  return (await readManifest(warehouseFolder(dataDir))).tables
}

/**
 * The demo's published tables: with unchanged hashes; while it is being made, the tables in the one file recorded
 * before publication.
 */
export async function ownTables(
  db: Db,
  { state, file }: DemoState,
  published: readonly PublishedTable[],
  names: readonly string[],
): Promise<PublishedTable[]> {
  if (state === 'making')
    return file === null ? [] : published.filter((table) => table.file === file && names.includes(table.name))
  const rows = await db.selectFrom('demo_row').selectAll().where('kind', '=', warehouseKind).execute()
  const hashes = new Map(rows.map(({ key, hash }) => [key, hash]))
  return published.filter((table) => hashes.get(table.name) === hashTable(table))
}

export const refused = (code: 'name_taken' | 'object_in_use', message: string, data: DemoRefusal): AppError =>
  new AppError(code, message, data)
