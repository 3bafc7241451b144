// ClickHouse as a source, over its HTTP interface: each column comes as the server's own text of it. A statement sees
// one state of its table.
import { randomUUID } from 'node:crypto'
import { Agent as PlainAgent } from 'node:http'
import { Agent, type AgentOptions } from 'node:https'
import { isIP } from 'node:net'
import type { ClickHouseClient, Row } from '@clickhouse/client'
import { calendarDay, dayText } from '#shared/day.ts'
import { type ClickHouseColumn, clickhouseColumn, quoted } from './clickhouseTypes.ts'
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
import type { Cell } from './rowFile.ts'

const fields = { host: 'host', port: 'port', tls: 'tls' }
const endMs = 10_000

export const clickhouseConnector = (nets: Nets): Connector<DatabaseSettings, DatabaseSecret> =>
  databaseConnector({
    kind: 'clickhouse',
    title: 'ClickHouse',
    port: 8443,
    tableExample: 'orders',
    databaseHint: '用 HTTP 接口的端口，通常是 8443，不加密是 8123',
    open: async (settings, secret, signal) => {
      const session = new ClickHouseSession(settings, secret, nets, signal)
      await session.start()
      return session
    },
  })

class ClickHouseSession implements Session {
  readonly #settings: DatabaseSettings
  readonly #secret: DatabaseSecret
  readonly #nets: Nets
  readonly #signal: AbortSignal
  readonly #running = new Set<string>()
  #client: ClickHouseClient | null = null
  #columns: ClickHouseColumn[] | null = null

  constructor(settings: DatabaseSettings, secret: DatabaseSecret, nets: Nets, signal: AbortSignal) {
    this.#settings = settings
    this.#secret = secret
    this.#nets = nets
    this.#signal = signal
  }

