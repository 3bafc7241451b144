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
  type AddedPart,
  dataFileName,
  emptyManifest,
  type FormerTable,
  filesOf,
  formerFilesOf,
  formersOf,
  type Manifest,
  mostLoads,
  nextGeneration,
  type PublishedTable,
  partsOf,
  readManifest,
  stillRetained,
  syncPath,
  type TableLoad,
  untilOf,
  warehouseFolder,
  withFormer,
  writeManifest,
} from './snapshot/manifest.ts'
import { hiddenRows, noteParts, preparePart } from './snapshot/parts.ts'
import { publicationSpill, sweepLocked } from './snapshot/sweep.ts'

export interface Writer {
  /** Connection to the new, empty file. Every table made in its main schema is published. */
  connection: DuckDBConnection
  generation: number
  /** The currently published tables; a new table replaces one of the same name. */
  published: PublishedTable[]
}

export interface Publication {
  generation: number
  /** The tables that this publication wrote, as they are now. */
  tables: PublishedTable[]
  /** Takes the publication back: the replaced tables are in force again. */
  undo(): Promise<void>
  /** Removes the replaced tables; `undo` is impossible afterwards. */
  confirm(): Promise<void>
}

interface PublishOptions {
  /**
   * How the new tables join the published ones of the same name. `replace`: they take their place. `add`: their
   * rows are added, and those that `hideRows` listed are gone. `merge`: the new table has the rows of the last
   * parts, which are `files`, and takes their place; nothing changes for readers.
   */
  joins?: { how: 'replace' } | { how: 'add' } | { how: 'merge'; files: readonly string[] }
  /** What is loaded into the one table that is written, to be remembered with it. */
  load?: Pick<TableLoad, 'digest' | 'source' | 'held'>
  /** Keeps the replaced table to be taken back later, with what this returns. */
  former?: () => Pick<FormerTable, 'kept' | 'by'>
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
    const { joins = { how: 'replace' }, undoable = false, load, former } = options
    const tables = await writeFile(folder, file, { generation, before, write, joins, ...(load && { load }) })
    await writeManifest(
      folder,
      replaceTables(before, {
        generation,
        written: tables,
        undoable,
        former,
        isStep: joins.how !== 'replace',
      }),
    )
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
      formers: formersOf(before).filter(({ table }) => !names.includes(table.name)),
    })
    await sweepLocked(folder)
  })
}

export async function locked<T>(folder: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const lock = await takePublishLock(folder, waitMs)
  try {
    return await work()
  } catch (error) {
    throw storageFailure(error) ?? error
  } finally {
    lock.release()
  }
}

interface Writing {
  generation: number
  before: Manifest
  write: (writer: Writer) => Promise<void>
  joins: NonNullable<PublishOptions['joins']>
  load?: NonNullable<PublishOptions['load']>
}

