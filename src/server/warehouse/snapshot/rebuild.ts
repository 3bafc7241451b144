// Repairs the published warehouse where the manifest or a data file is damaged. Each file is read whole. An
// unreadable file is named and set aside, and its tables are no longer published; a changed file is accepted
// as it is. A missing manifest is rebuilt: of tables with the same name the newest file's wins, as it would
// have in the manifest, unless an older version was taken back after it.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { engineSettings } from '../duckdb/engineSettings.ts'
import { findFileDamage } from './check.ts'
import { describeTables, quoteName } from './describe.ts'
import { lastInForce, readExchanged } from './exchanged.ts'
import { fingerprintOf } from './fingerprint.ts'
import { takePublishLock } from './lock.ts'
import {
  emptyManifest,
  type FormerTable,
  filesOf,
  formerFilesOf,
  formersOf,
  generationOf,
  type Manifest,
  ManifestProblem,
  manifestPath,
  nextGeneration,
  type PublishedTable,
  partsOf,
  readManifest,
  untilOf,
  withFormer,
  writeManifest,
} from './manifest.ts'
import { type NotedPart, readNoted } from './parts.ts'

export interface Rebuilt {
  tables: PublishedTable[]
  /** Unreadable files under their new names, and the published tables lost with them. */
  left: { file: string; problem: string; tables: string[] }[]
  /** Tables of which some files, and the rows in them, are lost. */
  lessened: { table: string; files: string[] }[]
  /** Files that differ from what was published and are accepted as they are. */
  changed: string[]
  /** Former versions of tables, which can be taken back, as far as they can be read. */
  formers: FormerTable[]
  /** Whether the manifest had to be rebuilt. */
  isAnew: boolean
  /** Where the damaged manifest is now. */
  before: string | null
}

/** Null where nothing is damaged: then nothing is done. */
export async function rebuildManifest(folder: string): Promise<Rebuilt | null> {
  await mkdir(folder, { recursive: true })
  const lock = await takePublishLock(folder, 10_000)
  try {
    const manifest = await readIfWhole(folder)
    return manifest ? await mend(folder, manifest) : await makeAnew(folder)
  } finally {
    lock.release()
  }
}

async function readIfWhole(folder: string): Promise<Manifest | null> {
  try {
    return await readManifest(folder)
  } catch (error) {
    if (error instanceof ManifestProblem) return null
    throw error
  }
}

async function mend(folder: string, manifest: Manifest): Promise<Rebuilt | null> {
  const left: Rebuilt['left'] = []
  const changed: string[] = []
  const read: ReadFiles = new Map()
  for (const file of new Set([...filesOf(manifest), ...formerFilesOf(manifest)])) {
    const found = await tablesOf(folder, file).catch((error: Error) => error)
    if (found instanceof Error) {
      const own = manifest.tables.filter((table) => partsOf(table).includes(file))
      left.push({ ...(await leave(folder, file, found)), tables: own.map(({ name }) => name) })
      continue
    }
    read.set(file, found)
    if (await isChanged(folder, file, manifest)) changed.push(file)
  }
  if (left.length === 0 && changed.length === 0) return null
  const tables: PublishedTable[] = []
  const lessened: Rebuilt['lessened'] = []
  for (const table of manifest.tables) {
    const isWhole = partsOf(table).every((file) => read.has(file) && !changed.includes(file))
    const rest = isWhole ? table : composed(table, read)
    if (rest) tables.push(rest)
    else left.push(...(await leaveRest(folder, table, read)))
    const lost = partsOf(table).filter((file) => !read.has(file))
    if (rest && lost.length > 0) lessened.push({ table: table.name, files: lost })
  }
  const formers = formersOf(manifest).filter(({ table }) => partsOf(table).every((file) => read.has(file)))
  const generation = await nextGeneration(folder, manifest)
  const gone = [...changed, ...left.map(({ file }) => file.replace(/\.unread$/, ''))]
  const fingerprints = Object.fromEntries(
    Object.entries(manifest.fingerprints).filter(([file]) => !gone.includes(file)),
  )
  await writeManifest(folder, { ...manifest, generation, tables, fingerprints, formers })
  const rest = unlessened(left, lessened)
  return { tables, left: rest, lessened, changed, formers, isAnew: false, before: null }
}

