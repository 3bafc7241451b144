// Writes everything that an installation is into one archive, while it works: metadata, the published warehouse,
// the installation's settings and pictures; at its end a list of all files with their hashes.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Metadata } from '../metadata/open.ts'
import { takePublishLock } from '../warehouse/snapshot/lock.ts'
import {
  filesOf,
  manifestPath,
  readManifest,
  syncPath,
  warehouseFolder,
} from '../warehouse/snapshot/manifest.ts'
import { dumpMetadata, type MetadataDump } from './dump.ts'
import { TarWriter } from './tar.ts'

export const listName = 'backup.json'
export const dumpName = 'metadata.json'

export interface BackupList {
  format: 1
  madeAt: string
  files: { name: string; size: number; sha256: string }[]
}

/** Returns the archive's list. `path` must not exist yet; it appears whole or not at all. */
export async function writeBackup(dataDir: string, metadata: Metadata, path: string): Promise<BackupList> {
  const stage = join(dataDir, `backup-${process.pid}`)
  const aside = `${path}.${process.pid}.partial`
  try {
    const dump = await holdStill(dataDir, metadata, stage)
    const list = await archive(aside, dump, [
      ...(await filesBelow(stage, '')),
      ...(await filesBelow(dataDir, 'brand')),
      ...(await fileAt(dataDir, 'settings.json')),
    ])
    await rename(aside, path)
    await syncPath(dirname(path))
    return list
  } finally {
    await rm(stage, { recursive: true, force: true })
    await rm(aside, { force: true })
  }
}

/** While nobody publishes: the metadata's content, and second names for the warehouse's files, which never change. */
async function holdStill(dataDir: string, metadata: Metadata, stage: string): Promise<MetadataDump> {
  const folder = warehouseFolder(dataDir)
  const staged = warehouseFolder(stage)
  await mkdir(staged, { recursive: true })
  const lock = await takePublishLock(folder, 120_000)
  try {
    const manifest = await readManifest(folder)
    for (const file of filesOf(manifest)) await duplicate(join(folder, file), join(staged, file))
    if (manifest.generation > 0) await copyFile(manifestPath(folder), manifestPath(staged))
    return await dumpMetadata(metadata)
  } finally {
    lock.release()
  }
}

const duplicate = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to))

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

async function archive(path: string, dump: MetadataDump, sources: Source[]): Promise<BackupList> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'wx', 0o600)
  try {
    const tar = new TarWriter(file)
    const list: BackupList = { format: 1, madeAt: new Date().toISOString(), files: [] }
    const add = async (name: string, size: number, chunks: AsyncIterable<Buffer> | Iterable<Buffer>) => {
      const hash = createHash('sha256')
      await tar.add(name, size, hashed(chunks, hash))
      list.files.push({ name, size, sha256: hash.digest('hex') })
    }
    const text = Buffer.from(JSON.stringify(dump))
    await add(dumpName, text.length, [text])
    for (const { name, path: source } of sources) {
      await add(name, (await stat(source)).size, createReadStream(source, { highWaterMark: 1024 * 1024 }))
    }
    const listText = Buffer.from(JSON.stringify(list, null, 1))
    await tar.add(listName, listText.length, [listText])
    await tar.end()
    await file.sync()
    return list
  } finally {
    await file.close()
  }
}

async function* hashed(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  hash: ReturnType<typeof createHash>,
) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
