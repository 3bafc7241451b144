// Real warehouses in temporary folders, published and opened like the server's.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedOptions, EmbeddedWarehouse } from '#server/warehouse/duckdb/embedded.ts'
import { openWarehouse } from '#server/warehouse/open.ts'
import type { RunRequest } from '#server/warehouse/types.ts'
import { copyPublished, publishAll } from './migrated.ts'

export interface TestWarehouse {
  warehouse: EmbeddedWarehouse
  dataDir: string
  /** Publishes further tables, or new versions, into the same folder. */
  publish(sql: string[]): Promise<void>
  /** Runs a statement like a report and returns its rows. */
  rows(sql: string, request?: Partial<RunRequest>): Promise<unknown[][]>
  /** Stops the warehouse and removes its folder. */
  dispose(): Promise<void>
}

export type TestSums = NonNullable<EmbeddedOptions['sums']>

/** Builds kept sums at once, even for small facts. */
export const eagerSums: TestSums = {
  isOn: true,
  mostBytes: 2 ** 30,
  limits: { leastRows: 1, restMs: 0, freeBytes: 0 },
}

export async function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'warehouse-'))
}

/**
 * Publishes the tables that the statements create (CREATE TABLE …, COMMENT ON …), and opens the warehouse. By default
 * one reader process, started by the first statement, because most tests run one statement at a time or none.
 */
export async function makeWarehouse(
  given: { sql?: string[]; dataDir?: string } & Omit<EmbeddedOptions, 'dataDir'> = {},
): Promise<TestWarehouse> {
  const { sql = [], dataDir = await makeFolder(), ...options } = given
  if (sql.length > 0) await copyPublished(dataDir, sql)
  const warehouse = await openWarehouse({ dataDir, readers: 1, ahead: 0, ...options })
  return {
    warehouse,
    dataDir,
    publish: (statements) => publishAll(dataDir, statements),
    rows: async (text, request = {}) => {
      const result = await warehouse.run({ sql: text, pool: 'report', ...request })
      return rowsOf(result.chunks)
    },
    dispose: async () => {
      await warehouse.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Chunks by columns → rows. */
export function rowsOf(chunks: { rowCount: number; columns: string[] }[]): unknown[][] {
  return chunks.flatMap((chunk) => {
    const columns = chunk.columns.map((text) => JSON.parse(text) as unknown[])
    return Array.from({ length: chunk.rowCount }, (_, row) => columns.map((column) => column[row]))
  })
}
