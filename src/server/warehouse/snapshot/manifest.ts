// Which file holds which published table. `current.json` is the only truth; readers never see a file that it
// does not name. It is written under a temporary name, synced and renamed, so it is always complete.
import { createHash } from 'node:crypto'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { saveFile } from '#server/files/whole.ts'
import { AppError } from '#shared/errors.ts'
import { fingerprintOf } from './fingerprint.ts'

/** Rows that were added to a table after its first file was written. */
export interface AddedPart {
  /** File name in the warehouse's folder; the file has the table under its name. */
  file: string
  /** Rows in the file. */
  rows: number
  /** Rows of earlier parts, by file, that this part replaces. The part's file lists them (parts.ts). */
  hides: Record<string, number>
}

export interface PublishedTable extends PhysicalTable {
  /** File name in the warehouse's folder: of all rows, or of those that no later part added. */
  file: string
  /** Oldest first; absent where the table is one file. */
  added?: AddedPart[]
  /** The file that last changed the rows; absent where it is `file`. Merging changes files, but not the rows. */
  content?: string
  /** What was loaded since the table was last replaced, oldest first; the last of many. */
  loads?: TableLoad[]
}

export interface TableLoad {
  /** SHA-256 of what was loaded: equal content is loaded once. */
  digest: string
  /** Name for users: of a file. */
  source: string
  /** ISO. */
  at: string
  rows: number
  /** The file that was written. */
  file: string
  /** Of a load that checks had held back: its id there. */
  held?: string
}

/** So many loads are remembered for a table. */
export const mostLoads = 1000

/** Of the table's rows. After a restore a file name may recur, but not with the same time. */
export const versionOf = ({ file, content = file, updatedAt }: PublishedTable): string =>
  `${content} ${updatedAt}`

/** A replaced table, which can be taken back until its time is over. */
export interface FormerTable {
  table: PublishedTable
  /** ISO. */
  replacedAt: string
  until: string
  /** What the definitions said of it, for whoever takes it back. */
  kept: unknown
  /** Id of the user who replaced it; null: at the terminal. Absent in earlier releases. */
  by?: number | null
  /** Rows were added to it, and nothing replaced: of such versions a table has one, however often rows come. */
  isStep?: true
}

const formerDays = 30
/** Of one table; the oldest goes first. */
export const mostFormers = 10
export const untilOf = (at: Date): string => new Date(at.getTime() + formerDays * 86_400_000).toISOString()

export interface Manifest {
  /** Incremented by every publication; part of new files' names. */
  generation: number
  tables: PublishedTable[]
  /** Files that no table uses any more, kept for a while so that a publication can be taken back. */
  retained: { file: string; until: string }[]
  /** Each file's fingerprint at publication (fingerprint.ts). */
  fingerprints: Record<string, string>
  /** Of replaced tables, oldest first; absent in earlier releases. */
  formers?: FormerTable[]
}

export const emptyManifest: Manifest = { generation: 0, tables: [], retained: [], fingerprints: {} }

export function warehouseFolder(dataDir: string): string {
  return join(dataDir, 'warehouse')
}

/** Folder of kept sums of its facts. */
export const sumsFolder = (dataDir: string): string => join(dataDir, 'report-sums')

export function manifestPath(folder: string): string {
  return join(folder, 'current.json')
}

/** Catalog name under which a reader attaches a file. */
export function catalogOf(file: string): string {
  return file.replace(/\.duckdb$/, '').replaceAll('-', '_')
}

/** Files that hold the table's rows, oldest first. */
export const partsOf = ({ file, added = [] }: Pick<PublishedTable, 'file' | 'added'>): string[] => [
  file,
  ...added.map((part) => part.file),
]

export function filesOf(manifest: Manifest): string[] {
  return [...new Set(manifest.tables.flatMap(partsOf))]
}

export const formersOf = ({ formers = [] }: Manifest): FormerTable[] => formers

/** Those of a table, newest first. */
export const formersNamed = (manifest: Manifest, name: string): FormerTable[] =>
  formersOf(manifest)
    .filter(({ table }) => table.name.toLowerCase() === name.toLowerCase())
    .reverse()

/** With one more, and as many as are kept of each table. */
export function withFormer(formers: readonly FormerTable[], former: FormerTable): FormerTable[] {
  const key = former.table.name.toLowerCase()
  const isOwn = ({ table }: FormerTable) => table.name.toLowerCase() === key
  const all = [...formers.filter((one) => !(former.isStep && one.isStep && isOwn(one))), former]
  const own = all.filter(isOwn)
  const over = own.slice(0, Math.max(0, own.length - mostFormers))
  return all.filter((one) => !over.includes(one))
}

