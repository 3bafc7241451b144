// The database's tables and the age of their data, polled every few seconds.
import { createHash } from 'node:crypto'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { PoolLog } from '../duckdb/pool.ts'
import type { TableState } from '../types.ts'
import type { Connection } from './connection.ts'
import { codeOf } from './failures.ts'
import { loadColumn } from './writing/columns.ts'

type TableRow = [
  name: string,
  engine: string,
  comment: string,
  changed: string,
  rows: string | null,
  bytes: string | null,
]
type ColumnRow = [table: string, name: string, type: string, comment: string]
type PartsRow = [table: string, content: string, modified: string]

/** Reading from these engines consumes the rows. */
const consuming = "('Kafka', 'RabbitMQ', 'NATS', 'FileLog', 'S3Queue', 'AzureQueue', 'Redis')"
const tablesSql = `SELECT name, engine, comment, toString(toUnixTimestamp(metadata_modification_time)), total_rows, total_bytes
FROM system.tables WHERE database = currentDatabase() AND NOT is_temporary
AND NOT startsWith(name, '.') AND engine NOT IN ${consuming} ORDER BY name`
const columnsSql = `SELECT table, name, type, comment FROM system.columns
WHERE database = currentDatabase() AND default_kind != 'EPHEMERAL' AND name != '${loadColumn}' ORDER BY table, position`
// Merges change parts but not rows: blocks and mutations tell what was written. (Without a mutation, a part's
// data version is its first block.)
const partsSql = `SELECT table, toString(groupBitXor(cityHash64(partition_id, block, mutation, present))), toString(toUnixTimestamp(max(modified)))
FROM (SELECT table, partition_id, max(max_block_number) AS block, max(if(data_version > max_block_number, data_version, 0)) AS mutation, sum(rows) AS present,
max(modification_time) AS modified FROM system.parts WHERE database = currentDatabase() AND active GROUP BY table, partition_id)
GROUP BY table`

/** A view's columns change with its tables, while the view's own metadata stays the same. */
const columnsMs = 60_000
/** How long tables without observable changes (views, distributed tables) count as unchanged. */
const unseenMs = 60_000

interface Known {
  table: PhysicalTable
  version: string
  /** Whether changes of its rows can be told: not those of views. */
  isSeen: boolean
}

export class Catalog {
  #connection: Connection
  readonly #log: PoolLog
  #known = new Map<string, Known>()
  #tables: PhysicalTable[] = []
  #definitions = ''
  #columns = new Map<string, PhysicalTable['columns']>()
  #state = ''
  #columnsAt = Number.NEGATIVE_INFINITY
  #seesParts = true

  constructor(connection: Connection, log: PoolLog) {
    this.#connection = connection
    this.#log = log
  }

  /** The same array until something changes. */
  tables(): PhysicalTable[] {
    return this.#tables
  }

  tableVersion(name: string): string {
    return this.#known.get(name.toLowerCase())?.version ?? ''
  }

  /** Those whose changes can be told, as of the last poll. */
  states(): TableState[] {
    return [...this.#known.values()].flatMap(({ table, version, isSeen }) => {
      const { name, comment, rowCount, updatedAt } = table
      return isSeen ? [{ name, comment, rowCount, updatedAt, version }] : []
    })
  }

  /** Polls once, all from one replica; returns whether anything has changed. */
  async refresh(connection = this.#connection): Promise<boolean> {
    this.#connection = connection
    const [rows, parts] = await Promise.all([this.#connection.rows<TableRow>(tablesSql), this.#parts()])
    await this.#readColumns(rows)
    const now = Date.now()
    const known = new Map<string, Known>()
    for (const row of rows) {
      const made = this.#describe(row, parts.get(row[0]), now)
      known.set(row[0].toLowerCase(), made)
    }
    const state = JSON.stringify([...known.values()])
    if (state === this.#state) return false
    this.#state = state
    this.#known = known
    this.#tables = [...known.values()].map(({ table }) => table)
    return true
  }

  async #parts(): Promise<Map<string, PartsRow>> {
    if (!this.#seesParts) return new Map()
    try {
      const rows = await this.#connection.rows<PartsRow>(partsSql)
      return new Map(rows.map((row) => [row[0], row]))
    } catch (error) {
      if (codeOf(error) !== 497) throw error
      this.#seesParts = false
      this.#log.warn(
        {},
        '账号无权读取 system.parts，数据更新时间只能按行数推断：GRANT SELECT ON system.parts',
      )
      return new Map()
    }
  }

  /** Columns are read again when a table was added, removed or changed. */
  async #readColumns(rows: TableRow[]): Promise<void> {
    const definitions = JSON.stringify(
      rows.map(([name, engine, comment, changed]) => [name, engine, comment, changed]),
    )
    const isOld = Date.now() - this.#columnsAt > columnsMs
    if (definitions === this.#definitions && !isOld) return
    const columns = new Map<string, PhysicalTable['columns']>()
    for (const [table, name, type, comment] of await this.#connection.rows<ColumnRow>(columnsSql)) {
      const present = columns.get(table) ?? []
      present.push({ name, type, comment })
      columns.set(table, present)
    }
    this.#columns = columns
    this.#definitions = definitions
    this.#columnsAt = Date.now()
  }
  #describe(
    [name, engine, comment, changed, rows, bytes]: TableRow,
    parts: PartsRow | undefined,
    now: number,
  ): Known {
    const columns = this.#columns.get(name) ?? []
    const isSeen = /MergeTree$/.test(engine) || rows !== null
    const content = isSeen ? [parts?.[1] ?? '', rows, parts ? null : bytes] : [Math.floor(now / unseenMs)]
    const version = createHash('sha256')
      .update(JSON.stringify([engine, changed, columns, content]))
      .digest('base64url')
    const last = this.#known.get(name.toLowerCase())
    const updatedAt =
      last?.version === version ? last.table.updatedAt : this.#updatedAt(changed, parts, isSeen, last, now)
    const table = { name, comment, rowCount: Number(rows ?? 0), columns, updatedAt }
    return { version, table, isSeen }
  }

  /**
   * The time of the last write or merge, from the parts. Without parts: when we saw a change, or when the
   * table was created.
   */
  #updatedAt(
    changed: string,
    parts: PartsRow | undefined,
    isSeen: boolean,
    last: Known | undefined,
    now: number,
  ): string {
    const known = Math.max(Number(changed), Number(parts?.[2] ?? 0)) * 1000
    const seen = last && !parts && isSeen ? now : 0
    return new Date(Math.max(known, seen)).toISOString()
  }
}
