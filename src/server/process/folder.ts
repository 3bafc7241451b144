// Enters a data folder: completes a restore that was cut short, and keeps restores out while we work.
import { completeSwap, isSwapUnderWay } from '../backup/swap.ts'
import { type Occupancy, occupy, occupyAlone } from '../occupancy.ts'
import { keepPrivate } from './privacy.ts'
import { StartProblem } from './refusal.ts'

export async function enterFolder(dataDir: string): Promise<Occupancy> {
  keepPrivate(dataDir)
  if (isSwapUnderWay(dataDir)) {
    const alone = occupyAlone(dataDir)
    if (!alone) throw restoring(dataDir)
    await completeSwap(dataDir).finally(() => alone.leave())
  }
  const occupancy = occupy(dataDir)
  if (!occupancy) throw restoring(dataDir)
  return occupancy
}

export async function enterFolderAlone(dataDir: string): Promise<Occupancy> {
  keepPrivate(dataDir)
  const alone = occupyAlone(dataDir)
  if (!alone) throw new StartProblem(`有服务或命令正在使用 ${dataDir}，请先停止它`)
  await completeSwap(dataDir)
  return alone
}

const restoring = (dataDir: string) => new StartProblem(`${dataDir} 正在恢复备份，请待其完成`)