export const formerFilesOf = (manifest: Manifest): string[] =>
  formersOf(manifest).flatMap(({ table }) => partsOf(table))

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

/** The manifest is damaged; the files are unchanged. */
export class ManifestProblem extends AppError {
  /** Message for the terminal, with the full path. */
  readonly told: string

  constructor(path: string, problem: string) {
    super('warehouse_damaged', sentence('warehouse/current.json', problem))
    this.name = 'ManifestProblem'
    this.told = sentence(path, problem)
  }
}

const sentence = (path: string, problem: string): string =>
  `数据仓库的清单 ${path} ${problem}。数据文件未被改动；请停止服务后由数据文件重建清单：npm run repair，` +
  '或用备份恢复：npm run restore -- 备份文件'

/**
 * Reads the manifest. The first publication writes a manifest before its file, so a missing manifest means an
 * empty warehouse only where there are no data files either. Files are swept only by a manifest that was read
 * whole.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = manifestPath(folder)
  const text = await readIfThere(path)
  if (text !== null) return checked(text, path)
  if (!(await hasDataFiles(folder))) return emptyManifest
  // The first publication may have happened in between.
  const late = await readIfThere(path)
  if (late === null) throw new ManifestProblem(path, '不见了，而数据文件还在')
  return checked(late, path)
}

const readIfThere = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

async function hasDataFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).some((name) => generationOf(name) !== null)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function checked(text: string, path: string): Manifest {
  let value: Partial<Manifest> & { sum?: string }
  try {
    value = JSON.parse(text)
  } catch {
    throw new ManifestProblem(path, '已损坏（不是 JSON）')
  }
  const whole =
    Number.isSafeInteger(value?.generation) &&
    Array.isArray(value.tables) &&
    Array.isArray(value.retained) &&
    value.tables.every((table) => isWhole(table))
  if (!whole) throw new ManifestProblem(path, '已损坏（缺少内容）')
  const { sum, ...manifest } = value as Manifest & { sum?: string }
  // A manifest of an earlier release without a checksum gets one at the next start.
  if (sum === undefined && manifest.fingerprints === undefined) return { ...manifest, fingerprints: {} }
  if (sum !== sumOf(manifest)) throw new ManifestProblem(path, '与写下时不同，可能已损坏')
  return manifest
}

const isWhole = (table: PublishedTable | null): boolean =>
  table !== null &&
  Array.isArray(table.columns) &&
  Array.isArray(table.added ?? []) &&
  partsOf(table).every((file) => generationOf(file ?? '') !== null)

/** Over its content, ignoring whitespace. */
const sumOf = (manifest: Manifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** Fingerprints of new files are taken now. */
export async function writeManifest(folder: string, given: Manifest): Promise<void> {
  const path = manifestPath(folder)
  const manifest: Manifest = { ...given, fingerprints: await fingerprintsOf(folder, given) }
  const text = JSON.stringify({ ...manifest, sum: sumOf(manifest) }, null, 1)
  await saveFile(path, `${text}\n`, { aside: `${path}.new` })
  await syncPath(folder)
}

async function fingerprintsOf(folder: string, manifest: Manifest): Promise<Record<string, string>> {
  const retained = manifest.retained.map(({ file }) => file)
  const known: Record<string, string> = {}
  for (const file of [...new Set([...filesOf(manifest), ...formerFilesOf(manifest), ...retained])]) {
    const own = manifest.fingerprints[file] ?? (await fingerprintIfThere(join(folder, file)))
    if (own !== null) known[file] = own
  }
  return known
}

/** Missing files are reported by their reader. */
const fingerprintIfThere = (path: string): Promise<string | null> =>
  fingerprintOf(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/** Makes a file's bytes, or a folder's entries, survive a power cut. */
export async function syncPath(path: string): Promise<void> {
  // Windows can't open a folder; its file system logs renames itself.
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

/** The next generation: above every name ever used here, so that no name is used twice. */
export async function nextGeneration(folder: string, manifest: Manifest): Promise<number> {
  const names = await readdir(folder)
  const seen = names.map((name) => generationOf(name) ?? 0)
  return Math.max(manifest.generation, ...seen) + 1
}
