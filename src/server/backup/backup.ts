// Writes the whole installation into one archive while the server works: metadata, the published warehouse,
// settings and pictures, and at the end a list of all files with their hashes.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { Metadata } from '../metadata/open.ts'
import type { MetadataSnapshot } from '../metadata/types.ts'
import { isAlive } from '../process/alive.ts'
import { readSecret, secretFingerprint } from '../secret.ts'
import { takeStillness } from '../warehouse/snapshot/lock.ts'
import {
  filesOf,
  formerFilesOf,
  formersOf,
  manifestPath,
  readManifest,
  syncPath,
  warehouseFolder,
} from '../warehouse/snapshot/manifest.ts'
import { dumpParts } from './dump.ts'
import { dumpName, linesOf } from './dumpFile.ts'
import type { DumpPart } from './parts.ts'
import { sealedSecretName } from './passphrase.ts'
import { TarWriter } from './tar.ts'

export const listName = 'backup.json'

export interface BackupList {
  /** Format 1 has the metadata as one JSON text. */
  format: 1 | 2
  madeAt: string
  files: { name: string; size: number; sha256: string }[]
  /** Fingerprint of the secret that encrypts stored texts; absent in backups of earlier releases. */
  secret?: string | null
}

interface Backup {
  list: BackupList
  /** Rows of the metadata. */
  rows: number
  /** Bytes of the files. */
  bytes: number
  /** Former versions of replaced tables, which can be taken back. */
  formers: number
}

/**
 * `path` must not exist; the archive appears whole or not at all. The data folder is only read, so its disk
 * may be full.
 */
export async function writeBackup(
  dataDir: string,
  metadata: Metadata,
  path: string,
  /** The encrypted secret to include; null leaves it out. */
  sealedSecret: Buffer | null = null,
): Promise<Backup> {
  const aside = `${path}.${process.pid}${asideEnding}`
  await clearLeftovers(dataDir, path)
  try {
    const made = await holdStill(dataDir, metadata, async (snapshot, warehouse, formers) => {
      const settings = await fileAt(dataDir, 'settings.json')
      const others = [...(await filesBelow(dataDir, 'brand')), ...settings]
      const parts = new Counted(dumpParts(snapshot, metadata.tables))
      const secret = readSecret(dataDir)
      const sealed = sealedSecret ? [textSource(sealedSecretName, sealedSecret)] : []
      const list = await archive(aside, parts, [...warehouse, ...others, ...sealed], {
        secret: secret && secretFingerprint(secret),
      })
      const bytes = list.files.reduce((sum, { size }) => sum + size, 0)
      return { list, rows: parts.rows, bytes, formers }
    })
    await rename(aside, path)
    await syncPath(dirname(path))
    return made
  } finally {
    await rm(aside, { force: true })
  }
}

class Counted implements AsyncIterable<DumpPart> {
  readonly #parts: AsyncIterable<DumpPart>
  rows = 0

  constructor(parts: AsyncIterable<DumpPart>) {
    this.#parts = parts
  }

  async *[Symbol.asyncIterator]() {
    for await (const part of this.#parts) {
      if ('row' in part) this.rows += 1
      yield part
    }
  }
}

interface Source {
  name: string
  read(): AsyncIterable<Buffer>
}

/**
 * Opens the warehouse's files (immutable, and readable even after a later publication removes them) and takes
 * a snapshot of the metadata, both while publications are blocked. `work` may then take its time.
 */
async function holdStill<Result>(
  dataDir: string,
  metadata: Metadata,
  work: (snapshot: MetadataSnapshot, warehouse: Source[], formers: number) => Promise<Result>,
): Promise<Result> {
  const folder = warehouseFolder(dataDir)
  const lock = await takeStillness(folder, 120_000)
  const held: FileHandle[] = []
  let isHeld = true
  const release = () => {
    if (isHeld) lock.release()
    isHeld = false
  }
  try {
    const manifest = await readManifest(folder)
    const warehouse: Source[] = []
    const nameOf = (path: string) => relative(dataDir, path).replaceAll('\\', '/')
    for (const file of new Set([...filesOf(manifest), ...formerFilesOf(manifest)])) {
      const handle = await open(join(folder, file), 'r')
      held.push(handle)
      const read = () => handle.createReadStream({ start: 0, autoClose: false, highWaterMark: pieceBytes })
      warehouse.push({ name: nameOf(join(folder, file)), read })
    }
    if (manifest.generation > 0) {
      const text = await readFile(manifestPath(folder))
      warehouse.push(textSource(nameOf(manifestPath(folder)), text))
    }
    return await metadata.snapshot((snapshot) => {
      release()
      return work(snapshot, warehouse, formersOf(manifest).length)
    })
  } finally {
    release()
    for (const handle of held) await handle.close()
  }
}

const pieceBytes = 1024 * 1024
/** Earlier releases linked the warehouse's files under a second name. */
const stagePrefix = 'backup-'
const asideEnding = '.partial'

/** Removes what killed backups left behind. */
async function clearLeftovers(dataDir: string, path: string): Promise<void> {
  const asides = new RegExp(`^${RegExp.escape(basename(path))}\\.(\\d+)${RegExp.escape(asideEnding)}$`)
  await clearDead(dataDir, new RegExp(`^${stagePrefix}(\\d+)$`))
  await clearDead(dirname(path), asides)
}

/** `pattern` captures the id of the process that made the file. */
async function clearDead(folder: string, pattern: RegExp): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const pid = Number(pattern.exec(name)?.[1] ?? process.pid)
    if (!isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

const textSource = (name: string, text: Buffer): Source => ({ name, read: () => Readable.from([text]) })

const fileSource = (name: string, path: string): Source => ({
  name,
  read: () => createReadStream(path, { highWaterMark: pieceBytes }),
})

async function filesBelow(root: string, folder: string): Promise<Source[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => fileSource(path.slice(root.length + 1).replaceAll('\\', '/'), path))
    .sort((one, other) => one.name.localeCompare(other.name))
}

async function fileAt(root: string, name: string): Promise<Source[]> {
  const path = join(root, name)
  return (await stat(path).catch(() => null)) ? [fileSource(name, path)] : []
}

async function archive(
  path: string,
  parts: AsyncIterable<DumpPart>,
  sources: Source[],
  about: Pick<BackupList, 'secret'>,
): Promise<BackupList> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'wx', 0o600)
  try {
    const tar = new TarWriter(file)
    const list: BackupList = { format: 2, madeAt: new Date().toISOString(), files: [], ...about }
    const add = async (name: string, chunks: AsyncIterable<Buffer>) => {
      const hash = createHash('sha256')
      const size = await tar.add(name, hashed(chunks, hash))
      list.files.push({ name, size, sha256: hash.digest('hex') })
    }
    await add(dumpName, linesOf(parts))
    for (const { name, read } of sources) await add(name, read())
    await tar.add(listName, [Buffer.from(JSON.stringify(list, null, 1))])
    await tar.end()
    await file.sync()
    return list
  } catch (error) {
    // The error of a full disk names no file.
    throw error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error
  } finally {
    await file.close()
  }
}

export async function* hashed(chunks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
