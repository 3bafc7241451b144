// The sandbox for users' SQL over the real engine, through an account that may do everything: what the check of texts
// lets through would truly run.

import { Replicas } from '#server/warehouse/clickhouse/replicas.ts'
import { SqlConnection } from '#server/warehouse/sandbox/clickhouse/connection.ts'
import { profileSettings } from '#server/warehouse/sandbox/clickhouse/profile.ts'
import { ClickHouseSandbox } from '#server/warehouse/sandbox/clickhouse/sandbox.ts'
import type { SandboxRequest, SandboxResult, SandboxScope } from '#server/warehouse/sandbox/types.ts'
import { type ClickHouse, shareClickHouse } from './clickhouse.ts'
import { silentLog } from './stores.ts'
import { rowsOf } from './warehouse.ts'

export interface TestClickHouseSandbox {
  engine: ClickHouse
  sandbox: ClickHouseSandbox
  database: string
  /** All rows of the tables that may be seen. */
  scope: SandboxScope
  run(sql: string, request?: Partial<SandboxRequest>): Promise<SandboxResult>
  rows(sql: string, request?: Partial<SandboxRequest>): Promise<unknown[][]>
  csv(sql: string, request?: Partial<SandboxRequest>): Promise<string>
  stop(): Promise<void>
}

interface TestTable {
  name: string
  /** Name and type of each column. */
  columns: [string, string][]
  values: string
  /** Nobody may see it. */
  isHidden?: boolean
}

export async function makeClickHouseSandbox(tables: TestTable[]): Promise<TestClickHouseSandbox> {
  const engine = await shareClickHouse()
  const database = `sandbox_${process.hrtime.bigint()}`
  await engine.run(`CREATE DATABASE ${database}`)
  for (const { name, columns, values } of tables) {
    const types = columns.map((column) => column.join(' ')).join(', ')
    await engine.run(`CREATE TABLE ${name} (${types}) ENGINE = MergeTree ORDER BY tuple()`, { database })
    await engine.run(`INSERT INTO ${name} VALUES ${values}`, { database })
  }
  const physical = tables.map(({ name, columns }) => ({
    name,
    comment: '',
    rowCount: 0,
    updatedAt: '',
    columns: columns.map(([column, type]) => ({ name: column, type, comment: '' })),
  }))
  const { origin } = new URL(engine.address)
  const address = { url: origin, username: 'default', password: '', database }
  const zone = 'Asia/Shanghai'
  const connection = new SqlConnection(address, profileSettings(zone))
  const warehouse = { tables: () => physical }
  const replicas = new Replicas([{ name: 'engine', client: connection }], {
    ping: () => connection.answers(),
    log: silentLog,
    of: 'sql',
  })
  const sandbox = new ClickHouseSandbox({ replicas, database, warehouse, zone, defences: [] })
  const seen = tables.filter(({ isHidden }) => !isHidden)
  const scope = { tables: seen.map(({ name }) => ({ name, games: null, rules: [] })), temporary: [] }
  const run: TestClickHouseSandbox['run'] = (sql, request = {}) =>
    sandbox.run({ userId: 1, sql, params: {}, scope, limit: null, mode: 'rows', ...request })
  return {
    engine,
    sandbox,
    database,
    scope,
    run,
    rows: async (sql, request = {}) => {
      const chunks: Parameters<typeof rowsOf>[0] = []
      await run(sql, { ...request, onChunk: (chunk) => void chunks.push(chunk) })
      return rowsOf(chunks)
    },
    csv: async (sql, request = {}) => {
      const parts: Buffer[] = []
      await run(sql, { ...request, mode: 'csv', onBytes: (bytes) => void parts.push(bytes) })
      return Buffer.concat(parts).toString()
    },
    stop: async () => {
      await sandbox.stop()
      await engine.run(`DROP DATABASE ${database}`)
    },
  }
}
