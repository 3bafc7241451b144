// Puts a backup in the place of what an installation is. All is unpacked and checked aside first; what was there
// before stays in a folder beside.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFile } from '../files/whole.ts'
import type { Log } from '../log.ts'
import { refuseNewer } from '../metadata/migrate.ts'
import { openMetadata } from '../metadata/open.ts'
import type { Table } from '../metadata/table.ts'
import type { Settings } from '../settings.ts'
import { spokenStorage } from '../storage.ts'
import { syncPath } from '../warehouse/snapshot/manifest.ts'
import { type BackupList, hashed, listName, writeBackup } from './backup.ts'
import { type DumpPart, loadMetadata } from './dump.ts'
import { dumpName, formerDumpName, readFormerParts, readParts } from './dumpFile.ts'
import { noteBackup } from './noting.ts'
import { BackupProblem } from './problem.ts'
import { clearStaged, intendFilling, type Swap, stagedPrefix, startSwap } from './swap.ts'
import { readTar } from './tar.ts'

export interface Restored {
  list: BackupList
  /** Folder that holds what was there before. */
  before: string
}

/** For the only process on the data folder. */
export async function restoreBackup(
  settings: Pick<Settings, 'dataDir' | 'metadata'>,
  path: string,
  log: Log,
  tables: readonly Table[],
): Promise<Restored> {
  const { dataDir } = settings
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const swap: Swap = { staged: `${stagedPrefix}${stamp}`, before: `before-restore-${stamp}` }
  await clearStaged(dataDir)
  const list = await stage(settings, path, log, tables, swap)
  // Once it has begun it is completed, by whoever comes next where it must be.
  await startSwap(dataDir, swap)
  return { list, before: join(dataDir, swap.before) }
}

async function stage(
  settings: Pick<Settings, 'dataDir' | 'metadata'>,
  path: string,
  log: Log,
  tables: readonly Table[],
  swap: Swap,
): Promise<BackupList> {
  const { dataDir } = settings
  const staged = join(dataDir, swap.staged)
  try {
    const list = await unpack(path, staged)
    const dump = dumpOf(list)
    await refuseNewerDump(dump.read(join(staged, dump.name)), tables)
    const fillIn = (target: Target) =>
      fill(target, dump.read(join(staged, dump.name)), log, tables, (db) =>
        noteBackup(db, { action: 'backup.restore', path, detail: { madeAt: list.madeAt } }),
      )
    if (settings.metadata === 'embedded') {
      await fillIn({ metadata: 'embedded', dataDir: staged })
    } else {
      await keepPresent(settings, join(dataDir, swap.before, 'metadata-backup.tar'), log, tables)
      const takeBack = await intendFilling(dataDir, swap)
      await fillIn(settings).catch(async (error) => {
        await takeBack()
        throw error
      })
    }
    await rm(join(staged, dump.name))
    return list
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
}

const dumpOf = ({ format }: BackupList) =>
  format === 1 ? { name: formerDumpName, read: readFormerParts } : { name: dumpName, read: readParts }

async function refuseNewerDump(parts: AsyncIterable<DumpPart>, tables: readonly Table[]): Promise<void> {
  for await (const part of parts) {
    if (!('migrations' in part)) continue
    refuseNewer(part.migrations, tables)
    return
  }
}

async function unpack(path: string, staged: string): Promise<BackupList> {
  const found = new Map<string, { size: number; sha256: string }>()
  try {
    for await (const { name, size, chunks } of readTar(path)) {
      if (!/^[\w.-]+(\/[\w.-]+)*$/.test(name) || name.split('/').includes('..')) {
        throw new Error(`文件名「${name}」有误`)
      }
      if (found.has(name)) throw new Error(`其中 ${name} 有两个`)
      found.set(name, { size, sha256: await unpackFile(join(staged, name), chunks) })
    }
    return await checkList(staged, found)
  } catch (error) {
    // Nothing is wrong with the backup then.
    if (spokenStorage(error, staged)) throw error
    throw new BackupProblem(`备份 ${path} 不能使用：${(error as Error).message}`, { cause: error })
  }
}

async function unpackFile(path: string, chunks: AsyncIterable<Buffer>): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const hash = createHash('sha256')
  await makeFile(path, hashed(chunks, hash), { flags: 'wx' })
  return hash.digest('hex')
}

async function checkList(
  staged: string,
  found: Map<string, { size: number; sha256: string }>,
): Promise<BackupList> {
  if (!found.delete(listName)) throw new Error('缺少清单，文件可能不完整')
  const list = JSON.parse(await readFile(join(staged, listName), 'utf8')) as BackupList
  await rm(join(staged, listName))
  if (list.format !== 1 && list.format !== 2) throw new Error('来自更新的版本，请升级程序')
  for (const { name, size, sha256 } of list.files) {
    const file = found.get(name)
    if (file?.size !== size || file.sha256 !== sha256) throw new Error(`其中 ${name} 已损坏`)
    found.delete(name)
  }
  if (found.size > 0) throw new Error(`其中 ${[...found.keys()].join('、')} 不在清单里`)
  const wanted = dumpOf(list).name
  if (!list.files.some(({ name }) => name === wanted)) throw new Error(`缺少 ${wanted}`)
  return list
}

type Target = Pick<Settings, 'dataDir' | 'metadata'>

async function fill(
  target: Target,
  parts: AsyncIterable<DumpPart>,
  log: Log,
  tables: readonly Table[],
  add: Parameters<typeof loadMetadata>[2],
): Promise<void> {
  const metadata = await openMetadata(target, log, tables)
  try {
    await loadMetadata(metadata, parts, add)
  } finally {
    await metadata.stop()
  }
}

/** A database elsewhere has no files to set aside: its content is backed up instead. */
async function keepPresent(
  settings: Pick<Settings, 'dataDir' | 'metadata'>,
  path: string,
  log: Log,
  tables: readonly Table[],
): Promise<void> {
  const metadata = await openMetadata(settings, log, tables)
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeBackup(settings.dataDir, metadata, path)
    await syncPath(dirname(path))
  } finally {
    await metadata.stop()
  }
}
