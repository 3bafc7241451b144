// Exchanges what a data folder holds for what was staged in it. Several names change, so the intent is written
// first; whoever starts next on the folder completes what a kill left half done.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '../warehouse/snapshot/manifest.ts'

export interface Swap {
  /** Names of folders in the data folder: what comes, and where what was there goes. */
  staged: string
  before: string
}

const intentName = 'restore.json'
/** What a backup may hold, and what lies beside it and belongs to the same whole. */
const own = /^(metadata\.sqlite.*|warehouse|settings\.json|brand)$/

export async function startSwap(dataDir: string, swap: Swap): Promise<void> {
  const aside = join(dataDir, `${intentName}.new`)
  await writeFile(aside, JSON.stringify(swap), { flush: true })
  await rename(aside, join(dataDir, intentName))
  await syncPath(dataDir)
  await completeSwap(dataDir)
}

export const isSwapUnderWay = (dataDir: string): boolean => existsSync(join(dataDir, intentName))

/** Does nothing where no swap is under way. */
export async function completeSwap(dataDir: string): Promise<void> {
  if (!isSwapUnderWay(dataDir)) return
  const intent = join(dataDir, intentName)
  const { staged, before } = JSON.parse(await readFile(intent, 'utf8')) as Swap
  const from = join(dataDir, staged)
  const aside = join(dataDir, before)
  const marker = join(aside, 'whole')
  await mkdir(aside, { recursive: true })
  if (!existsSync(marker)) {
    // With an embedded store all of `own` is exchanged; with one elsewhere no metadata file was staged or present.
    for (const name of await readdir(dataDir)) {
      if (own.test(name)) await rename(join(dataDir, name), join(aside, name))
    }
    await writeFile(marker, '', { flush: true })
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
