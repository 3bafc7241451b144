// Writes tables to a ClickHouse by an account of its own. Rows are sent to a hidden table, counted there, and
// then come into force in one step: the table is renamed, exchanged, or its parts are attached to another's. Each
// row says which load brought it, so what is there is known from the table itself, whatever was killed.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { StartProblem } from '#server/process/refusal.ts'
import type { PublishedTable, TableLoad } from '#server/warehouse/snapshot/manifest.ts'
import type { ClickHouseAddress } from '../address.ts'
import { Connection } from '../connection.ts'
import { clickhouseFailure, codeOf } from '../failures.ts'
import {
  clickhouseType,
  createFormers,
  duckdbType,
  formersTable,
  loadColumn,
  named,
  text,
} from './columns.ts'

interface Load {
  at: string
  digest: string
  source: string
}

/** What a row says of its load. */
export const loadText = ({ at, digest, source }: Load): string => JSON.stringify([at, digest, source])

interface NewTable {
  columns: readonly { name: string; type: string }[]
  comment: string
  /** Columns by which rows lie. */
  order: readonly string[]
}

/** Nobody sees tables whose name begins so. */
const hidden = '.load_'
/** Staging tables of loads that were killed. */
const leftAfterHours = 24

export class ClickHouseWriter {
  readonly #connection: Connection
  readonly #address: ClickHouseAddress
  readonly #look: () => Promise<readonly PhysicalTable[]>

  /** `look` reads the database's tables anew. */
  constructor(address: ClickHouseAddress, look: () => Promise<readonly PhysicalTable[]>) {
    this.#address = address
    this.#connection = new Connection(address)
    this.#look = look
  }

  /** Does what loads do. Throws StartProblem where the account may not. */
  async check(): Promise<void> {
    const [one, other] = [`.check_${randomUUID()}`, `.check_${randomUUID()}`].map(named) as [string, string]
    try {
      await this.#connection.change(`CREATE TABLE ${one} (a UInt8) ENGINE = MergeTree ORDER BY tuple()`)
      await this.#connection.change(`CREATE TABLE ${other} AS ${one}`)
      await this.#connection.change(`INSERT INTO ${one} SELECT 1`)
      await this.#connection.change(`ALTER TABLE ${other} ATTACH PARTITION tuple() FROM ${one}`)
      await this.#connection.change(`EXCHANGE TABLES ${one} AND ${other}`)
      await this.#connection.rows(`SELECT a FROM ${one}`)
    } catch (error) {
      throw new StartProblem(explain(error, this.#address))
    } finally {
      for (const name of [one, other])
        await this.#connection.change(`DROP TABLE IF EXISTS ${name}`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    await this.#connection.close()
  }

  /** As ClickHouse describes them. */
  present(): Promise<readonly PhysicalTable[]> {
    return this.#look()
  }

  /** With the types that files have, and what was loaded into one of them. */
  async tables(loadsOf?: string): Promise<PublishedTable[]> {
    const found: PublishedTable[] = []
    for (const table of await this.#look()) {
      const columns = table.columns.map((column) => ({ ...column, type: duckdbType(column.type) }))
      const isAsked = loadsOf?.toLowerCase() === table.name.toLowerCase()
      const loads = isAsked ? await this.loads(table.name) : []
      found.push({ ...table, columns, file: '', ...(loads.length > 0 && { loads }) })
    }
    return found
  }

  /** In their order; none for a table that no load made. */
  async loads(table: string): Promise<TableLoad[]> {
    if (!(await this.#has(table))) return []
    const rows = await this.#connection.rows<[string, string]>(
      `SELECT ${loadColumn}, toString(count()) FROM ${named(table)} GROUP BY 1 ORDER BY 1`,
    )
    return rows.map(([told, count]) => {
      const [at, digest, source] = JSON.parse(told) as [string, string, string]
      return { at, digest, source, rows: Number(count), file: '' }
    })
  }

  async #has(table: string): Promise<boolean> {
    const rows = await this.#connection.rows(
      `SELECT 1 FROM system.columns WHERE database = currentDatabase() AND table = ${text(table)} AND name = '${loadColumn}'`,
    )
    return rows.length > 0
  }

  rows<Cells extends unknown[]>(sql: string): Promise<Cells[]> {
    return this.#connection.rows<Cells>(sql).catch(tell)
  }

  change(sql: string): Promise<void> {
    return this.#connection.change(sql).catch(tell)
  }

  /** Makes an empty hidden table: a new one, or one like another. Returns its name. */
  async stage(given: NewTable | { like: string }): Promise<string> {
    await this.change(createFormers)
    await this.#sweep()
    const name = `${hidden}${randomUUID()}`
    await this.change(
      'like' in given ? `CREATE TABLE ${named(name)} AS ${named(given.like)}` : create(name, given),
    )
    return name
  }

  /**
   * Sends rows, as JSON by line, and counts them. Under its token the same content is taken once, so that it can
   * be sent again where the answer got lost.
   */
  async send(table: string, path: string, { token, rows }: { token: string; rows: number }): Promise<void> {
    const insert = () =>
      this.#connection.change(`INSERT INTO ${named(table)} FORMAT JSONEachRow`, {
        settings: {
          insert_deduplicate: 1,
          insert_deduplication_token: token,
          input_format_parallel_parsing: 0,
        },
        rows: createReadStream(path),
      })
    await insert()
      .catch((error: unknown) => {
        if (codeOf(error) !== null) throw error
        return insert()
      })
      .catch(tell)
    const [[count] = ['0']] = await this.rows<[string]>(`SELECT toString(count()) FROM ${named(table)}`)
    if (Number(count) !== rows) throw new Error(`of ${rows} rows that were sent ClickHouse has ${count}`)
  }

