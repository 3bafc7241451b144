// PostgreSQL as a source: a cursor in a read-only transaction, whose values come as the server's own texts.
import { isIP } from 'node:net'
import type pg from 'pg'
import { type Connector, SourceProblem } from './connector.ts'
import {
  type DatabaseSecret,
  type DatabaseSettings,
  databaseConnector,
  type QueryColumn,
  queryText,
  type Reading,
  refuseDoubled,
  type Session,
} from './database.ts'
import { addressOf, connectionProblem, lost, type Nets } from './place.ts'
import { postgresCell, postgresOrder, postgresType, selected } from './postgresTypes.ts'
import type { Cell } from './rowFile.ts'

const connectMs = 15_000
const fields = { host: 'host', port: 'port', tls: 'tls' }
/** Bytes of text that a fetch aims at. */
const fetchedBytes = 4 * 2 ** 20

export const postgresConnector = (nets: Nets): Connector<DatabaseSettings, DatabaseSecret> =>
  databaseConnector({
    kind: 'postgres',
    title: 'PostgreSQL',
    port: 5432,
    tableExample: 'public.orders',
    open: async (settings, secret, signal) => {
      const session = new PostgresSession(settings, secret, nets, signal)
      await session.start()
      return session
    },
  })

class PostgresSession implements Session {
  readonly #settings: DatabaseSettings
  readonly #secret: DatabaseSecret
  readonly #nets: Nets
  readonly #signal: AbortSignal
  #client: pg.Client | null = null
  #make: (() => pg.Client) | null = null
  #pid = 0
  #columns: QueryColumn[] | null = null
  #from = ''
  #cursors = 0
  readonly #cancel = () => void this.#cancelThere()

  constructor(settings: DatabaseSettings, secret: DatabaseSecret, nets: Nets, signal: AbortSignal) {
    this.#settings = settings
    this.#secret = secret
    this.#nets = nets
    this.#signal = signal
  }

