// Opens users' SQL on ClickHouse: at the start, and again later where the account was found unsound, so that it is on
// soon after an administrator has mended it.

import type { ClickHouseAddress } from '#server/warehouse/clickhouse/address.ts'
import type { PoolLog } from '#server/warehouse/duckdb/pool.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Sandbox, SandboxRequest, SandboxResult } from '../types.ts'
import { faultOf } from './account.ts'
import { SqlConnection } from './connection.ts'
import { ClickHouseSandbox } from './sandbox.ts'

export interface ClickHouseSqlOptions {
  address: ClickHouseAddress
  warehouse: Warehouse
  zone: string
  log: PoolLog
  /** How long a finding holds (ms). */
  againMs?: number
}

const defences = [
  '沙箱：SQL 由 ClickHouse 上单独的账号运行，readonly = 1，设置不能更改，没有角色时读不到任何表',
  '沙箱：每张表按查看者的游戏与数据规则有自己的角色与行策略，由 ClickHouse 执行',
  '沙箱：语句先按清单检查，只放行一条 SELECT、看得到的表和列出的函数',
]

export async function openClickHouseSandbox(options: ClickHouseSqlOptions): Promise<Sandbox> {
  const sandbox = new TriedSandbox(options)
  const fault = await sandbox.fault()
  if (fault !== null) options.log.warn({ reason: fault }, 'users’ SQL is off')
  return sandbox
}

class TriedSandbox implements Sandbox {
  readonly #options: ClickHouseSqlOptions
  readonly #connection: SqlConnection
  readonly #inner: ClickHouseSandbox
  #found: { fault: Promise<string | null>; at: number } | null = null

  constructor(options: ClickHouseSqlOptions) {
    const { address, warehouse, zone } = options
    this.#options = options
    this.#connection = new SqlConnection(address)
    this.#inner = new ClickHouseSandbox({ connection: this.#connection, warehouse, zone, defences })
  }

  /** Why it is off; null where it is on. A sound account is tried again now and then, too. */
  fault(): Promise<string | null> {
    const { againMs = 30_000, zone, warehouse } = this.#options
    if (this.#found === null || performance.now() - this.#found.at > againMs) {
      const tables = warehouse.tables().map(({ name }) => name)
      this.#found = { fault: faultOf(this.#connection, zone, tables), at: performance.now() }
    }
    return this.#found.fault
  }

  async run(request: SandboxRequest): Promise<SandboxResult> {
    const fault = await this.fault()
    if (fault !== null) throw new AppError('sql_unavailable', `数据仓库是 ClickHouse，SQL 没有启用：${fault}`)
    return this.#inner.run(request)
  }

  async functions() {
    return this.#inner.functions()
  }

  defences(): string[] {
    return this.#inner.defences()
  }

  isWeakened(): boolean {
    return false
  }

  load() {
    return this.#inner.load()
  }

  pids(): number[] {
    return []
  }

  async stop(): Promise<void> {
    await this.#inner.stop()
  }
}
