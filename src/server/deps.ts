// What every slice's server is given.
import type { ResultCache } from './cache/types.ts'
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
  /** Users' SQL. */
  sandbox: Sandbox
  /** What it gave. */
  results: ResultStore
  /** What reports' statements gave. */
  cache: ResultCache
  log: Log
}
