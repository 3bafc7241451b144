// Former versions of replaced tables: kept for a while, and exchanged with the present one on demand.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { locked } from './publish.ts'
import { findFileDamage } from './snapshot/check.ts'
import { noteExchanged } from './snapshot/exchanged.ts'
import {
  type FormerTable,
  formersNamed,
  formersOf,
  nextGeneration,
  type PublishedTable,
  partsOf,
  readManifest,
  untilOf,
  warehouseFolder,
  withFormer,
  writeManifest,
} from './snapshot/manifest.ts'
import { sweepLocked } from './snapshot/sweep.ts'

interface Exchange {
  former: FormerTable
  present: PublishedTable | undefined
  /**
   * Puts the former version in force, or `table` in its place, and keeps the present one with what `kept` says of it.
   */
  swap(kept: unknown, table?: PublishedTable): Promise<void>
}

interface Wanted {
  table: string
  /** When the version was replaced; the last one where absent. */
  replacedAt?: string | undefined
  /** Who takes it back: a user's id; null at the terminal. */
  by: number | null
}

/** While nobody publishes. `work` calls `swap` last: before it, nothing has changed. */
export async function exchangeFormer(
  dataDir: string,
  { table: name, replacedAt, by }: Wanted,
  work: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const folder = warehouseFolder(dataDir)
  await locked(folder, 120_000, async () => {
    const now = await readManifest(folder)
    const isNamed = (table: { name: string }) => table.name.toLowerCase() === name.toLowerCase()
    const own = formersNamed(now, name)
    const former = replacedAt === undefined ? own[0] : own.find((one) => one.replacedAt === replacedAt)
    if (!former)
      throw new AppError(
        'object_missing',
        own.length > 0
          ? `数据表「${name}」的这一版已不在，请重新选择`
          : `数据表「${name}」没有可以取回的上一版`,
      )
    for (const file of partsOf(former.table)) {
      const damage = await findFileDamage(join(folder, file), now.fingerprints[file])
      if (damage) throw new AppError('warehouse_damaged', `上一版的数据文件 ${file} ${damage}，不能取回`)
    }
    const present = now.tables.find(isNamed)
    const swap = async (kept: unknown, table = former.table) => {
      const at = new Date()
      const rest = formersOf(now).filter((one) => one !== former)
      const left = present && { table: present, replacedAt: at.toISOString(), until: untilOf(at), kept, by }
      const generation = await nextGeneration(folder, now)
      const file = partsOf(table).at(-1) ?? table.file
      await noteExchanged(folder, table.name, { file, generation })
      await writeManifest(folder, {
        ...now,
        generation,
        tables: [...now.tables.filter((one) => !isNamed(one)), table],
        formers: left ? withFormer(rest, left) : rest,
      })
    }
    await work({ former, present, swap })
    await sweepLocked(folder)
  })
}

export interface ListedFormer extends FormerTable {
  /** Of its files. */
  bytes: number
}

/** Newest first, by table. */
export async function listFormers(dataDir: string): Promise<ListedFormer[]> {
  const folder = warehouseFolder(dataDir)
  const formers = formersOf(await readManifest(folder)).toReversed()
  const sizeOf = async (file: string) => (await stat(join(folder, file)).catch(() => null))?.size ?? 0
  return Promise.all(
    formers.map(async (former) => {
      const sizes = await Promise.all(partsOf(former.table).map(sizeOf))
      return { ...former, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    }),
  )
}

/** Deletes those whose time is over; returns their names. */
export async function dropFormers(dataDir: string, now = new Date()): Promise<string[]> {
  const folder = warehouseFolder(dataDir)
  return locked(folder, 120_000, async () => {
    const manifest = await readManifest(folder)
    const over = formersOf(manifest).filter(({ until }) => until <= now.toISOString())
    if (over.length === 0) return []
    const generation = await nextGeneration(folder, manifest)
    const formers = formersOf(manifest).filter((former) => !over.includes(former))
    await writeManifest(folder, { ...manifest, generation, formers })
    await sweepLocked(folder)
    return over.map(({ table }) => table.name)
  })
}