  async start(): Promise<void> {
    const { default: postgres } = await import('pg')
    const config = await this.#config()
    this.#make = () => {
      const client = new postgres.Client(config)
      // A connection that breaks fails its statement, too; without a listener the process would end.
      client.on('error', () => undefined)
      return client
    }
    this.#client = this.#make()
    this.#signal.addEventListener('abort', this.#cancel, { once: true })
    try {
      await this.#asked(() => this.#open().connect())
      await this.#run('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const timeout = `${this.#settings.minutes * 60_000}`
      // Rows come in one order however often they are read, and times with an offset in UTC.
      const settings = {
        statement_timeout: timeout,
        lock_timeout: '30000',
        idle_in_transaction_session_timeout: '3600000',
        synchronize_seqscans: 'off',
        cursor_tuple_fraction: this.#settings.column === '' ? '1' : '0.1',
        TimeZone: 'UTC',
        DateStyle: 'ISO, YMD',
        IntervalStyle: 'iso_8601',
        extra_float_digits: '1',
        bytea_output: 'hex',
      }
      const list = Object.keys(settings).map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`)
      const { rows } = await this.#run(
        `SELECT pg_backend_pid(), ${list.join(', ')}`,
        Object.entries(settings).flat(),
      )
      this.#pid = Number(rows[0]?.[0])
      this.#from = await this.#source()
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async #config(): Promise<pg.ClientConfig> {
    const { host, port, database, user, tls, ca } = this.#settings
    return {
      host: await addressOf(host, this.#nets, 'host', this.#signal),
      port,
      database,
      user,
      password: this.#secret.password ?? '',
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      application_name: 'analytics',
      // Values as the server writes them: nothing is rounded or moved to a zone.
      types: { getTypeParser: () => (value: unknown) => value } as never,
      ssl: tls !== 'off' && {
        rejectUnauthorized: tls === 'on',
        ...(ca.trim() !== '' && { ca }),
        ...(isIP(host) === 0 && { servername: host }),
      },
    }
  }

  /** What stands after FROM. */
  async #source(): Promise<string> {
    const { table, query } = this.#settings
    if (table.trim() === '') return `(\n${queryText(query)}\n) AS source`
    const name = table.trim()
    const quoted = name.includes('"')
      ? name
      : name
          .split('.')
          .map((part) => `"${part}"`)
          .join('.')
    const { rows } = await this.#run(
      'SELECT coalesce(to_regclass($1), to_regclass($2))::text',
      [quoted, name],
      'table',
    )
    const found = rows[0]?.[0]
    if (!found) throw new SourceProblem(`没有表「${name}」，或账号没有用它的模式的权限`, 'table')
    return `${found} AS source`
  }

  async columns(): Promise<QueryColumn[]> {
    if (this.#columns) return this.#columns
    const place = this.#place
    const described = await this.#run(`SELECT * FROM ${this.#from} LIMIT 0`, [], place)
    const ids = described.fields.map(({ dataTypeID }) => dataTypeID)
    const modifiers = described.fields.map(({ dataTypeModifier }) => dataTypeModifier)
    const { rows } = await this.#run(
      `SELECT format_type(t.oid, asked.modifier), t.typname
       FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS asked(id, modifier, place)
       JOIN pg_type t ON t.oid = asked.id ORDER BY place`,
      [ids, modifiers],
    )
    this.#columns = described.fields.map(({ name, dataTypeModifier }, at) => {
      const [native = '', own = ''] = (rows[at] ?? []) as string[]
      return {
        name,
        native,
        type: postgresType(own, dataTypeModifier),
        order: postgresOrder(own),
      }
    })
    if (this.#columns.length === 0) throw new SourceProblem('没有列', place)
    refuseDoubled(this.#columns)
    return this.#columns
  }

  async *read(reading: Reading | null): AsyncGenerator<Cell[][]> {
    const columns = await this.columns()
    const list = columns.map(({ name, native }) => selected(quoted(name), native)).join(', ')
    const conditions: string[] = []
    const values: string[] = []
    if (reading) {
      const { column, above, within } = reading
      const name = quoted(column.name)
      conditions.push(`${name} IS NOT NULL`)
      if (column.order === 'time' || column.order === 'day') conditions.push(`isfinite(${name})`)
      // Infinity itself is no decimal before version 14, but its text is compared as one.
      if (/^(numeric|real|double)/.test(column.native))
        conditions.push(`${name}::text NOT IN ('NaN', 'Infinity', '-Infinity')`)
      if (above !== null) {
        values.push(above.includes(' (BC)') ? `${above.replace(' (BC)', '')} BC` : above)
        conditions.push(`${name} > $1::${column.native}`)
      }
      if (within) {
        values.push(within.from, within.before)
        const [from, before] = [values.length - 1, values.length]
        conditions.push(`${name} >= $${from}::${column.native}`, `${name} < $${before}::${column.native}`)
      }
    }
    const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
    const order = reading
      ? ` ORDER BY ${quoted(reading.column.name)}${reading.isLast ? ' DESC LIMIT 1' : ''}`
      : ''
    this.#cursors += 1
    const cursor = `rows_${this.#cursors}`
    const place = this.#place
    await this.#run(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${list} FROM ${this.#from}${where}${order}`,
      values,
      place,
    )
    const cells = columns.map(({ type }) => postgresCell(type))
    let count = 200
    for (;;) {
      const { rows } = await this.#run(`FETCH FORWARD ${count} FROM ${cursor}`, [], place)
      if (rows.length === 0) break
      const found = rows as Cell[][]
      let bytes = 0
      for (const row of found) {
        for (let at = 0; at < row.length; at += 1) {
          const cell = row[at] ?? null
          if (cell === null) continue
          bytes += cell.length
          const read = cells[at]
          if (read) row[at] = read(cell)
        }
      }
      yield found
      if (rows.length < count) break
      count = Math.max(10, Math.min(5_000, Math.floor(fetchedBytes / Math.max(1, bytes / rows.length))))
    }
    await this.#run(`CLOSE ${cursor}`)
  }

  async before(mark: string, column: QueryColumn, overlap: number): Promise<string> {
    const less = { time: `make_interval(secs => ${overlap})`, day: String(overlap) }
    const by = column.order === 'time' || column.order === 'day' ? less[column.order] : String(overlap)
    const { rows } = await this.#run(
      `SELECT ($1::${column.native} - ${by})::${column.native}`,
      [mark],
      'overlap',
    )
    const text = String(rows[0]?.[0])
    return postgresCell(column.type)?.(text) ?? text
  }

  async missing({ name }: QueryColumn): Promise<number> {
    const statement = `SELECT count(*) FROM ${this.#from} WHERE ${quoted(name)} IS NULL`
    const { rows } = await this.#run(statement, [], this.#place)
    return Number(rows[0]?.[0])
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#cancel)
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
  }

  get #place(): string {
    return this.#settings.table.trim() === '' ? 'query' : 'table'
  }

  #open(): pg.Client {
    if (!this.#client) throw new Error('the session is closed')
    return this.#client
  }

  /** Extended protocol, which takes one statement alone. */
  #run(
    text: string,
    values: unknown[] = [],
    field?: string,
  ): Promise<{ rows: unknown[][]; fields: pg.FieldDef[] }> {
    const statement = { text, values, rowMode: 'array', queryMode: 'extended' } as const
    return this.#asked(() => this.#open().query(statement as pg.QueryArrayConfig), field)
  }

  async #asked<Answer>(ask: () => Promise<Answer>, field?: string): Promise<Answer> {
    this.#signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      this.#signal.throwIfAborted()
      throw connectionProblem(error, fields) ?? serverProblem(error, this.#settings, field ?? null) ?? error
    }
  }

  /** The statement ends there, too; then the connection. */
  async #cancelThere(): Promise<void> {
    const client = this.#client
    this.#client = null
    const other = this.#pid > 0 ? this.#make?.() : undefined
    try {
      await other?.connect()
      await other?.query('SELECT pg_cancel_backend($1)', [this.#pid])
    } catch {
      // Without a second connection the server notices when it sends the next rows.
    } finally {
      await other?.end().catch(() => undefined)
      await client?.end().catch(() => undefined)
    }
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What the server refused; null for what nobody foresaw. */
function serverProblem(
  error: unknown,
  { database, user }: DatabaseSettings,
  field: string | null,
): SourceProblem | null {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const said = message.slice(0, 300)
  switch (code) {
    case '28P01':
      return new SourceProblem(`用户「${user}」的密码不对，或没有这个用户`, 'password')
    case '28000':
      return /no encryption|SSL/i.test(said)
        ? new SourceProblem('数据库要求加密，或不允许从这台机器不加密地连接', 'tls')
        : new SourceProblem(`数据库不让用户「${user}」从这台机器登录（${said}）`, 'user')
    case '3D000':
      return new SourceProblem(`没有数据库「${database}」`, 'database')
    case '42P01':
      return new SourceProblem(`没有这张表：${said}`, field ?? 'table')
    case '42703':
      return new SourceProblem(`没有这一列：${said}`, field ?? 'query')
    case '42501':
      return new SourceProblem(`账号没有读取的权限：${said}`, field ?? 'user')
    case '57014':
      return new SourceProblem(
        '数据库太久没有给出下一批行，已放弃；可以加长等待，或给增量列建索引',
        'minutes',
      )
    case '25006':
      return new SourceProblem('查询要写数据，只能读取', field ?? 'query')
    case '53300':
      return new SourceProblem('数据库的连接数已满，稍后再试')
  }
  if (/^(57P0|08)/.test(code)) return lost()
  if (/^[0-9A-Z]{5}$/.test(code)) return new SourceProblem(`数据库不接受：${said}（${code}）`, field)
  if (/password must be|no password|SASL|SCRAM/i.test(said)) return new SourceProblem('要填密码', 'password')
  return null
}