/** A table of which rows are left is not gone. */
const unlessened = (left: Rebuilt['left'], lessened: Rebuilt['lessened']): Rebuilt['left'] =>
  left.map(({ tables, ...one }) => ({
    ...one,
    tables: tables.filter((name) => !lessened.some(({ table }) => table === name)),
  }))

/** Files that could be read whole. */
type ReadFiles = Map<string, ReadFile>

interface ReadFile {
  tables: PhysicalTable[]
  noted: NotedPart[]
}

/**
 * The table as far as its files could be read; null where nothing of it can be shown. Without a part that
 * replaced rows of others, the replaced rows would be back.
 */
function composed(table: PublishedTable, read: ReadFiles): PublishedTable | null {
  const { added: given = [], content: _, ...kept } = table
  if (given.some(({ file, hides }) => !read.has(file) && Object.keys(hides).length > 0)) return null
  const files = partsOf(table).filter((file) => read.has(file))
  const described = (file: string) => read.get(file)?.tables.find(({ name }) => name === table.name)
  const [first] = files
  const newest = described(files.at(-1) ?? '')
  if (first === undefined || newest === undefined) return null
  const added = given
    .filter(({ file }) => file !== first && read.has(file))
    .map(({ file, hides }) => ({
      file,
      rows: described(file)?.rowCount ?? 0,
      hides: Object.fromEntries(Object.entries(hides).filter(([older]) => read.has(older))),
    }))
  const hidden = added.flatMap(({ hides }) => Object.values(hides)).reduce((sum, rows) => sum + rows, 0)
  const rowCount = files.reduce((sum, file) => sum + (described(file)?.rowCount ?? 0), -hidden)
  const { columns, comment, updatedAt } = newest
  const rest = { ...kept, columns, comment, updatedAt, rowCount, file: first }
  return added.length > 0 ? { ...rest, added } : rest
}

/** The readable files of a table that can't be shown. */
async function leaveRest(folder: string, table: PublishedTable, read: ReadFiles): Promise<Rebuilt['left']> {
  const left: Rebuilt['left'] = []
  const isShared = (file: string) => (read.get(file)?.tables.length ?? 0) > 1
  for (const file of partsOf(table).filter((one) => read.has(one) && !isShared(one)))
    left.push({
      ...(await leave(folder, file, new Error('同一张表的另一个文件读不出来'))),
      tables: [table.name],
    })
  return left
}

async function isChanged(folder: string, file: string, { fingerprints }: Manifest): Promise<boolean> {
  const published = fingerprints[file]
  return published !== undefined && published !== (await fingerprintOf(join(folder, file)))
}

interface Version {
  /** The file in which the version was found. */
  file: string
  generation: number
  table: PublishedTable
}

