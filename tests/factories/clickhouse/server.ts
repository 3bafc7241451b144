// A process that serves ClickHouse's HTTP interface over the real engine, for tests:
// node server.ts <binding> <data folder> <users as JSON>. Prints its port, and ends when its standard input closes.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refuseBeyondGrants } from './accounts.ts'
import { loadBinding } from './binding.ts'
import { EngineFailure, engineFailure, exceptionBlock, statusOf } from './failures.ts'
import { readRequest, type StatementRequest } from './request.ts'
import { literal, Session } from './session.ts'

export interface EngineUser {
  password: string
  /** As in ClickHouse's setting: 0 may write, 1 may neither write nor change settings, 2 may change settings. */
  readonly: number
  /** Of its profile; it also has nothing but what its roles grant. */
  profile?: Record<string, string | number>
}

const [bindingPath = '', folder = '', usersText = '{}'] = process.argv.slice(2)
const users = JSON.parse(usersText) as Record<string, EngineUser>
const binding = loadBinding(bindingPath)
// Keeps the engine open.
const keeper = binding.CreateConnection(folder)

/** The engine assigns its own ids to statements, so ours are sent as a comment. */
const withOurIds = (sql: string): string =>
  sql
    .replaceAll(
      /\bsystem\.processes\b/gi,
      "(SELECT Settings['log_comment'] AS query_id, * EXCEPT query_id FROM system.processes)",
    )
    .replace(/^(\s*KILL\s+QUERY\b.*?)\bquery_id\b/is, "$1Settings['log_comment']")

function userOf({ user, password }: StatementRequest): EngineUser {
  const found = users[user]
  if (found?.password === password) return found
  throw new EngineFailure(
    516,
    `Code: 516. DB::Exception: ${user}: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)`,
  )
}

async function answer(message: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (message.method === 'GET' && message.url === '/ping') return void reply.end('Ok.\n')
  const request = await readRequest(message)
  const tag = randomUUID().replaceAll('-', '').slice(0, 16)
  const session = new Session(binding, folder)
  try {
    const { readonly, profile } = userOf(request)
    if (profile) refuseBeyondGrants(request.sql, request.hasRole)
    request.queryId ??= randomUUID()
    request.sql = withOurIds(request.sql)
    session.prepare(request, readonly, profile)
    const cancels =
      readonly > 0 &&
      (profile ? true : request.settings.get('cancel_http_readonly_queries_on_client_close') === '1')
    if (cancels) reply.once('close', () => reply.writableFinished || endQuery(request.queryId as string))
    reply.setHeader('X-ClickHouse-Query-Id', request.queryId)
    reply.setHeader('X-ClickHouse-Exception-Tag', tag)
    for await (const bytes of session.answer(request)) {
      if (reply.destroyed) break
      if (!reply.write(bytes)) await drained(reply)
    }
  } catch (error) {
    refuse(reply, tag, engineFailure(error))
  } finally {
    session.close()
    reply.end()
  }
}

/** Waits until the reply can take more, or its reader has disconnected. */
async function drained(reply: ServerResponse): Promise<void> {
  const closed = new AbortController()
  const close = () => closed.abort()
  reply.once('close', close)
  await once(reply, 'drain', { signal: closed.signal }).catch(() => {})
  reply.off('close', close)
}

function refuse(reply: ServerResponse, tag: string, { code, message }: EngineFailure): void {
  if (reply.headersSent) return void reply.write(exceptionBlock(tag, message))
  reply.statusCode = statusOf(code)
  reply.setHeader('X-ClickHouse-Exception-Code', String(code))
  reply.write(`${message}\n`)
}

function endQuery(id: string): void {
  binding.QueryWithConnection(
    keeper,
    `KILL QUERY WHERE Settings['log_comment'] = ${literal(id)} ASYNC`,
    'TSV',
  )
}

const server = createServer((message, reply) => {
  answer(message, reply).catch((error: Error) => {
    process.stderr.write(`${error.stack}\n`)
    reply.destroy()
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
// Killed, because the engine's own shutdown can wait forever for running statements; nothing needs to be kept.
process.stdin.resume().on('close', () => process.kill(process.pid, 'SIGKILL'))
