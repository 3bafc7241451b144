// The dependencies that every feature's server gets.
import type { ResultCache } from './cache/types.ts'
import type { SharedFiles } from './files/shared/types.ts'
import type { Log } from './log.ts'
import type { Metadata } from './metadata/open.ts'
import type { ResultStore } from './results/types.ts'
import type { Settings } from './settings.ts'
import type { Sandbox } from './warehouse/sandbox/types.ts'
import type { Warehouse } from './warehouse/types.ts'

export interface Deps {
  settings: Settings
  metadata: Metadata
  warehouse: Warehouse
  /** Runs users' SQL. */
  sandbox: Sandbox
  /** Stores the results of users' SQL. */
  results: ResultStore
  /** Caches the results of reports' statements. */
  cache: ResultCache
  /** Storage that several servers share; absent where each keeps its own. */
  files?: SharedFiles | undefined
  log: Log
}
