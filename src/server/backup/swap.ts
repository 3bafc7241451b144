// Exchanges what a data folder holds for what was staged in it. Several names change, so the intent is written
// first; whoever starts next on the folder completes what a kill left half done.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFile, saveFile } from '../files/whole.ts'
import { syncPath } from '../warehouse/snapshot/manifest.ts'
import { BackupProblem } from './problem.ts'

export interface Swap {
  /** Names of folders in the data folder: what comes, and where what was there goes. */
  staged: string
  before: string
  /** While a metadata store elsewhere is filled: nothing may be exchanged before it is, or used. */
  filling?: true
}

const intentName = 'restore.json'
export const stagedPrefix = 'restore-'
/** What a backup may hold, and what lies beside it and belongs to the same whole. */
const own = /^(metadata\.sqlite.*|warehouse|settings\.json|brand|inventory\.json)$/

export async function startSwap(dataDir: string, swap: Swap): Promise<void> {
  try {
    await intend(dataDir, swap)
  } catch (error) {
    // Nothing has begun: what was staged would only take room.
    await rm(join(dataDir, swap.staged), { recursive: true, force: true })
    throw error
  }
  await completeSwap(dataDir)
}

/** Before a metadata store elsewhere is filled; gives what takes it back where the store stayed as it was. */
export async function intendFilling(dataDir: string, swap: Swap): Promise<() => Promise<void>> {
  const before = await readIntent(dataDir)
  await intend(dataDir, { ...swap, filling: true })
  return () => (before ? intend(dataDir, before) : rm(join(dataDir, intentName)))
}

async function intend(dataDir: string, swap: Swap): Promise<void> {
  await saveFile(join(dataDir, intentName), JSON.stringify(swap))
  await syncPath(dataDir)
}

/** The restore that was cut short; null where none was. */
export async function readIntent(dataDir: string): Promise<Swap | null> {
  const path = join(dataDir, intentName)
  if (!existsSync(path)) return null
  const swap = swapIn(await readFile(path, 'utf8'))
  if (swap) return swap
  throw new BackupProblem(
    `${path} 已损坏，看不出上一次恢复做到了哪一步。请再运行一次 npm run restore -- 备份文件；` +
      '恢复前的数据在同一文件夹的 before-restore-… 里',
  )
}

/** For a restore, which replaces whatever a damaged intent was about. */
export async function forgetDamagedIntent(dataDir: string): Promise<void> {
  try {
    await readIntent(dataDir)
  } catch (error) {
    if (!(error instanceof BackupProblem)) throw error
    await rm(join(dataDir, intentName))
  }
}

/** Names of its own two folders, and nothing else: by them files are moved. */
function swapIn(text: string): Swap | null {
  try {
    const swap = JSON.parse(text) as Swap
    const isSwap = [swap.staged, swap.before].every((name) => /^(before-)?restore-[\w-]+$/.test(name))
    return isSwap ? swap : null
  } catch {
    return null
  }
}

/** Removes what restores that were killed had staged. For the only process on the folder. */
export async function clearStaged(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(stagedPrefix)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Does nothing where no swap is under way, or where it may not be yet. */
export async function completeSwap(dataDir: string): Promise<void> {
  const swap = await readIntent(dataDir)
  if (!swap || swap.filling) return
  const { staged, before } = swap
  const intent = join(dataDir, intentName)
  const from = join(dataDir, staged)
  const aside = join(dataDir, before)
  const marker = join(aside, 'whole')
  await mkdir(aside, { recursive: true })
  if (!existsSync(marker)) {
    // With an embedded store all of `own` is exchanged; with one elsewhere no metadata file was staged or present.
    // A secret gives way to one that comes, and stays where none does.
    const coming = existsSync(from) ? await readdir(from) : []
    for (const name of await readdir(dataDir)) {
      if (own.test(name) || coming.includes(name)) await rename(join(dataDir, name), join(aside, name))
    }
    await makeFile(marker, [])
    await syncPath(aside)
  }
  if (existsSync(from)) {
    for (const name of await readdir(from)) await rename(join(from, name), join(dataDir, name))
    await rm(from, { recursive: true })
  }
  await syncPath(dataDir)
  await rm(marker, { force: true })
  await rm(intent)
  await syncPath(dataDir)
}
