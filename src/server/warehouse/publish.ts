// Publishes tables: writes them to a file of a new generation, closes it, syncs it, and only then names it in
// the manifest. When a publication is killed, the previous one stays in force.
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { storageFailure } from '../storage.ts'
import { engineSettings } from './duckdb/engineSettings.ts'
import { describeTables } from './snapshot/describe.ts'
import { takePublishLock } from './snapshot/lock.ts'
import {
  dataFileName,
  emptyManifest,
  filesOf,
  type Manifest,
  nextGeneration,
  type PublishedTable,
  readManifest,
  stillRetained,
  syncPath,
  warehouseFolder,
  writeManifest,
} from './snapshot/manifest.ts'
import { publicationSpill, sweepLocked } from './snapshot/sweep.ts'

export interface Writer {
  /** Connection to the new, empty file. Every table made in it is published. */
  connection: DuckDBConnection
  generation: number
  /** The currently published tables; a new table replaces one of the same name. */
  published: PublishedTable[]
}

export interface Publication {
  generation: number
  /** The tables that this publication wrote. */
  tables: PhysicalTable[]
  /** Takes the publication back: the replaced tables are in force again. */
  undo(): Promise<void>
  /** Removes the replaced tables; `undo` is impossible afterwards. */
  confirm(): Promise<void>
}

interface PublishOptions {
  /** Keep the replaced tables until `confirm`; otherwise they may be removed at once. */
  undoable?: boolean
  /** How long to wait for another publication to end. */
  waitMs?: number
}

/** How long the tables replaced by an undoable publication are kept when nobody confirms it (ms). */
const undoTime = 10 * 60_000

export async function publish(
  dataDir: string,
  write: (writer: Writer) => Promise<void>,
  options: PublishOptions = {},
): Promise<Publication> {
  const folder = warehouseFolder(dataDir)
  return locked(folder, options.waitMs ?? 120_000, async () => {
    const before = await readManifest(folder)
    // Written before the first data file: a data file without a manifest counts as damage.
    if (before === emptyManifest) await writeManifest(folder, before)
    const generation = await nextGeneration(folder, before)
    // Otherwise leftovers of killed publications would pile up until one succeeds.
    await sweepLocked(folder)
    const file = dataFileName(generation)
    const tables = await writeFile(folder, file, generation, before, write)
    const after = replaceTables(before, generation, tables, options.undoable ?? false)
    await writeManifest(folder, after)
    await sweepLocked(folder)
    return { generation, tables, ...takingBack(folder, before, file) }
  })
}

/** Removes tables from the published ones. */
export async function unpublish(dataDir: string, names: string[]): Promise<void> {
  const folder = warehouseFolder(dataDir)
  await locked(folder, 120_000, async () => {
    const before = await readManifest(folder)
    const tables = before.tables.filter((table) => !names.includes(table.name))
    await writeManifest(folder, {
      generation: await nextGeneration(folder, before),
      tables,
      retained: stillRetained(before),
      fingerprints: before.fingerprints,
    })
    await sweepLocked(folder)
  })
}

async function locked<T>(folder: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const lock = await takePublishLock(folder, waitMs)
  try {
    return await work()
  } catch (error) {
    throw storageFailure(error) ?? error
  } finally {
    lock.release()
  }
}

async function writeFile(
  folder: string,
  file: string,
  generation: number,
  before: Manifest,
  write: (writer: Writer) => Promise<void>,
): Promise<PhysicalTable[]> {
  const path = join(folder, file)
  const spill = join(folder, `${publicationSpill}${generation}`)
  await mkdir(folder, { recursive: true })
  try {
    const tables = await build(path, spill, generation, before, write)
    if (existsSync(`${path}.wal`)) throw new Error(`${file} was closed with changes left in its log`)
    await syncPath(path)
    await syncPath(folder)
    return tables
  } catch (error) {
    await rm(path, { force: true })
    await rm(`${path}.wal`, { force: true })
    throw error
  } finally {
    await rm(spill, { force: true, recursive: true })
  }
}

async function build(
  path: string,
  spill: string,
  generation: number,
  before: Manifest,
  write: (writer: Writer) => Promise<void>,
): Promise<PhysicalTable[]> {
  // Loaded on demand: the server publishes seldom and reads in other processes.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path, engineSettings({ share: 1, spill }))
  try {
    const connection = await instance.connect()
    try {
      await write({ connection, generation, published: before.tables })
      const tables = await describeTables(connection, new Date().toISOString())
      await connection.run('CHECKPOINT')
      return tables
    } finally {
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
}

function sameName(table: { name: string }, names: Set<string>): boolean {
  return names.has(table.name.toLowerCase())
}

function replaceTables(before: Manifest, generation: number, written: PhysicalTable[], undoable: boolean) {
  const names = new Set(written.map((table) => table.name.toLowerCase()))
  const file = dataFileName(generation)
  const tables: PublishedTable[] = before.tables.filter((table) => !sameName(table, names))
  tables.push(...written.map((table) => ({ ...table, file })))
  const used = new Set(tables.map((table) => table.file))
  const until = new Date(Date.now() + undoTime).toISOString()
  const replaced = filesOf(before).filter((name) => undoable && !used.has(name))
  return {
    generation,
    tables,
    retained: [...stillRetained(before), ...replaced.map((name) => ({ file: name, until }))],
    fingerprints: before.fingerprints,
  }
}

function takingBack(folder: string, before: Manifest, file: string) {
  const change = (next: (now: Manifest) => Manifest) =>
    locked(folder, 120_000, async () => {
      const now = await readManifest(folder)
      await writeManifest(folder, { ...next(now), generation: await nextGeneration(folder, now) })
      await sweepLocked(folder)
    })
  const replaced = (now: Manifest) => {
    // Takes back only this publication's tables: a newer one may have been published meanwhile.
    const ours = new Set(now.tables.filter((t) => t.file === file).map((t) => t.name.toLowerCase()))
    return before.tables.filter((table) => sameName(table, ours))
  }
  const giveUp = (now: Manifest) => {
    const files = new Set(filesOf(before))
    return now.retained.filter((entry) => !files.has(entry.file))
  }
  return {
    undo: () =>
      change((now) => ({
        ...now,
        tables: [...now.tables.filter((table) => table.file !== file), ...replaced(now)],
        retained: giveUp(now),
      })),
    confirm: async () => {
      const now = await readManifest(folder)
      if (now.retained.length > 0) await change((latest) => ({ ...latest, retained: giveUp(latest) }))
    },
  }
}
