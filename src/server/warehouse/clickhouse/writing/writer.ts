// Writes tables to a ClickHouse by an account of its own. Rows are sent to a hidden table, counted there, and
// then come into force in one step: the table is renamed, exchanged, or its parts are attached to another's. Each
// row says which load brought it, so what is there is known from the table itself, whatever was killed.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { PhysicalTable, SqlParameter } from '#semantic/model/types.ts'
import type { ColumnChunk } from '#server/warehouse/chunks.ts'
import { importProblem } from '#server/warehouse/import/problem.ts'
import { mostLoads, type PublishedTable, type TableLoad } from '#server/warehouse/snapshot/manifest.ts'
import { AppError } from '#shared/errors.ts'
import type { ClickHouseAddress } from '../address.ts'
import { Connection } from '../connection.ts'
import { codeOf } from '../failures.ts'
import { Rows } from '../rows.ts'
import {
  clickhouseType,
  createFormers,
  createLoads,
  duckdbType,
  formersTable,
  loadColumn,
  loadsTable,
  named,
  text,
} from './columns.ts'
import { checkWriter, missingRights, writingFailure } from './rights.ts'

interface Load {
  at: string
  digest: string
  source: string
  /** Of a load that checks had held back: its id there. */
  held?: string | undefined
}

/** What a row says of its load. */
export const loadText = ({ at, digest, source, held }: Load): string =>
  JSON.stringify([at, digest, source, ...(held === undefined ? [] : [held])])

interface NewTable {
  columns: readonly { name: string; type: string; comment?: string }[]
  comment: string
  /** Columns by which rows lie. */
  order: readonly string[]
}

interface Asking {
  /** In which times are told. */
  zone: string
  longestMs: number
  signal?: AbortSignal | undefined
  params?: readonly SqlParameter[]
}

/** Nobody sees tables whose name begins so. */
const hidden = '.load_'
/** Staging tables of loads that were killed. */
const leftAfterHours = 24
/** How long a statement whose answer got lost may take to show its effect, and how often it is looked for. */
const lostAfterMs = 30_000
const lostLookMs = 250

export class ClickHouseWriter {
  readonly #connection: Connection
  readonly #address: ClickHouseAddress
  readonly #look: () => Promise<readonly PhysicalTable[]>

  readonly #lostMs: number

  /** `look` reads the database's tables anew. */
  constructor(
    address: ClickHouseAddress,
    look: () => Promise<readonly PhysicalTable[]>,
    { lostMs = lostAfterMs }: { lostMs?: number } = {},
  ) {
    this.#address = address
    this.#lostMs = lostMs
    this.#connection = new Connection(address)
    this.#look = look
  }

  /** Throws StartProblem where the account may not do what loads do. */
  async check(): Promise<void> {
    await checkWriter(this.#connection, this.#address)
  }

  /** Why loads would fail for want of rights; null where they would not, or where that can't be asked. */
  async refusal(): Promise<string | null> {
    return missingRights(this.#connection, this.#address).catch(() => null)
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
    const present = await this.#connection.rows<[string, string]>(
      `SELECT ${loadColumn}, toString(count()) FROM ${named(table)} GROUP BY 1`,
    )
    await this.change(createLoads)
    const noted = await this.#connection.rows<[string, string]>(
      `SELECT told, toString(rows) FROM ${named(loadsTable)} WHERE uuid = ${text((await this.idOf(table)) ?? '')}`,
    )
    const all = [...new Map([...noted, ...present])].sort(([one], [other]) => (one < other ? -1 : 1))
    return all.slice(-mostLoads).map(([told, count]) => {
      const [at, digest, source, held] = JSON.parse(told) as [string, string, string, string?]
      return { at, digest, source, rows: Number(count), file: '', ...(held !== undefined && { held }) }
    })
  }

  /** Before a table with this id comes into force: what was loaded into it, also what has no rows left there. */
  async noteLoads(id: string, loads: readonly TableLoad[]): Promise<void> {
    await this.change(createLoads)
    const values = loads.map((load) => `(${text(id)}, ${text(loadText(load))}, ${load.rows})`)
    await this.change(`INSERT INTO ${named(loadsTable)} (uuid, told, rows) VALUES ${values.join(', ')}`)
  }

