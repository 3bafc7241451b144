// MySQL and MariaDB as sources: rows stream out of a read-only transaction as the server's own texts.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Connection, ConnectionOptions, FieldPacket, Query } from 'mysql2'
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
import { type FieldDescription, type MysqlColumn, mysqlColumn, quoted } from './mysqlTypes.ts'
import { addressOf, connectionProblem, lost, type Nets } from './place.ts'
import type { Cell } from './rowFile.ts'

const connectMs = 15_000
const fields = { host: 'host', port: 'port', tls: 'tls' }
const rowsAtOnce = 500
/** Beyond this the server ends the statement itself, should nobody be left to end it. */
const longestSeconds = 86_400

export const mysqlConnector = (nets: Nets): Connector<DatabaseSettings, DatabaseSecret> =>
  databaseConnector({
    kind: 'mysql',
    title: 'MySQL / MariaDB',
    port: 3306,
    tableExample: 'orders',
    open: async (settings, secret, signal) => {
      const session = new MysqlSession(settings, secret, nets, signal)
      await session.start()
      return session
    },
  })

interface Answer {
  rows: (string | null)[][]
  fields: FieldDescription[]
}

class MysqlSession implements Session {
  readonly #settings: DatabaseSettings
  readonly #secret: DatabaseSecret
  readonly #nets: Nets
  readonly #signal: AbortSignal
  #connection: Connection | null = null
  #make: (() => Promise<Connection>) | null = null
  #columns: MysqlColumn[] | null = null
  #isStreaming = false
  readonly #cancel = () => void this.#endThere()

  constructor(settings: DatabaseSettings, secret: DatabaseSecret, nets: Nets, signal: AbortSignal) {
    this.#settings = settings
    this.#secret = secret
    this.#nets = nets
    this.#signal = signal
  }

  async start(): Promise<void> {
    const { createConnection } = await import('mysql2')
    const address = await addressOf(this.#settings.host, this.#nets, 'host', this.#signal)
    const options = this.#options(address)
    this.#make = async () => {
      const connection = createConnection(options)
      // A connection that breaks fails its statement, too; without a listener the process would end.
      connection.on('error', () => undefined)
      await new Promise<void>((resolve, reject) =>
        connection.connect((error) => (error ? reject(error) : resolve())),
      )
      return connection
    }
    this.#signal.addEventListener('abort', this.#cancel, { once: true })
    try {
      this.#connection = await this.#asked(this.#make)
      const { rows } = await this.#run('SELECT VERSION()')
      const isMaria = /mariadb/i.test(String(rows[0]?.[0]))
      const limit = isMaria
        ? `max_statement_time = ${longestSeconds}`
        : `max_execution_time = ${longestSeconds * 1000}`
      // Moments come in UTC; a slow reader is no dead one.
      await this.#run(`SET SESSION time_zone = '+00:00', net_write_timeout = 3600, ${limit}`)
      await this.#run('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
    } catch (error) {
      await this.close()
      throw error
    }
  }

