// Real sandboxes over real warehouses, and statements that run in them.
import { openSandbox, type SandboxOptions } from '#server/warehouse/sandbox/open.ts'
import type { Sandbox, SandboxRequest, SandboxResult, SandboxScope } from '#server/warehouse/sandbox/types.ts'
import { makeWarehouse, rowsOf, type TestWarehouse } from './warehouse.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

export interface TestSandbox {
  sandbox: Sandbox
  house: TestWarehouse
  /** A scope of all published tables and all rows. */
  scope(): SandboxScope
  /** Runs a statement as user 1 over all tables, unless `request` says otherwise. */
  run(sql: string, request?: Partial<SandboxRequest>): Promise<SandboxResult>
  rows(sql: string, request?: Partial<SandboxRequest>): Promise<unknown[][]>
  csv(sql: string, request?: Partial<SandboxRequest>): Promise<string>
  /** Waits until a condition holds. */
  until(holds: () => boolean | Promise<boolean>, within?: number): Promise<void>
  dispose(): Promise<void>
}

export async function makeSandbox(
  given: { sql?: string[] } & Partial<Omit<SandboxOptions, 'dataDir' | 'warehouse'>> = {},
): Promise<TestSandbox> {
  const { sql = ['CREATE TABLE fact AS SELECT 1 AS v'], ...options } = given
  const house = await makeWarehouse({ sql })
  const { warehouse, dataDir } = house
  const sandbox = await openSandbox({ dataDir, warehouse, log: silent, spares: 1, ...options })
  const scope = () => ({
    tables: warehouse.tables().map(({ name }) => ({ name, games: null, rules: [] })),
    temporary: [],
  })
  const run: TestSandbox['run'] = (text, request = {}) =>
    sandbox.run({ userId: 1, sql: text, params: {}, scope: scope(), limit: null, mode: 'rows', ...request })
  return {
    sandbox,
    house,
    scope,
    run,
    rows: async (text, request = {}) => {
      const chunks: Parameters<typeof rowsOf>[0] = []
      await run(text, { ...request, onChunk: (chunk) => void chunks.push(chunk) })
      return rowsOf(chunks)
    },
    csv: async (text, request = {}) => {
      const parts: Buffer[] = []
      await run(text, { ...request, mode: 'csv', onBytes: (bytes) => void parts.push(bytes) })
      return Buffer.concat(parts).toString()
    },
    until,
    dispose: async () => {
      await sandbox.stop()
      await house.dispose()
    },
  }
}

async function until(holds: () => boolean | Promise<boolean>, within = 10_000): Promise<void> {
  const end = Date.now() + within
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${within} ms: ${holds}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
