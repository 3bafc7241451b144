// Repairs the published warehouse where the manifest or a data file is damaged. Each file is read whole. An
// unreadable file is named and set aside, and its tables are no longer published; a changed file is accepted
// as it is. A missing manifest is rebuilt: of tables with the same name the newest file's wins, as it would
// have in the manifest.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { engineSettings } from '../duckdb/engineSettings.ts'
import { findFileDamage } from './check.ts'
import { describeTables, quoteName } from './describe.ts'
import { fingerprintOf } from './fingerprint.ts'
import { takePublishLock } from './lock.ts'
import {
  emptyManifest,
  filesOf,
  generationOf,
  type Manifest,
  ManifestProblem,
  manifestPath,
  nextGeneration,
  type PublishedTable,
  readManifest,
  writeManifest,
} from './manifest.ts'

export interface Rebuilt {
  tables: PublishedTable[]
  /** Unreadable files under their new names, and the published tables lost with them. */
  left: { file: string; problem: string; tables: string[] }[]
  /** Files that differ from what was published and are accepted as they are. */
  changed: string[]
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
  const tables: PublishedTable[] = []
  const left: Rebuilt['left'] = []
  const changed: string[] = []
  for (const file of filesOf(manifest)) {
    const own = manifest.tables.filter((table) => table.file === file)
    const read = await tablesOf(folder, file).catch((error: Error) => error)
    if (read instanceof Error) {
      left.push({ ...(await leave(folder, file, read)), tables: own.map(({ name }) => name) })
    } else if (await isChanged(folder, file, manifest)) {
      changed.push(file)
      tables.push(...read.filter(({ name }) => own.some((table) => table.name === name)))
    } else tables.push(...own)
  }
  if (left.length === 0 && changed.length === 0) return null
  const generation = await nextGeneration(folder, manifest)
  const gone = [...changed, ...left.map(({ file }) => file.replace(/\.unread$/, ''))]
  const fingerprints = Object.fromEntries(
    Object.entries(manifest.fingerprints).filter(([file]) => !gone.includes(file)),
  )
  await writeManifest(folder, { generation, tables, retained: manifest.retained, fingerprints })
  return { tables, left, changed, isAnew: false, before: null }
}

async function isChanged(folder: string, file: string, { fingerprints }: Manifest): Promise<boolean> {
  const published = fingerprints[file]
  return published !== undefined && published !== (await fingerprintOf(join(folder, file)))
}

async function makeAnew(folder: string): Promise<Rebuilt> {
  const tables = new Map<string, PublishedTable>()
  const left: Rebuilt['left'] = []
  const generation = await nextGeneration(folder, emptyManifest)
  for (const file of await dataFiles(folder)) {
    try {
      for (const table of await tablesOf(folder, file)) tables.set(table.name.toLowerCase(), table)
    } catch (error) {
      left.push({ ...(await leave(folder, file, error as Error)), tables: [] })
    }
  }
  const before = await setAside(manifestPath(folder))
  const manifest = { ...emptyManifest, generation, tables: [...tables.values()] }
  await writeManifest(folder, manifest)
  return { tables: manifest.tables, left, changed: [], isAnew: true, before }
}

/** Oldest first. */
async function dataFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => generationOf(name) !== null && !name.endsWith('.wal'),
  )
  return names.sort((one, other) => (generationOf(one) ?? 0) - (generationOf(other) ?? 0))
}

/** Throws where the file, or one of its blocks, can't be read. */
async function tablesOf(folder: string, file: string): Promise<PublishedTable[]> {
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
    connection.closeSync()
    return tables.map((table) => ({ ...table, file }))
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