  #options(address: string): ConnectionOptions {
    const { host, port, database, user, tls, ca } = this.#settings
    return {
      host,
      port,
      database,
      user,
      password: this.#secret.password ?? '',
      charset: 'utf8mb4',
      connectTimeout: connectMs,
      multipleStatements: false,
      // The name is for the certificate; the connection goes to the address that was checked.
      stream: () => connect({ host: address, port, keepAlive: true, noDelay: true }),
      ...(tls !== 'off' && {
        ssl: {
          rejectUnauthorized: tls === 'on',
          verifyIdentity: tls === 'on',
          ...(ca.trim() !== '' && { ca }),
        },
      }),
    }
  }

  get #from(): string {
    const { table, query } = this.#settings
    const name = table.trim()
    if (name === '') return `(\n${queryText(query)}\n) AS source`
    if (/^(`[^`]+`\.)?`[^`]+`$/.test(name)) return `${name} AS source`
    return `${name.split('.').map(quoted).join('.')} AS source`
  }

  get #place(): string {
    return this.#settings.table.trim() === '' ? 'query' : 'table'
  }

  async columns(): Promise<MysqlColumn[]> {
    if (this.#columns) return this.#columns
    const { fields: found } = await this.#run(`SELECT * FROM ${this.#from} LIMIT 0`, this.#place)
    this.#columns = found.map(mysqlColumn)
    refuseDoubled(this.#columns)
    return this.#columns
  }

  async *read(reading: Reading | null): AsyncGenerator<Cell[][]> {
    const columns = await this.columns()
    const list = columns.map(({ sql }) => sql).join(', ')
    const { where, order } = reading ? spanOf(reading) : { where: '', order: '' }
    const sql = `SELECT ${list} FROM ${this.#from}${where}${order}`
    const byName = new Map(columns.map((column) => [column.name, column]))
    const query: Query = this.#open().query({
      sql,
      rowsAsArray: true,
      typeCast: (field) => {
        const column = byName.get(field.name)
        if (column?.bytes) {
          const value = field.buffer()
          return value === null ? null : column.bytes(value)
        }
        const text = field.string('utf8')
        return text === null || !column?.text ? text : column.text(text)
      },
    })
    const stream = query.stream({ highWaterMark: rowsAtOnce })
    const patience = this.#settings.minutes * 60_000
    const tooSlow = setTimeout(() => {
      stream.destroy(
        new SourceProblem('数据库太久没有给出下一批行，已放弃；可以加长等待，或给增量列建索引', 'minutes'),
      )
    }, patience)
    const stop = () => stream.destroy(this.#signal.reason as Error)
    this.#signal.addEventListener('abort', stop, { once: true })
    // A connection that breaks tells itself, not the statement that streams.
    const breaks = (error: Error) => stream.destroy(error)
    const connection = this.#open()
    connection.on('error', breaks)
    this.#isStreaming = true
    try {
      let rows: Cell[][] = []
      for await (const row of stream as AsyncIterable<Cell[]>) {
        rows.push(row)
        if (rows.length < rowsAtOnce && stream.readableLength > 0) continue
        yield rows
        rows = []
        tooSlow.refresh()
      }
      this.#isStreaming = false
      if (rows.length > 0) yield rows
    } catch (error) {
      this.#signal.throwIfAborted()
      throw this.#told(error, this.#place)
    } finally {
      clearTimeout(tooSlow)
      connection.off('error', breaks)
      this.#signal.removeEventListener('abort', stop)
    }
  }

  async before(mark: string, column: QueryColumn, overlap: number): Promise<string> {
    const value = literal(mark, column)
    const less =
      column.order === 'time'
        ? `CAST(${value} - INTERVAL ${overlap} SECOND AS CHAR)`
        : column.order === 'day'
          ? `CAST(${value} - INTERVAL ${overlap} DAY AS CHAR)`
          : `${value} - ${overlap}`
    const { rows } = await this.#run(`SELECT ${less}`, 'overlap')
    return String(rows[0]?.[0])
  }

  async missing({ name }: QueryColumn): Promise<number> {
    const statement = `SELECT count(*) FROM ${this.#from} WHERE ${quoted(name)} IS NULL`
    const { rows } = await this.#run(statement, this.#place)
    return Number(rows[0]?.[0])
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#cancel)
    if (this.#isStreaming) return this.#endThere()
    const connection = this.#connection
    this.#connection = null
    connection?.destroy()
  }

  #open(): Connection {
    if (!this.#connection) throw new Error('the session is closed')
    return this.#connection
  }

  #run(sql: string, field?: string): Promise<Answer> {
    return this.#asked(
      () =>
        new Promise<Answer>((resolve, reject) => {
          const typeCast = (value: { string(encoding?: string): string | null }) => value.string('utf8')
          this.#open().query(
            { sql, rowsAsArray: true, typeCast: typeCast as never },
            (error, rows, found) => {
              if (error) reject(error)
              else resolve({ rows: rows as never, fields: (found ?? []) as FieldPacket[] as never })
            },
          )
        }),
      field,
    )
  }

  async #asked<Found>(ask: () => Promise<Found>, field?: string): Promise<Found> {
    this.#signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      this.#signal.throwIfAborted()
      throw this.#told(error, field ?? null)
    }
  }

  #told(error: unknown, field: string | null): unknown {
    if (error instanceof SourceProblem) return error
    return connectionProblem(error, fields) ?? serverProblem(error, this.#settings, field) ?? error
  }

  /** The statement ends there, too; then the connection. */
  async #endThere(): Promise<void> {
    const connection = this.#connection
    this.#connection = null
    if (!connection) return
    this.#isStreaming = false
    let other: Connection | undefined
    try {
      other = await this.#make?.()
      const killed = other?.query(`KILL QUERY ${Number(connection.threadId)}`)
      if (killed) await once(killed, 'end')
    } catch {
      // Without a second connection the server notices when it sends the next rows.
    } finally {
      other?.destroy()
      connection.destroy()
    }
  }
}

