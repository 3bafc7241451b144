// Parses a request to ClickHouse's HTTP interface: statement, parameters, settings and user.
import type { IncomingMessage } from 'node:http'
import { EngineFailure } from './failures.ts'

export interface StatementRequest {
  sql: string
  /** The bytes after the statement: rows for an INSERT. */
  data: Buffer
  params: Map<string, string>
  settings: Map<string, string>
  queryId: string | null
  database: string | null
  format: string | null
  hasRole: boolean
  user: string
  password: string
}

/** A server's default limit of a field (http_max_field_value_size); the statement itself may be longer. */
const longestField = 131_072
/** `unlimited` lifts that limit for a test's own statement. */
const notSettings = new Set([
  'unlimited',
  'query',
  'query_id',
  'database',
  'default_format',
  'user',
  'password',
  'role',
])

export async function readRequest(message: IncomingMessage): Promise<StatementRequest> {
  const { searchParams } = new URL(message.url ?? '/', 'http://localhost')
  const fields = new Map(searchParams)
  const body = await readBody(message)
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/.exec(
    message.headers['content-type'] ?? '',
  )?.[1]
  let data = body
  if (boundary !== undefined) {
    for (const [name, value] of partsOf(body, boundary)) fields.set(name, value)
    data = Buffer.alloc(0)
  }
  const given = [...fields]
  const long = given.find(([name, value]) => name !== 'query' && Buffer.byteLength(value) > longestField)
  if (long && !fields.has('unlimited')) {
    throw new EngineFailure(
      1000,
      'Code: 1000. DB::Exception: HTML Form Exception: Field value too long (POCO_EXCEPTION)',
    )
  }
  const inAddress = fields.get('query')
  return {
    sql: inAddress ?? data.toString(),
    data: inAddress === undefined ? Buffer.alloc(0) : data,
    params: new Map(
      given.filter(([name]) => name.startsWith('param_')).map(([name, value]) => [name.slice(6), value]),
    ),
    settings: new Map(given.filter(([name]) => !name.startsWith('param_') && !notSettings.has(name))),
    queryId: fields.get('query_id') ?? null,
    database: fields.get('database') ?? headerOf(message, 'x-clickhouse-database'),
    hasRole: fields.has('role'),
    format: fields.get('default_format') ?? headerOf(message, 'x-clickhouse-format'),
    ...credentials(message, fields),
  }
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function headerOf(message: IncomingMessage, name: string): string | null {
  const value = message.headers[name]
  return typeof value === 'string' ? value : null
}

function credentials(message: IncomingMessage, fields: Map<string, string>) {
  const basic = /^Basic (.+)$/.exec(message.headers.authorization ?? '')?.[1]
  if (basic !== undefined) {
    const [user = '', ...password] = Buffer.from(basic, 'base64').toString().split(':')
    return { user, password: password.join(':') }
  }
  return {
    user: headerOf(message, 'x-clickhouse-user') ?? fields.get('user') ?? 'default',
    password: headerOf(message, 'x-clickhouse-key') ?? fields.get('password') ?? '',
  }
}

function partsOf(body: Buffer, boundary: string): [name: string, value: string][] {
  const text = body.toString('latin1')
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const end = part.indexOf('\r\n\r\n')
      const name = /name="([^"]*)"/.exec(part.slice(0, end))?.[1] ?? ''
      return [name, Buffer.from(part.slice(end + 4, -2), 'latin1').toString()]
    })
}