async function writeFile(folder: string, file: string, writing: Writing): Promise<PublishedTable[]> {
  const path = join(folder, file)
  const spill = join(folder, `${publicationSpill}${writing.generation}`)
  await mkdir(folder, { recursive: true })
  try {
    const tables = await build(path, spill, file, writing)
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
  file: string,
  { generation, before, write, joins, load }: Writing,
): Promise<PublishedTable[]> {
  // Loaded on demand: the server publishes seldom and reads in other processes.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path, engineSettings({ share: 1, spill }))
  try {
    const connection = await instance.connect()
    try {
      if (joins.how !== 'replace') await preparePart(connection)
      await write({ connection, generation, published: before.tables })
      const described = await describeTables(connection, new Date().toISOString())
      const tables: PublishedTable[] = []
      for (const table of described) {
        const hides = joins.how === 'replace' ? {} : await hiddenRows(connection)
        const loads = load ? [{ ...load, at: table.updatedAt, rows: table.rowCount, file }] : []
        tables.push(joined(before, { ...table, file, ...(load && { loads }) }, hides, joins))
      }
      if (joins.how !== 'replace') await noteParts(connection, tables)
      await connection.run('CHECKPOINT')
      return tables
    } finally {
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
}

/** What the manifest says of a table once the new file, which has `written`, counts. */
function joined(
  { tables }: Manifest,
  written: PublishedTable,
  hides: AddedPart['hides'],
  joins: Writing['joins'],
): PublishedTable {
  if (joins.how === 'replace') return written
  const before = tables.find(({ name }) => name === written.name)
  if (before === undefined) throw new Error(`there is no table ${written.name} that the rows could join`)
  if (shapeOf(before) !== shapeOf(written))
    throw new Error(`the new part of ${written.name} has other columns`)
  const { file, rowCount: rows, updatedAt, loads: fresh = [] } = written
  const { added = [], content = before.file, loads = [], ...rest } = before
  const remembered = [...loads, ...fresh].slice(-mostLoads)
  const kept = remembered.length > 0 ? { ...rest, loads: remembered } : rest
  const part = { file, rows, hides }
  if (joins.how === 'add') {
    const gone = Object.values(hides).reduce((sum, hidden) => sum + hidden, 0)
    return {
      ...kept,
      updatedAt,
      rowCount: kept.rowCount + rows - gone,
      added: [...added, part],
      content: file,
    }
  }
  const { files } = joins
  if (partsOf(before).slice(-files.length).join() !== files.join())
    throw new Error(`rows were added to ${written.name} while its parts were merged`)
  if (files.length > added.length) return { ...kept, file, content }
  return { ...kept, added: [...added.slice(0, -files.length), part], content }
}

const shapeOf = ({ columns }: PhysicalTable): string =>
  JSON.stringify(columns.map(({ name, type }) => [name, type]))

function sameName(table: { name: string }, names: Set<string>): boolean {
  return names.has(table.name.toLowerCase())
}

interface Replacing {
  generation: number
  written: PublishedTable[]
  undoable: boolean
  former: PublishOptions['former'] | undefined
  /** Rows join those that are there. */
  isStep: boolean
}

function replaceTables(
  before: Manifest,
  { generation, written, undoable, former, isStep }: Replacing,
): Manifest {
  const names = new Set(written.map((table) => table.name.toLowerCase()))
  const tables = [...before.tables.filter((table) => !sameName(table, names)), ...written]
  const replacedTables = former ? before.tables.filter((table) => sameName(table, names)) : []
  const now = new Date()
  const formers = replacedTables.reduce<FormerTable[]>(
    (all, table) =>
      withFormer(all, {
        table,
        replacedAt: now.toISOString(),
        until: untilOf(now),
        ...(former?.() ?? { kept: null }),
        ...(isStep && { isStep }),
      }),
    formersOf(before),
  )
  const used = new Set([...tables, ...formers.map(({ table }) => table)].flatMap(partsOf))
  const until = new Date(Date.now() + undoTime).toISOString()
  const replaced = allFilesOf(before).filter((name) => undoable && !used.has(name))
  return {
    generation,
    tables,
    retained: [...stillRetained(before), ...replaced.map((name) => ({ file: name, until }))],
    fingerprints: before.fingerprints,
    formers,
  }
}

/** With those of former versions. */
const allFilesOf = (manifest: Manifest): string[] => [
  ...new Set([...filesOf(manifest), ...formerFilesOf(manifest)]),
]

/** Without a part that is not the last one. */
function withoutPart(given: PublishedTable, file: string): PublishedTable {
  const { added = [], rowCount, ...rest } = given
  const table = rest.loads ? { ...rest, loads: rest.loads.filter((load) => load.file !== file) } : rest
  const left = added.filter((part) => part.file !== file)
  const gone = added.find((part) => part.file === file)
  if (gone === undefined) return { ...table, rowCount, added }
  const hiddenByIt = Object.values(gone.hides).reduce((sum, rows) => sum + rows, 0)
  const hiddenInIt = left.reduce((sum, { hides }) => sum + (hides[file] ?? 0), 0)
  return { ...table, rowCount: rowCount - gone.rows + hiddenByIt + hiddenInIt, added: left }
}

function takingBack(folder: string, before: Manifest, file: string) {
  const change = (next: (now: Manifest) => Manifest) =>
    locked(folder, 120_000, async () => {
      const now = await readManifest(folder)
      await writeManifest(folder, { ...next(now), generation: await nextGeneration(folder, now) })
      await sweepLocked(folder)
    })
  /** The table as it was, or without the part if others were added meanwhile; null: gone. */
  const former = (table: PublishedTable): PublishedTable | null => {
    if (partsOf(table).at(-1) !== file) return withoutPart(table, file)
    const was = before.tables.find((one) => sameName(one, new Set([table.name.toLowerCase()])))
    // Rows were erased meanwhile: the table as it was has files that are gone.
    const known = new Set(was && partsOf(was))
    if (partsOf(table).some((one) => one !== file && !known.has(one))) return withoutPart(table, file)
    return was ?? null
  }
  const isOurs = (now: Manifest, { name }: PublishedTable) =>
    now.tables.some((table) => table.name === name && partsOf(table).at(-1) === file)
  const giveUp = (now: Manifest) => {
    const files = new Set(allFilesOf(before))
    return now.retained.filter((entry) => !files.has(entry.file))
  }
  return {
    undo: () =>
      change((now) => ({
        ...now,
        // Only of this publication: a newer one may have been published meanwhile.
        tables: now.tables.flatMap((table) =>
          partsOf(table).includes(file) ? (former(table) ?? []) : table,
        ),
        // Of the table that is in force again, nothing is former that was not before.
        formers: [
          ...formersOf(now).filter(({ table }) => !isOurs(now, table)),
          ...formersOf(before).filter(({ table }) => isOurs(now, table)),
        ],
        retained: giveUp(now),
      })),
    confirm: async () => {
      const now = await readManifest(folder)
      if (now.retained.length > 0) await change((latest) => ({ ...latest, retained: giveUp(latest) }))
    },
  }
}