function spanOf({ column, above, within, isLast }: Reading): { where: string; order: string } {
  const name = quoted(column.name)
  // Bytes: in most collations `a` equals `A`, and a batch could end between the two.
  const value = column.order === 'text' ? `CAST(CONVERT(${name} USING utf8mb4) AS BINARY)` : name
  const isDated = column.order === 'time' || column.order === 'day'
  const least = isDated ? `${name} >= '0001-01-01'` : `${name} IS NOT NULL`
  const more = above === null ? '' : ` AND ${value} > ${literal(above, column)}`
  const days = within
    ? ` AND ${value} >= ${literal(within.from, column)} AND ${value} < ${literal(within.before, column)}`
    : ''
  return {
    where: ` WHERE ${least}${more}${days}`,
    order: ` ORDER BY ${value}${isLast ? ' DESC LIMIT 1' : ''}`,
  }
}

/** A mark as a value of its column's type: compared as another, 19 digits would be rounded. */
function literal(mark: string, { order }: QueryColumn): string {
  if (order === 'number') {
    if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(mark)) throw new Error('the mark is no number')
    return mark
  }
  if (order === 'text') return `CAST(${hexText(mark)} AS BINARY)`
  const wall = mark.replace(/\+00$/, '')
  return `CAST(CONVERT(${hexText(wall)} USING utf8mb4) AS ${order === 'day' ? 'DATE' : 'DATETIME(6)'})`
}

/** Needs no escapes, whatever the server's mode. */
const hexText = (text: string): string => `x'${Buffer.from(text).toString('hex')}'`

/** What the server refused; null for what nobody foresaw. */
function serverProblem(
  error: unknown,
  { database, user }: DatabaseSettings,
  field: string | null,
): SourceProblem | null {
  const {
    code = '',
    errno = 0,
    sqlMessage = '',
  } = error as { code?: string; errno?: number; sqlMessage?: string }
  const said = sqlMessage.slice(0, 300)
  switch (errno) {
    case 1045:
    case 1698:
      return new SourceProblem(`用户「${user}」的密码不对，或不许从这台机器登录`, 'password')
    case 1044:
      return new SourceProblem(`用户「${user}」没有数据库「${database}」的权限，或没有这个数据库`, 'database')
    case 1049:
      return new SourceProblem(`没有数据库「${database}」`, 'database')
    case 1130:
      return new SourceProblem('数据库不许这台机器连接', 'host')
    case 3159:
      return new SourceProblem('数据库要求加密', 'tls')
    case 1040:
    case 1203:
    case 1226:
      return new SourceProblem('数据库的连接数已满，稍后再试')
    case 1146:
    case 1109:
      return new SourceProblem(`没有这张表：${said}`, field ?? 'table')
    case 1054:
      return new SourceProblem(`没有这一列：${said}`, field ?? 'query')
    case 1060:
      return new SourceProblem(`有两列同名，请在查询里用 AS 改名：${said}`, 'query')
    case 1142:
    case 1143:
    case 1370:
      return new SourceProblem(`账号没有读取的权限：${said}`, field ?? 'user')
    case 1792:
      return new SourceProblem('查询要写数据，只能读取', field ?? 'query')
    case 1969:
    case 3024:
      return new SourceProblem('数据库太久没有读完，已放弃', 'minutes')
    case 1053:
    case 1317:
    case 1927:
      return lost()
  }
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return new SourceProblem('对方不支持 TLS', 'tls')
  return errno > 0 ? new SourceProblem(`数据库不接受：${said}（${errno}）`, field) : null
}
