// Opens the store of users' results.
import { join } from 'node:path'
import { engineSettings } from '../warehouse/duckdb/engineSettings.ts'
import type { PoolLog } from '../warehouse/duckdb/pool.ts'
import { Engine } from './engine/engine.ts'
import { enterResults, spillFolder, tablesFolder } from './folder.ts'
import { type Limits, Quota, usualLimits } from './quota.ts'
import { FileResults } from './store.ts'
import { ViewSpecs } from './viewSpecs.ts'

export interface ResultsOptions {
  dataDir: string
  log: PoolLog
  limits?: Partial<Limits>
}

const mostMemoryMiB = 1024
const mostTableBytes = 16 * 1024 ** 3

export async function openResults({ dataDir, log, limits }: ResultsOptions): Promise<FileResults> {
  const folder = join(dataDir, 'results')
  const found = await enterResults(folder)
  const settings = engineSettings({ share: 4, spill: spillFolder(folder) })
  const memory = Math.min(mostMemoryMiB, Number.parseInt(settings.memory_limit ?? '', 10) || mostMemoryMiB)
  const engine = new Engine(
    {
      folder: tablesFolder(folder),
      settings: { ...settings, memory_limit: `${memory}MiB` },
      mostBytes: mostTableBytes,
    },
    log,
  )
  const quota = new Quota({ ...usualLimits, ...limits })
  return new FileResults({ folder, found, quota, views: new ViewSpecs(folder), engine, log })
}