  /** Puts a hidden table into force under a name that is free. */
  async name(staged: string, table: string): Promise<void> {
    await this.#certainly(
      `RENAME TABLE ${named(staged)} TO ${named(table)}`,
      async () => (await this.idOf(staged)) === null && (await this.idOf(table)) !== null,
    )
  }

  /** Exchanges two tables' names. */
  async exchange(staged: string, table: string): Promise<void> {
    const id = await this.idOf(staged)
    await this.#certainly(
      `EXCHANGE TABLES ${named(staged)} AND ${named(table)}`,
      async () => (await this.idOf(table)) === id,
    )
  }

  /** Adds the rows of a hidden table to another, and drops the hidden one. */
  async add(staged: string, table: string, load: string): Promise<void> {
    await this.#certainly(`ALTER TABLE ${named(table)} ATTACH PARTITION tuple() FROM ${named(staged)}`, () =>
      this.#isIn(table, load),
    )
    await this.drop(staged)
  }

  async #isIn(table: string, load: string): Promise<boolean> {
    return (
      (await this.rows(`SELECT 1 FROM ${named(table)} WHERE ${loadColumn} = ${text(load)} LIMIT 1`)).length >
      0
    )
  }

  /** Takes the rows of a load out of a table. */
  remove(table: string, load: string): Promise<void> {
    return this.change(
      `ALTER TABLE ${named(table)} DELETE WHERE ${loadColumn} = ${text(load)} SETTINGS mutations_sync = 2`,
    )
  }

  /** Drops a hidden table that did not come into force; under its name may lie a former version by now. */
  async discard(staged: string, id: string | null): Promise<void> {
    if (id !== null && (await this.idOf(staged)) === id) await this.drop(staged)
  }

  drop(table: string): Promise<void> {
    return this.change(`DROP TABLE IF EXISTS ${named(table)}`)
  }

  /** Tells a table from others that had or will have its name; null for none. */
  async idOf(table: string): Promise<string | null> {
    const [[id] = [null]] = await this.rows<[string | null]>(
      `SELECT toString(uuid) FROM system.tables WHERE database = currentDatabase() AND name = ${text(table)}`,
    )
    return id
  }

  /** Where the answer got lost, what is there decides. */
  async #certainly(sql: string, isDone: () => Promise<boolean>): Promise<void> {
    await this.#connection.change(sql).catch(async (error: unknown) => {
      if (codeOf(error) !== null || !(await isDone())) tell(error)
    })
  }

  async #sweep(): Promise<void> {
    const left = await this.rows<[string]>(
      `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '${hidden}')
       AND metadata_modification_time < now() - INTERVAL ${leftAfterHours} HOUR
       AND name NOT IN (SELECT id FROM ${named(formersTable)} WHERE until > ${text(new Date().toISOString())})`,
    )
    for (const [name] of left) await this.drop(name)
  }
}

function create(name: string, { columns, comment, order }: NewTable): string {
  const all = [
    ...columns.map(
      ({ name: column, type }) =>
        `${named(column)} Nullable(${clickhouseType(type)}) COMMENT ${text(column)}`,
    ),
    `${loadColumn} LowCardinality(String)`,
  ]
  return `CREATE TABLE ${named(name)} (${all.join(', ')}) ENGINE = MergeTree ORDER BY (${order.map(named).join(', ')})
    SETTINGS allow_nullable_key = 1, non_replicated_deduplication_window = 1000 COMMENT ${text(comment)}`
}

function tell(error: unknown): never {
  throw clickhouseFailure(error)
}

function explain(error: unknown, { url, username, database }: ClickHouseAddress): string {
  const code = codeOf(error)
  if (code === 192 || code === 193 || code === 194 || code === 516)
    return `ClickHouse（${url}）拒绝了 WAREHOUSE_WRITER 的账号「${username}」：用户名或密码有误`
  const why = code === null ? '连接不上' : `ClickHouse 错误 ${code}`
  return (
    `WAREHOUSE_WRITER 的账号「${username}」不能在库「${database}」里建表、写入和替换（${why}）；请授权，例如：\n` +
    `  GRANT SELECT, INSERT, ALTER, CREATE TABLE, DROP TABLE ON ${database}.* TO ${username};\n` +
    `  GRANT SELECT ON system.tables TO ${username};\n` +
    '库的引擎须是 Atomic；不需要导入和数据接入时去掉 WAREHOUSE_WRITER'
  )
}
