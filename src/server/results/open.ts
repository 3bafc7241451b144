// Opens the store of users' results.
import type { PoolLog } from '../warehouse/duckdb/pool.ts'
import type { ResultStore } from './types.ts'

export interface ResultsOptions {
  dataDir: string
  log: PoolLog
}

export async function openResults(_options: ResultsOptions): Promise<ResultStore> {
  return { stop: async () => {} } as unknown as ResultStore
}
