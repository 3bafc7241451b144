// Opens the store of users' results.
import { join } from 'node:path'
import type { SharedFiles } from '../files/shared/types.ts'
import { engineSettings } from '../warehouse/duckdb/engineSettings.ts'
import type { PoolLog } from '../warehouse/duckdb/pool.ts'
import { Engine } from './engine/engine.ts'
import { enterResults, spillFolder, tablesFolder } from './folder.ts'
import { type Limits, Quota, usualLimits } from './quota.ts'
import { SharedResults } from './shared.ts'
import { FileResults } from './store.ts'
import { ViewSpecs } from './viewSpecs.ts'

export interface ResultsOptions {
  dataDir: string
  log: PoolLog
  limits?: Partial<Limits>
  /** Storage that servers share; without it a result is known to the server that made it. */
  files?: SharedFiles | undefined
}

const mostMemoryMiB = 1024
const mostTableBytes = 16 * 1024 ** 3

export async function openResults({ dataDir, log, limits, files }: ResultsOptions): Promise<FileResults> {
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
  const shared = files && new SharedResults(files)
  return new FileResults({ folder, found, quota, views: new ViewSpecs(folder, shared), engine, shared, log })
}
