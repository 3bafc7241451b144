// Makes the manifest anew of the data files that are there, where it is missing or damaged. Of tables of one name the
// newest file's counts, as the manifest would have said; what can't be read is named and left as it lies.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { engineSettings } from '../duckdb/engineSettings.ts'
import { findFileDamage } from './check.ts'
import { describeTables } from './describe.ts'
import { takePublishLock } from './lock.ts'
import {
  emptyManifest,
  generationOf,
  ManifestProblem,
  manifestPath,
  nextGeneration,
  type PublishedTable,
  readManifest,
  writeManifest,
} from './manifest.ts'

export interface Rebuilt {
  tables: PublishedTable[]
  /** Files that could not be read, under the names that they have now. */
  left: { file: string; problem: string }[]
  /** Where the damaged manifest lies now. */
  before: string | null
}

/** Null where the manifest is whole: nothing is done then. */
export async function rebuildManifest(folder: string): Promise<Rebuilt | null> {
  await mkdir(folder, { recursive: true })
  const lock = await takePublishLock(folder, 10_000)
  try {
    if (await isWhole(folder)) return null
    const tables = new Map<string, PublishedTable>()
    const left: Rebuilt['left'] = []
    const generation = await nextGeneration(folder, emptyManifest)
    for (const file of await dataFiles(folder)) {
      try {
        for (const table of await tablesOf(folder, file)) tables.set(table.name.toLowerCase(), table)
      } catch (error) {
        left.push({ file: await leaveUnswept(folder, file), problem: (error as Error).message })
      }
    }
    const before = await setAside(manifestPath(folder))
    await writeManifest(folder, { generation, tables: [...tables.values()], retained: [] })
    return { tables: [...tables.values()], left, before }
  } finally {
    lock.release()
  }
}

async function isWhole(folder: string): Promise<boolean> {
  try {
    await readManifest(folder)
    return true
  } catch (error) {
    if (error instanceof ManifestProblem) return false
    throw error
  }
}

/** Oldest first. */
async function dataFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => generationOf(name) !== null && !name.endsWith('.wal'),
  )
  return names.sort((one, other) => (generationOf(one) ?? 0) - (generationOf(other) ?? 0))
}

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
    connection.closeSync()
    return tables.map((table) => ({ ...table, file }))
  } finally {
    instance.closeSync()
  }
}

/** Under its name it would be swept, as no table is in it. */
async function leaveUnswept(folder: string, file: string): Promise<string> {
  for (const name of [file, `${file}.wal`]) {
    if (existsSync(join(folder, name))) await rename(join(folder, name), join(folder, `${name}.unread`))
  }
  return `${file}.unread`
}

async function setAside(path: string): Promise<string | null> {
  if (!existsSync(path)) return null
  const aside = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
  await rename(path, aside)
  return aside
}