  async start(): Promise<void> {
    const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client')
    const { host, port, database, user, tls, ca } = this.#settings
    const address = await addressOf(host, this.#nets, 'host', this.#signal)
    const family = isIP(address)
    const options: AgentOptions = {
      keepAlive: true,
      // The name is for the certificate; the connection goes to the address that was checked.
      lookup: (_, { all }, answer) =>
        all ? answer(null, [{ address, family }]) : answer(null, address, family),
      ...(tls !== 'off' && { rejectUnauthorized: tls === 'on', ...(ca.trim() !== '' && { ca }) }),
    }
    this.#client = createClient({
      url: `${tls === 'off' ? 'http' : 'https'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
      username: user,
      password: this.#secret.password ?? '',
      database,
      application: 'analytics source',
      request_timeout: this.#settings.minutes * 60_000,
      http_agent: tls === 'off' ? new PlainAgent(options) : new Agent(options),
      set_basic_auth_header: true,
      log: { level: ClickHouseLogLevel.OFF },
    })
  }

  get #from(): string {
    const { table, query } = this.#settings
    const name = table.trim()
    if (name === '') return `(\n${queryText(query)}\n) AS source`
    return `${name.split('.').map(quoted).join('.')} AS source`
  }

  get #place(): string {
    return this.#settings.table.trim() === '' ? 'query' : 'table'
  }

  async columns(): Promise<ClickHouseColumn[]> {
    if (this.#columns) return this.#columns
    const lines: string[][] = []
    for await (const rows of this.#lines(`SELECT * FROM ${this.#from} LIMIT 0`))
      lines.push(...rows.map((row) => row.json<string[]>()))
    const [names = [], types = []] = lines
    this.#columns = names.map((name, at) => clickhouseColumn(name, types[at] ?? 'String'))
    if (this.#columns.length === 0) throw new SourceProblem('没有列', this.#place)
    refuseDoubled(this.#columns)
    return this.#columns
  }

  async *read(reading: Reading | null): AsyncGenerator<Cell[][]> {
    const columns = await this.columns()
    // By position: a text under the column's own name would take its place in the conditions.
    const list = columns.map(({ sql }, at) => `${sql} AS \`${at} \``).join(', ')
    const { where, order, values } = reading ? spanOf(reading) : { where: '', order: '', values: {} }
    let heads = 2
    for await (const rows of this.#lines(`SELECT ${list} FROM ${this.#from}${where}${order}`, values)) {
      const found = rows.slice(heads).map((row) => row.json<Cell[]>())
      heads = Math.max(0, heads - rows.length)
      if (found.length > 0) yield found
    }
  }

  async before(mark: string, { order, native }: QueryColumn, overlap: number): Promise<string> {
    if (order === 'day') return dayText((calendarDay(mark) as number) - overlap)
    if (order === 'time') {
      const [, whole = '', rest = ''] = /^(.{19})(.*)$/.exec(mark) ?? []
      const moment = new Date(Date.parse(`${whole.replace(' ', 'T')}Z`) - overlap * 1000)
      return `${moment.toISOString().slice(0, 19).replace('T', ' ')}${rest}`
    }
    if (!/^-?\d+$/.test(mark)) return String(Number(mark) - overlap)
    const less = BigInt(mark) - BigInt(overlap)
    return String(less < 0n && native.startsWith('U') ? 0n : less)
  }

  async missing({ name }: QueryColumn): Promise<number> {
    const lines: unknown[][] = []
    for await (const rows of this.#lines(`SELECT count() FROM ${this.#from} WHERE isNull(${quoted(name)})`))
      lines.push(...rows.map((row) => row.json<unknown[]>()))
    return Number(lines[2]?.[0])
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = null
    await this.#end(client)
    await client?.close()
  }

  /** Statements that nobody reads to their end are ended there. */
  async #end(client: ClickHouseClient | null): Promise<void> {
    const left = [...this.#running]
    this.#running.clear()
    for (const id of left)
      await client
        ?.command({
          query: 'KILL QUERY WHERE query_id = {id:String} ASYNC',
          query_params: { id },
          abort_signal: AbortSignal.timeout(endMs),
        })
        .catch(() => undefined)
  }

  /** Lines of JSON arrays: names, types, then the rows. */
  async *#lines(query: string, values: Record<string, string> = {}): AsyncGenerator<Row[]> {
    const client = this.#client
    if (!client) throw new Error('the session is closed')
    this.#signal.throwIfAborted()
    const id = randomUUID()
    this.#running.add(id)
    const cancel = () => void this.#end(client)
    this.#signal.addEventListener('abort', cancel, { once: true })
    try {
      const result = await client.query({
        query,
        query_params: values,
        query_id: id,
        format: 'JSONCompactEachRowWithNamesAndTypes',
        clickhouse_settings: { date_time_output_format: 'simple' },
        abort_signal: this.#signal,
      })
      const stream = result.stream()
      const stop = () => stream.destroy()
      this.#signal.addEventListener('abort', stop, { once: true })
      try {
        yield* stream as AsyncIterable<Row[]>
      } finally {
        this.#signal.removeEventListener('abort', stop)
      }
      this.#signal.throwIfAborted()
      this.#running.delete(id)
    } catch (error) {
      this.#signal.throwIfAborted()
      this.#running.delete(id)
      throw told(error, this.#settings, this.#place)
    } finally {
      this.#signal.removeEventListener('abort', cancel)
    }
  }
}

function spanOf({ column, above, within, isLast }: Reading): {
  where: string
  order: string
  values: Record<string, string>
} {
  const name = quoted(column.name)
  const values: Record<string, string> = {}
  const bound = (key: string, value: string) => {
    values[key] = column.order === 'time' ? value.replace(/\+00$/, '') : value
    if (column.order === 'text') return `{${key}:String}`
    const as = column.order === 'time' ? `DateTime64(9, \\'UTC\\')` : column.native
    return `CAST({${key}:String}, '${as}')`
  }
  const conditions = [`isNotNull(${name})`]
  if (/^Float/.test(column.native)) conditions.push(`isFinite(${name})`)
  if (above !== null) conditions.push(`${name} > ${bound('above', above)}`)
  if (within)
    conditions.push(`${name} >= ${bound('from', within.from)}`, `${name} < ${bound('before', within.before)}`)
  return {
    where: ` WHERE ${conditions.join(' AND ')}`,
    order: ` ORDER BY ${name}${isLast ? ' DESC LIMIT 1' : ''}`,
    values,
  }
}

/** What the server refused, and connections that broke. */
function told(error: unknown, { database, user }: DatabaseSettings, place: string): unknown {
  if (error instanceof SourceProblem) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const said = (message.split(' (version ', 1)[0] ?? '').slice(0, 300)
  switch (code) {
    case '81':
      return new SourceProblem(`没有数据库「${database}」，或用户看不到它`, 'database')
    case '60':
      return new SourceProblem(`没有这张表：${said}`, place)
    case '47':
    case '16':
      return new SourceProblem(`没有这一列：${said}`, place)
    case '192':
    case '193':
    case '194':
    case '516':
      return new SourceProblem(`用户「${user}」的密码不对，或没有这个用户`, 'password')
    case '497':
      return new SourceProblem(`账号没有读取的权限：${said}`, 'user')
    case '159':
      return new SourceProblem('数据库太久没有读完，已放弃', 'minutes')
    case '202':
      return new SourceProblem('数据库的连接数已满，稍后再试')
    case '394':
      return lost()
  }
  if (/^\d+$/.test(code)) return new SourceProblem(`数据库不接受：${said}（${code}）`, place)
  if (/timeout error/i.test(message))
    return new SourceProblem('数据库太久没有给出下一批行，已放弃；可以加长等待', 'minutes')
  return connectionProblem(error, fields) ?? error
}