  async #has(table: string): Promise<boolean> {
    const rows = await this.#connection.rows(
      `SELECT 1 FROM system.columns WHERE database = currentDatabase() AND table = ${text(table)} AND name = '${loadColumn}'`,
    )
    return rows.length > 0
  }

  rows<Cells extends unknown[]>(sql: string): Promise<Cells[]> {
    return this.#connection.rows<Cells>(sql).catch(this.#tell)
  }

  /** Rows of a statement as reports get them. Throws query_timeout where they are not whole in time. */
  async ask(sql: string, { zone, longestMs, signal, params = [] }: Asking): Promise<unknown[][]> {
    const late = AbortSignal.timeout(longestMs)
    const ending = AbortSignal.any([late, ...(signal ? [signal] : [])])
    const settings = { max_execution_time: Math.ceil(longestMs / 1000) + 5 }
    const rows = new Rows(zone, undefined)
    const found: unknown[][] = []
    const keep = (chunk: ColumnChunk) => {
      const columns = chunk.columns.map((text) => JSON.parse(text) as unknown[])
      for (let row = 0; row < chunk.rowCount; row += 1) found.push(columns.map((column) => column[row]))
    }
    try {
      const asked = { sql, params, settings, signal: ending }
      for await (const lines of await this.#connection.lines(randomUUID(), asked))
        for (const chunk of rows.take(lines, undefined)) keep(chunk)
      ending.throwIfAborted()
    } catch (error) {
      signal?.throwIfAborted()
      if (late.aborted) throw new AppError('query_timeout')
      this.#tell(error)
    }
    const rest = rows.rest()
    if (rest) keep(rest)
    return found
  }

  change(sql: string): Promise<void> {
    return this.#connection.change(sql).catch(this.#tell)
  }

  /** Makes an empty hidden table: a new one, or one like another. Returns its name. */
  async stage(given: NewTable | { like: string }): Promise<string> {
    await this.change(createFormers)
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
    // ClickHouse refuses an insert of nothing.
    if (rows > 0)
      await insert()
        .catch((error: unknown) => {
          if (codeOf(error) !== null) throw error
          return insert()
        })
        .catch(this.#tell)
    const count = await this.count(named(table))
    if (count !== rows) throw new Error(`of ${rows} rows that were sent ClickHouse has ${count}`)
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

  /** Adds the rows of a hidden table to another; both have them. */
  async add(staged: string, table: string, load: string): Promise<void> {
    const attach = `ALTER TABLE ${named(table)} ATTACH PARTITION tuple() FROM ${named(staged)}`
    const isIn = () => this.#isIn(table, load)
    await this.#certainly(attach, isIn)
    // Another server may have put another table in force meanwhile, which was built without these rows.
    if (!(await isIn())) await this.#certainly(attach, isIn)
  }

  /**
   * Makes a hidden table of a table's rows that agree with none of another's in the keys (`keyText`, `keyDay`).
   * Parts without such rows are shared with the table, not copied.
   */
  async without(table: string, fresh: string, keys: readonly string[]): Promise<string> {
    const next = await this.stage({ like: table })
    try {
      await this.change(`ALTER TABLE ${named(next)} ATTACH PARTITION tuple() FROM ${named(table)}`)
      await this.change(
        `ALTER TABLE ${named(next)} DELETE WHERE ${agrees(keys, fresh)} SETTINGS mutations_sync = 2`,
      )
      return next
    } catch (error) {
      await this.drop(next).catch(() => undefined)
      throw error
    }
  }

  /** The values, as texts, that a column has in a table's rows that agree with one of another's in the keys. */
  async agreeing(table: string, fresh: string, keys: readonly string[], column: string): Promise<string[]> {
    const found = await this.rows<[string]>(
      `SELECT DISTINCT ifNull(toString(${named(column)}), 'null') FROM ${named(table)} WHERE ${agrees(keys, fresh)} LIMIT 1000`,
    )
    return found.map(([value]) => value)
  }

  /** Rows are added to tables of loads alone: what another engine does with parts is not ours to know. */
  async refuseEngine(table: string): Promise<void> {
    const [[engine = 'MergeTree'] = []] = await this.rows<[string]>(
      `SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = ${text(table)}`,
    )
    if (engine === 'MergeTree') return
    throw importProblem(
      `数据表「${table}」在 ClickHouse 上的引擎是 ${engine}，本系统只载入它自己建立的 MergeTree 表；请用 ClickHouse 自己的工具写入`,
    )
  }

  /** What tells whether rows came or went: merges change nothing of it. */
  async contentOf(table: string): Promise<string> {
    const [[rows = '', loads = ''] = []] = await this.rows<[string, string]>(
      `SELECT toString(count()), toString(sum(cityHash64(${loadColumn}))) FROM ${named(table)}`,
    )
    return `${rows} ${loads}`
  }

  async count(relation: string): Promise<number> {
    const [[count] = ['0']] = await this.rows<[string]>(`SELECT toString(count()) FROM ${relation}`)
    return Number(count)
  }

  async #isIn(table: string, load: string): Promise<boolean> {
    return (
      (await this.rows(`SELECT 1 FROM ${named(table)} WHERE ${loadColumn} = ${text(load)} LIMIT 1`)).length >
      0
    )
  }

  /** Takes the rows of a load out of a table, and that it was loaded. */
  async remove(table: string, load: string): Promise<void> {
    await this.#certainly(
      `ALTER TABLE ${named(table)} DELETE WHERE ${loadColumn} = ${text(load)} SETTINGS mutations_sync = 2`,
      async () => !(await this.#isIn(table, load)),
    )
    await this.change(createLoads)
    const own = `uuid = ${text((await this.idOf(table)) ?? '')} AND told = ${text(load)}`
    await this.change(`ALTER TABLE ${named(loadsTable)} DELETE WHERE ${own} SETTINGS mutations_sync = 2`)
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

  /**
   * Where the answer got lost, what is there decides. The statement may still be on its way or at work, so it is asked
   * for a while.
   */
  async #certainly(sql: string, isDone: () => Promise<boolean>): Promise<void> {
    try {
      return await this.#connection.change(sql)
    } catch (error) {
      if (codeOf(error) !== null) this.#tell(error)
      if (await this.#comesAbout(isDone)) return
      this.#tell(error)
    }
  }

  readonly #tell = (error: unknown): never => {
    throw writingFailure(error, this.#address)
  }

  async #comesAbout(isDone: () => Promise<boolean>): Promise<boolean> {
    const until = performance.now() + this.#lostMs
    for (;;) {
      // While the server can't be asked, nothing is known.
      const known = await isDone().catch((error: unknown) => {
        if (codeOf(error) !== null) throw error
        return false
      })
      if (known) return true
      if (performance.now() >= until) return false
      await setTimeout(lostLookMs)
    }
  }

  /** Drops former versions whose time is over and what killed loads left; returns the names of the former tables. */
  async sweep(now = new Date()): Promise<string[]> {
    await this.change(createFormers)
    await this.change(createLoads)
    const over = await this.rows<[string]>(
      `SELECT DISTINCT of FROM ${named(formersTable)} WHERE until <= ${text(now.toISOString())} ORDER BY 1`,
    )
    const left = await this.rows<[string]>(
      `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '${hidden}')
       AND (name IN (SELECT id FROM ${named(formersTable)}) OR metadata_modification_time < now() - INTERVAL ${leftAfterHours} HOUR)
       AND name NOT IN (SELECT id FROM ${named(formersTable)} WHERE until > ${text(now.toISOString())})`,
    )
    for (const [name] of left) await this.drop(name)
    if (over.length > 0)
      await this.change(
        `ALTER TABLE ${named(formersTable)} DELETE WHERE until <= ${text(now.toISOString())} SETTINGS mutations_sync = 2`,
      )
    await this.change(
      `ALTER TABLE ${named(loadsTable)} DELETE WHERE noted_at < now() - INTERVAL ${leftAfterHours} HOUR
       AND uuid NOT IN (SELECT toString(uuid) FROM system.tables WHERE database = currentDatabase()) SETTINGS mutations_sync = 2`,
    )
    return over.map(([table]) => table)
  }
}

export const agrees = (keys: readonly string[], fresh: string): string => {
  const key = `tuple(${keys.join(', ')})`
  return `${key} IN (SELECT ${key} FROM ${named(fresh)})`
}

function create(name: string, { columns, comment, order }: NewTable): string {
  const all = [
    ...columns.map(
      ({ name: column, type, comment: told = column }) =>
        `${named(column)} Nullable(${clickhouseType(type)}) COMMENT ${text(told)}`,
    ),
    `${loadColumn} LowCardinality(String)`,
  ]
  return `CREATE TABLE ${named(name)} (${all.join(', ')}) ENGINE = MergeTree ORDER BY (${order.map(named).join(', ')})
    SETTINGS allow_nullable_key = 1, non_replicated_deduplication_window = 1000 COMMENT ${text(comment)}`
}
