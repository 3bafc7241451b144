// Enters a data folder: checks that it is usable, completes an interrupted restore, and locks others out.
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { completeSwap, forgetDamagedIntent, readIntent, type Swap } from '../backup/swap.ts'
import { writeAllSync } from '../files/whole.ts'
import { type Occupancy, occupy, occupyAlone, occupyAsServer } from '../occupancy.ts'
import { isFull, spokenStorage } from '../storage.ts'
import { findAddress } from './address.ts'
import { refuseLoss, type Stores } from './inventory.ts'
import { keepPrivate } from './privacy.ts'
import { StartProblem } from './refusal.ts'

/** A server that was just told to stop, or whose npm was killed, releases the folder within a moment. */
const patienceMs = 3000

/**
 * For commands, with or without a running server. A command that only reads may enter while the disk is full.
 */
export async function enterFolder(stores: Stores, { mayBeFull = false } = {}): Promise<Occupancy> {
  const { dataDir } = stores
  proveUsable(dataDir, mayBeFull)
  if (await readIntent(dataDir)) {
    const alone = occupyAlone(dataDir)
    if (!alone) throw restoring(dataDir)
    await completeSwap(dataDir).finally(() => alone.leave())
    const left = await readIntent(dataDir)
    if (left) throw halfRestored(dataDir, left)
  }
  const occupancy = occupy(dataDir)
  if (!occupancy) throw restoring(dataDir)
  try {
    await refuseLoss(stores)
  } catch (error) {
    occupancy.leave()
    throw error
  }
  return occupancy
}

/** For the one server; call before touching anything in the folder. */
export async function enterFolderAsServer(stores: Stores): Promise<Occupancy> {
  const { dataDir } = stores
  proveUsable(dataDir)
  const serving = await takePatiently(dataDir)
  if (!serving) throw served(dataDir, await findAddress(dataDir))
  try {
    const occupancy = await enterFolder(stores)
    return {
      leave: () => {
        occupancy.leave()
        serving.leave()
      },
    }
  } catch (error) {
    serving.leave()
    throw error
  }
}

/** For commands that repair or replace the content, whatever is missing. */
export async function enterFolderAlone(dataDir: string, { replaces = false } = {}): Promise<Occupancy> {
  proveUsable(dataDir)
  const alone = occupyAlone(dataDir)
  if (!alone) throw new StartProblem(`有服务或命令正在使用 ${dataDir}，请先停止它`)
  if (replaces) await forgetDamagedIntent(dataDir)
  await completeSwap(dataDir)
  return alone
}

async function takePatiently(dataDir: string): Promise<Occupancy | null> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const serving = occupyAsServer(dataDir)
    if (serving || performance.now() > deadline) return serving
    await sleep(100)
  }
}

const restoring = (dataDir: string) => new StartProblem(`${dataDir} 正在恢复备份，请待其完成`)

const halfRestored = (dataDir: string, { before }: Swap) =>
  new StartProblem(
    `${dataDir} 的上一次恢复在填写 METADATA 所指的库时中断，库与文件可能不是同一时刻的。` +
      '请再运行一次 npm run restore -- 备份文件；' +
      `恢复前的元数据在 ${join(dataDir, before, 'metadata-backup.tar')}，也可以恢复它`,
  )

const served = (dataDir: string, address: string | null) =>
  new StartProblem(
    `已有一个服务在使用 ${dataDir}${address ? `（${address}）` : ''}。` +
      '请先停止它；要同时运行另一个，请用 DATA_DIR 另指定一个文件夹',
  )

/** SQLite accepts paths of 512 bytes; the deepest files in the folder take up to 100. */
const longestPath = 400

function proveUsable(dataDir: string, mayBeFull = false): void {
  const probe = join(dataDir, `writable.${process.pid}`)
  try {
    if (Buffer.byteLength(dataDir) > longestPath) throw Object.assign(new Error(), { code: 'ENAMETOOLONG' })
    keepPrivate(dataDir)
    makeFolder(dataDir)
    try {
      const file = openSync(probe, 'w', 0o600)
      try {
        writeAllSync(file, Buffer.alloc(4096))
      } finally {
        closeSync(file)
      }
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    if (error instanceof StartProblem) throw error
    if (mayBeFull && isFull(error)) return
    const spoken = spokenStorage(Object.assign(error as Error, { path: dataDir }), dataDir)
    throw spoken ? new StartProblem(spoken) : error
  }
}

/**
 * Level by level: Node's recursive mkdir never returns where a folder exists but allows no children, as in
 * /proc.
 */
function makeFolder(dataDir: string): void {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(dataDir)
  if (parent !== dataDir && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new StartProblem(
      `无法建立文件夹 ${dataDir}：其上级不可写。请先建好它，或用 DATA_DIR 另指定一个文件夹`,
    )
  }
}
