// Former versions of replaced tables: kept for a while, and exchanged with the present one on demand.
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { locked } from './publish.ts'
import { findFileDamage } from './snapshot/check.ts'
import {
  type FormerTable,
  formersOf,
  nextGeneration,
  type PublishedTable,
  partsOf,
  readManifest,
  untilOf,
  warehouseFolder,
  writeManifest,
} from './snapshot/manifest.ts'
import { sweepLocked } from './snapshot/sweep.ts'

interface Exchange {
  former: FormerTable
  present: PublishedTable | undefined
  /** Puts the former version in force, and keeps the present one with what `kept` says of it. */
  swap(kept: unknown): Promise<void>
}

/** While nobody publishes. `work` calls `swap` last: before it, nothing has changed. */
export async function exchangeFormer(
  dataDir: string,
  name: string,
  work: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const folder = warehouseFolder(dataDir)
  await locked(folder, 120_000, async () => {
    const now = await readManifest(folder)
    const isNamed = (table: { name: string }) => table.name.toLowerCase() === name.toLowerCase()
    const former = formersOf(now).find(({ table }) => isNamed(table))
    if (!former) throw new AppError('object_missing', `数据表「${name}」没有可以取回的上一版`)
    for (const file of partsOf(former.table)) {
      const damage = await findFileDamage(join(folder, file), now.fingerprints[file])
      if (damage) throw new AppError('warehouse_damaged', `上一版的数据文件 ${file} ${damage}，不能取回`)
    }
    const present = now.tables.find(isNamed)
    const swap = async (kept: unknown) => {
      const at = new Date()
      const left = present ? [{ table: present, replacedAt: at.toISOString(), until: untilOf(at), kept }] : []
      await writeManifest(folder, {
        ...now,
        generation: await nextGeneration(folder, now),
        tables: [...now.tables.filter((table) => !isNamed(table)), former.table],
        formers: [...formersOf(now).filter(({ table }) => !isNamed(table)), ...left],
      })
    }
    await work({ former, present, swap })
    await sweepLocked(folder)
  })
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
