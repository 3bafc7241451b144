// Exchanges a data folder's content for the staged one. Several renames are needed, so the intent is written
// first; the next process on the folder completes what a kill interrupted.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFile, saveFile } from '../files/whole.ts'
import { syncPath } from '../warehouse/snapshot/manifest.ts'
import { BackupProblem } from './problem.ts'

export interface Swap {
  /** Names of folders in the data folder: the staged content, and where the former content goes. */
  staged: string
  before: string
  /** An external metadata store is being filled: until that is done, nothing may be exchanged or used. */
  filling?: true
}

const intentName = 'restore.json'
export const stagedPrefix = 'restore-'
/** Files that a backup may hold, and those beside them that belong together with them. */
const own = /^(metadata\.sqlite.*|warehouse|settings\.json|brand|inventory\.json)$/

export async function startSwap(dataDir: string, swap: Swap): Promise<void> {
  try {
    await intend(dataDir, swap)
  } catch (error) {
    // The swap has not begun: the staged files would only take room.
    await rm(join(dataDir, swap.staged), { recursive: true, force: true })
    throw error
  }
  await completeSwap(dataDir)
}

/**
 * Call before an external metadata store is filled; returns a function that withdraws the intent where the
 * store stayed unchanged.
 */
export async function intendFilling(dataDir: string, swap: Swap): Promise<() => Promise<void>> {
  const before = await readIntent(dataDir)
  await intend(dataDir, { ...swap, filling: true })
  return () => (before ? intend(dataDir, before) : rm(join(dataDir, intentName)))
}

async function intend(dataDir: string, swap: Swap): Promise<void> {
  await saveFile(join(dataDir, intentName), JSON.stringify(swap))
  await syncPath(dataDir)
}

/** The intent of an interrupted restore; null where there is none. */
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

/** Accepts only names of our two folders, because files are moved by them. */
function swapIn(text: string): Swap | null {
  try {
    const swap = JSON.parse(text) as Swap
    const isSwap = [swap.staged, swap.before].every((name) => /^(before-)?restore-[\w-]+$/.test(name))
    return isSwap ? swap : null
  } catch {
    return null
  }
}

/** Removes what killed restores had staged. For the only process on the folder. */
export async function clearStaged(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(stagedPrefix)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Does nothing where no swap is under way, or where it may not happen yet. */
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
    // With an embedded store everything in `own` is exchanged; with an external one no metadata file exists
    // on either side. The secret is replaced only where the backup brings one.
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
