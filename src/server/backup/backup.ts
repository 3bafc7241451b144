// Writes everything that an installation is into one archive, while it works: metadata, the published warehouse,
// the installation's settings and pictures; at its end a list of all files with their hashes.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Metadata } from '../metadata/open.ts'
import type { MetadataSnapshot } from '../metadata/types.ts'
import { isAlive } from '../process/alive.ts'
import { takePublishLock } from '../warehouse/snapshot/lock.ts'
import {
  filesOf,
  manifestPath,
  readManifest,
  syncPath,
  warehouseFolder,
} from '../warehouse/snapshot/manifest.ts'
import { type DumpPart, dumpParts } from './dump.ts'
import { dumpName, linesOf } from './dumpFile.ts'
import { TarWriter } from './tar.ts'

export const listName = 'backup.json'

export interface BackupList {
  /** 1 with the metadata as one JSON text. */
  format: 1 | 2
  madeAt: string
  files: { name: string; size: number; sha256: string }[]
}

/** Returns the archive's list. `path` must not exist yet; it appears whole or not at all. */
export async function writeBackup(dataDir: string, metadata: Metadata, path: string): Promise<BackupList> {
  const stage = join(dataDir, `${stagePrefix}${process.pid}`)
  const aside = `${path}.${process.pid}${asideEnding}`
  await clearLeftovers(dataDir, path)
  try {
    const list = await holdStill(dataDir, metadata, stage, async (snapshot) =>
      archive(aside, dumpParts(snapshot, metadata.tables), [
        ...(await filesBelow(stage, '')),
        ...(await filesBelow(dataDir, 'brand')),
        ...(await fileAt(dataDir, 'settings.json')),
      ]),
    )
    await rename(aside, path)
    await syncPath(dirname(path))
    return list
  } finally {
    await rm(stage, { recursive: true, force: true })
    await rm(aside, { force: true })
  }
}

/**
 * Takes second names for the warehouse's files, which never change, and one moment of the metadata while nobody
 * publishes; `work` may take its time.
 */
async function holdStill<Result>(
  dataDir: string,
  metadata: Metadata,
  stage: string,
  work: (snapshot: MetadataSnapshot) => Promise<Result>,
): Promise<Result> {
  const folder = warehouseFolder(dataDir)
  const staged = warehouseFolder(stage)
  await mkdir(staged, { recursive: true })
  const lock = await takePublishLock(folder, 120_000)
  let isHeld = true
  const release = () => {
    if (isHeld) lock.release()
    isHeld = false
  }
  try {
    const manifest = await readManifest(folder)
    for (const file of filesOf(manifest)) await duplicate(join(folder, file), join(staged, file))
    if (manifest.generation > 0) await copyFile(manifestPath(folder), manifestPath(staged))
    return await metadata.snapshot((snapshot) => {
      release()
      return work(snapshot)
    })
  } finally {
    release()
  }
}

const duplicate = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to))

const stagePrefix = 'backup-'
const asideEnding = '.partial'

/** What backups that were killed had begun. */
async function clearLeftovers(dataDir: string, path: string): Promise<void> {
  const asides = new RegExp(`^${RegExp.escape(basename(path))}\\.(\\d+)${RegExp.escape(asideEnding)}$`)
  await clearDead(dataDir, new RegExp(`^${stagePrefix}(\\d+)$`))
  await clearDead(dirname(path), asides)
}

/** `pattern` finds the id of the process that made it. */
async function clearDead(folder: string, pattern: RegExp): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const pid = Number(pattern.exec(name)?.[1] ?? process.pid)
    if (!isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

interface Source {
  name: string
  path: string
}

async function filesBelow(root: string, folder: string): Promise<Source[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: path.slice(root.length + 1).replaceAll('\\', '/') }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

async function fileAt(root: string, name: string): Promise<Source[]> {
  const path = join(root, name)
  return (await stat(path).catch(() => null)) ? [{ name, path }] : []
}

async function archive(path: string, parts: AsyncIterable<DumpPart>, sources: Source[]): Promise<BackupList> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'wx', 0o600)
  try {
    const tar = new TarWriter(file)
    const list: BackupList = { format: 2, madeAt: new Date().toISOString(), files: [] }
    const add = async (name: string, chunks: AsyncIterable<Buffer>) => {
      const hash = createHash('sha256')
      const size = await tar.add(name, hashed(chunks, hash))
      list.files.push({ name, size, sha256: hash.digest('hex') })
    }
    await add(dumpName, linesOf(parts))
    for (const { name, path: source } of sources) {
      await add(name, createReadStream(source, { highWaterMark: 1024 * 1024 }))
    }
    await tar.add(listName, [Buffer.from(JSON.stringify(list, null, 1))])
    await tar.end()
    await file.sync()
    return list
  } catch (error) {
    // What a full disk says names no file.
    throw error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error
  } finally {
    await file.close()
  }
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