async function makeAnew(folder: string): Promise<Rebuilt> {
  const read: ReadFiles = new Map()
  const left: Rebuilt['left'] = []
  const versions = new Map<string, Version[]>()
  const generation = await nextGeneration(folder, emptyManifest)
  for (const file of await dataFiles(folder)) {
    try {
      const found = await tablesOf(folder, file)
      read.set(file, found)
      for (const table of found.tables) {
        const key = table.name.toLowerCase()
        const version = {
          file,
          generation: generationOf(file) ?? 0,
          table: asNoted(table, file, found.noted),
        }
        versions.set(key, [...(versions.get(key) ?? []), version])
      }
    } catch (error) {
      left.push({ ...(await leave(folder, file, error as Error)), tables: [] })
    }
  }
  const exchanged = await readExchanged(folder)
  const inForce = [...versions].flatMap(([key, own]) => lastInForce(own, exchanged[key]) ?? [])
  const older = [...versions.values()].flat().filter((version) => !inForce.includes(version))
  const tables: PublishedTable[] = []
  const lessened: Rebuilt['lessened'] = []
  for (const { table } of inForce) {
    const rest = composed(table, read)
    if (rest) tables.push(rest)
    else left.push(...(await leaveRest(folder, table, read)))
    const lost = partsOf(table).filter((file) => !read.has(file))
    if (rest && lost.length > 0) lessened.push({ table: table.name, files: lost })
  }
  const formers = formersAmong(
    older.toSorted((one, other) => one.generation - other.generation).map(({ table }) => table),
    tables,
    read,
  )
  const before = await setAside(manifestPath(folder))
  await writeManifest(folder, { ...emptyManifest, generation, tables, formers })
  return { tables, left, lessened, changed: [], formers, isAnew: true, before }
}

/** Older tables of a name are former versions, but for what a newer version has rows of. */
function formersAmong(
  older: readonly PublishedTable[],
  tables: readonly PublishedTable[],
  read: ReadFiles,
): FormerTable[] {
  const used = new Set(tables.flatMap(partsOf))
  const now = new Date()
  const found: FormerTable[] = []
  for (const table of older.toReversed()) {
    const files = partsOf(table)
    if (files.some((file) => used.has(file) || !read.has(file))) continue
    for (const file of files) used.add(file)
    found.push({ table, replacedAt: table.updatedAt, until: untilOf(now), kept: null })
  }
  return found.reverse().reduce<FormerTable[]>(withFormer, [])
}

/** A table of the file, with the older files whose rows it has, too. */
function asNoted(table: PhysicalTable, file: string, noted: readonly NotedPart[]): PublishedTable {
  const [first, ...added] = noted.filter((part) => part.table === table.name)
  if (first === undefined || added.length === 0) return { ...table, file }
  return {
    ...table,
    file: first.file,
    added: added.map(({ file: own, rows, hides }) => ({ file: own, rows, hides })),
  }
}

/** Oldest first. */
async function dataFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => generationOf(name) !== null && !name.endsWith('.wal'),
  )
  return names.sort((one, other) => (generationOf(one) ?? 0) - (generationOf(other) ?? 0))
}

/** Throws where the file, or one of its blocks, can't be read. */
async function tablesOf(folder: string, file: string): Promise<ReadFile> {
  const path = join(folder, file)
  const problem = (await findFileDamage(path)) ?? (existsSync(`${path}.wal`) ? '写入时中断，未曾发布' : null)
  if (problem) throw new Error(problem)
  const { mtime } = await stat(path)
  const settings = { ...engineSettings({ share: 1 }), access_mode: 'READ_ONLY' }
  const instance = await DuckDBInstance.create(path, settings)
  try {
    const connection = await instance.connect()
    const tables = await describeTables(connection, mtime.toISOString())
    for (const { name } of tables) await readWhole(connection, name)
    const noted = await readNoted(connection)
    connection.closeSync()
    return { tables, noted }
  } finally {
    instance.closeSync()
  }
}

/** Reads each block, which verifies its checksum. */
async function readWhole(connection: DuckDBConnection, table: string): Promise<void> {
  await connection.run(`SELECT bit_xor(hash(t)) FROM ${quoteName(table)} AS t`)
}

/** Renamed, because sweeping would delete a file without tables. */
async function leave(
  folder: string,
  file: string,
  { message }: Error,
): Promise<{ file: string; problem: string }> {
  const left = [file, `${file}.wal`].filter((name) => existsSync(join(folder, name)))
  for (const name of left) await rename(join(folder, name), join(folder, `${name}.unread`))
  return { file: left.length > 0 ? `${file}.unread` : file, problem: message }
}

async function setAside(path: string): Promise<string | null> {
  if (!existsSync(path)) return null
  const aside = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
  await rename(path, aside)
  return aside
}
