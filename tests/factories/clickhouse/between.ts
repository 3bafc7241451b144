// Stands between the server and ClickHouse: it cuts the answers to statements, or answers them itself.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of a statement: it goes on; its answer is cut after ClickHouse gave it; or this is the answer. */
type Fate = 'pass' | 'cut' | { code: number; message: string } | { rows: string }

export interface Between {
  /** `http://user@127.0.0.1:…`, without a database. */
  address: string
  /** Decides over each statement. */
  decide: (sql: string) => Fate
  stop(): Promise<void>
}

/** `address`: of ClickHouse, without a database. */
export async function standBetween(address: string): Promise<Between> {
  const { hostname, port, username } = new URL(address)
  const between: Between = {
    address: '',
    decide: () => 'pass',
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((message, reply) => {
    serve(between, { hostname, port }, message, reply).catch(() => reply.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  between.address = `http://${username}@127.0.0.1:${(server.address() as AddressInfo).port}`
  return between
}

async function serve(
  between: Between,
  to: { hostname: string; port: string },
  message: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of message) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  const named = new URL(message.url ?? '/', 'http://localhost').searchParams.get('query')
  const fate = between.decide(named ?? body.toString())
  if (typeof fate === 'object') {
    if ('rows' in fate) return void reply.end(fate.rows)
    reply.statusCode = 403
    reply.setHeader('X-ClickHouse-Exception-Code', String(fate.code))
    return void reply.end(`Code: ${fate.code}. DB::Exception: ${fate.message}\n`)
  }
  const { method = 'POST', url: path = '/', headers } = message
  const { 'transfer-encoding': _, expect: _expect, ...given } = headers
  const asked = request({ ...to, method, path, headers: { ...given, 'content-length': body.length } })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const got: Buffer[] = []
  for await (const piece of answer) got.push(piece as Buffer)
  if (fate === 'cut') return void reply.destroy()
  const { 'transfer-encoding': _encoding, connection: _connection, ...told } = answer.headers
  reply.writeHead(answer.statusCode ?? 500, told)
  reply.end(Buffer.concat(got))
}
