// A throw-away ClickHouse: the real engine in a process of its own, behind ClickHouse's HTTP interface.
import { findClickHouse } from '#setup/clickhouse.mjs'
import { type ClickHousePlace, readerPassword, sqlPassword } from './clickhouse/start.ts'
import { askFor } from './services.ts'

export type EngineCell = string | number | boolean | null | EngineCell[] | { [key: string]: EngineCell }
/** A bound value; null and lists are sent as they are. */
export type EngineParameter = string | number | boolean | null | EngineParameter[]

export interface EngineAnswer {
  columns: { name: string; type: string }[]
  /** Integers of 64 bits and more, and decimals, are texts. */
  rows: EngineCell[][]
}

export interface RunOptions {
  /** Parameters by name: `{p1:Int64}` is `p1`. */
  params?: Record<string, EngineParameter>
  settings?: Readonly<Record<string, string | number>>
  database?: string
}

export interface ClickHouse {
  /** Address for a user with all rights: `http://default@127.0.0.1:…`. */
  address: string
  /** Address for the user `reader`, who may read and change settings. */
  readerAddress: string
  /** Address for the account of users' SQL, `sql`. */
  sqlAddress: string
  pid: number
  run(sql: string, options?: RunOptions): Promise<EngineAnswer>
}

export const hasClickHouse = findClickHouse() !== undefined
if (!hasClickHouse && !process.env.EMBEDDED_ALONE)
  console.warn('skipped on ClickHouse: its engine was not found on this machine')

/** The server shared by the whole run; only where `hasClickHouse`. */
export async function shareClickHouse(): Promise<ClickHouse> {
  const { port, pid } = await askFor<ClickHousePlace>('clickhouse')
  return {
    address: `http://default@127.0.0.1:${port}`,
    readerAddress: `http://reader:${encodeURIComponent(readerPassword)}@127.0.0.1:${port}`,
    sqlAddress: `http://sql:${encodeURIComponent(sqlPassword)}@127.0.0.1:${port}`,
    pid,
    run: (sql, options) => run(`http://127.0.0.1:${port}/`, sql, options),
  }
}

async function run(
  address: string,
  sql: string,
  { params = {}, settings = {}, database }: RunOptions = {},
): Promise<EngineAnswer> {
  const url = new URL(address)
  url.searchParams.set('default_format', 'JSONCompactEachRowWithNamesAndTypes')
  url.searchParams.set('unlimited', '1')
  url.searchParams.set('output_format_json_quote_64bit_integers', '1')
  url.searchParams.set('output_format_json_quote_decimals', '1')
  url.searchParams.set('output_format_decimal_trailing_zeros', '1')
  if (database) url.searchParams.set('database', database)
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, String(value))
  const form = new FormData()
  form.set('query', sql)
  for (const [name, value] of Object.entries(params)) form.set(`param_${name}`, parameterText(value))
  const reply = await fetch(url, { method: 'POST', body: form })
  const text = await reply.text()
  const broken = text.indexOf('\r\n__exception__\r\n')
  if (!reply.ok || broken >= 0) throw new Error(broken >= 0 ? text.slice(broken) : text)
  const lines = text.split('\n')
  if (lines.length < 3) return { columns: [], rows: [] }
  const [names = [], types = [], ...rows] = lines.slice(0, -1).map((line) => JSON.parse(line) as EngineCell[])
  return { columns: names.map((name, index) => ({ name: String(name), type: String(types[index]) })), rows }
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' }
const escaped = (text: string): string =>
  text.replaceAll(/[\\\t\n\r\0]/g, (character) => escapes[character] as string)

/** A parameter in ClickHouse's format: texts escaped, lists with quoted items. */
function parameterText(value: EngineParameter): string {
  if (value === null) return '\\N'
  return Array.isArray(value) ? listText(value) : escaped(String(value))
}

function listText(value: EngineParameter): string {
  if (Array.isArray(value)) return `[${value.map(listText).join(',')}]`
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  return value === null ? 'NULL' : String(value)
}
