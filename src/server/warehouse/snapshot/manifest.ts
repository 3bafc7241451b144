// What is published: which file holds which table. `current.json` is the only truth; a file that it does not
// name does not exist for readers. It is written aside, synced and renamed, so it is always whole.
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhysicalTable } from '../../../semantic/model/types.ts'

export interface PublishedTable extends PhysicalTable {
  /** Name of the file in the warehouse's folder. */
  file: string
}

export interface Manifest {
  /** Grows by every publication; part of the names of new files. */
  generation: number
  tables: PublishedTable[]
  /** Files that no table uses any more, kept for a while so that a publication can be taken back. */
  retained: { file: string; until: string }[]
}

export const emptyManifest: Manifest = { generation: 0, tables: [], retained: [] }

export function warehouseFolder(dataDir: string): string {
  return join(dataDir, 'warehouse')
}

export function manifestPath(folder: string): string {
  return join(folder, 'current.json')
}

/** Catalog name under which a reader attaches a file. */
export function catalogOf(file: string): string {
  return file.replace(/\.duckdb$/, '').replaceAll('-', '_')
}

export function filesOf(manifest: Manifest): string[] {
  return [...new Set(manifest.tables.map((table) => table.file))]
}

export function stillRetained(manifest: Manifest): Manifest['retained'] {
  const now = new Date().toISOString()
  return manifest.retained.filter((entry) => entry.until > now)
}

const filePattern = /^facts-(\d+)\.duckdb(\.wal)?$/

export function dataFileName(generation: number): string {
  return `facts-${String(generation).padStart(6, '0')}.duckdb`
}

/** Generation in the name of a data file or of its log; null for other files. */
export function generationOf(name: string): number | null {
  const match = filePattern.exec(name)
  return match ? Number(match[1]) : null
}

/** Reads what is published; an absent manifest is an empty warehouse, a damaged one is an error that names it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = manifestPath(folder)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyManifest
    throw error
  }
  return checked(text, path)
}

function checked(text: string, path: string): Manifest {
  let value: Partial<Manifest>
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(`${path} is damaged: not JSON`)
  }
  const whole =
    Number.isSafeInteger(value?.generation) &&
    Array.isArray(value.tables) &&
    Array.isArray(value.retained) &&
    value.tables.every((table) => generationOf(table?.file ?? '') !== null && Array.isArray(table.columns))
  if (!whole) throw new Error(`${path} is damaged: fields are missing`)
  return value as Manifest
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = manifestPath(folder)
  const aside = `${path}.new`
  await rm(aside, { force: true })
  const file = await open(aside, 'w')
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
  await syncPath(folder)
}

/** Makes a file's bytes, or a folder's entries, last through a power cut. */
export async function syncPath(path: string): Promise<void> {
  // Windows cannot open a folder; its file system logs renames itself.
  const handle = await open(path, 'r').catch(() => null)
  if (!handle) return
  try {
    await handle.sync()
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    await handle.close()
  }
}

/** The next generation: above every name ever seen here, so that no name is used twice. */
export async function nextGeneration(folder: string, manifest: Manifest): Promise<number> {
  const names = await readdir(folder)
  const seen = names.map((name) => generationOf(name) ?? 0)
  return Math.max(manifest.generation, ...seen) + 1
}
