// Opens users' SQL on ClickHouse: at the start, and again later where the account was found unsound, so that it is on
// soon after an administrator has mended it.

import type { ClickHouseAddress, ClickHouseAddresses } from '#server/warehouse/clickhouse/address.ts'
import { Replicas, replicasOf } from '#server/warehouse/clickhouse/replicas.ts'
import type { PoolLog } from '#server/warehouse/duckdb/pool.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Sandbox, SandboxRequest, SandboxResult } from '../types.ts'
import { faultOf } from './account.ts'
import { SqlConnection } from './connection.ts'
import { ClickHouseSandbox } from './sandbox.ts'

export interface ClickHouseSqlOptions {
  /** One, or those of several replicas. */
  address: ClickHouseAddress | ClickHouseAddresses
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
  readonly #replicas: Replicas<SqlConnection>
  readonly #inner: ClickHouseSandbox
  #found: { fault: Promise<string | null>; at: number } | null = null

  constructor(options: ClickHouseSqlOptions) {
    const { address, warehouse, zone, log } = options
    this.#options = options
    const all = replicasOf(address, (one) => new SqlConnection(one))
    // The account is another one on each: one that was not found sound is never asked.
    const ping = (connection: SqlConnection) => connection.answers()
    this.#replicas = new Replicas(all, { ping, log, of: 'sql', isStrict: true })
    const { database } = address
    this.#inner = new ClickHouseSandbox({ replicas: this.#replicas, database, warehouse, zone, defences })
  }

  /** Why it is off; null where it is on. A sound account is tried again now and then, too. */
  fault(): Promise<string | null> {
    const { againMs = 30_000 } = this.#options
    const isOld = this.#found === null || performance.now() - this.#found.at > againMs
    if (isOld || this.#replicas.inOrder().length === 0)
      this.#found = { fault: this.#tried(), at: performance.now() }
    return (this.#found as { fault: Promise<string | null> }).fault
  }

  /** Off where the account is sound on none; those on which it is not are left out. */
  async #tried(): Promise<string | null> {
    const { zone, warehouse } = this.#options
    const tables = warehouse.tables().map(({ name }) => name)
    const found = await Promise.all(
      this.#replicas.all.map(async (replica) => {
        const fault = await faultOf(replica.client, zone, tables)
        if (fault === null) this.#replicas.admit(replica)
        else this.#replicas.fail(replica, fault)
        return fault
      }),
    )
    return found.includes(null) ? null : (found[0] as string)
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
