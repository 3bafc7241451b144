// Our own gateway on loopback, for apps without one: a real HTTP listener in this process that checks
// signatures like others, stores each key once, and delivers to nobody.
import { hkdfSync } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deps } from '#server/deps.ts'
import { installationSecret } from '#server/secret.ts'
import type { PushMessage } from '#features/push/contract.ts'
import { type HttpGateway, httpGateway } from './http.ts'
import { isSigned, signatureHeader, timeHeader } from './signing.ts'

type Stores = Pick<Deps, 'metadata' | 'settings' | 'log'>

const mostBytes = 2 * 1024 * 1024
/** An older request may be a replay. */
const latestSeconds = 300
const embeddedKept = 500

export class EmbeddedGateway {
  readonly #deps: Stores
  #server: Promise<Server> | null = null

  constructor(deps: Stores) {
    this.#deps = deps
  }

  /** Starts listening with the first message. */
  async open(name: string) {
    return httpGateway(await this.address(name))
  }

  async address(name: string): Promise<HttpGateway> {
    this.#server ??= this.#listen()
    const { port } = (await this.#server).address() as AddressInfo
    const url = new URL(`http://127.0.0.1:${port}/push`)
    return { name, delivers: false, url, allowed: ['127.0.0.1'], secret: this.#secret() }
  }

  async stop(): Promise<void> {
    const server = await this.#server
    this.#server = null
    server?.closeAllConnections()
    server?.close()
  }

  #secret(): Buffer {
    const { dataDir } = this.#deps.settings
    return Buffer.from(
      hkdfSync('sha256', installationSecret(dataDir), 'analytics push', 'embedded gateway', 32),
    )
  }

  async #listen(): Promise<Server> {
    const { createServer } = await import('node:http')
    const server = createServer((request, reply) => {
      this.#answer(request, reply).catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'the embedded push gateway could not keep a message')
        reply.writeHead(500).end()
      })
    })
    // Does not keep the process alive.
    server.listen(0, '127.0.0.1').unref()
    await once(server, 'listening')
    return server
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await read(request)
    const time = String(request.headers[timeHeader] ?? '')
    const signed = { method: request.method ?? '', path: request.url ?? '', time, body: body ?? '' }
    const isLate = !(Math.abs(Date.now() / 1000 - Number(time)) < latestSeconds)
    const answer = (status: number, told: object) =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told))
    if (body === null) return answer(413, { message: 'too large' })
    if (isLate || !isSigned(this.#secret(), signed, String(request.headers[signatureHeader] ?? '')))
      return answer(401, { message: 'signature refused' })
    await this.#keep(String(request.headers['idempotency-key'] ?? ''), JSON.parse(body) as Sent)
    answer(200, { failed: [] })
  }

  async #keep(key: string, { app, message, targets }: Sent): Promise<void> {
    const { title, body, action, uri, media, icon } = message
    await this.#deps.metadata.transaction(async (db) => {
      const row = {
        key,
        at: new Date().toISOString(),
        cgi: app,
        title,
        body,
        action,
        uri,
        media,
        icon,
        targets: targets.length,
        first_target: targets[0] ?? '',
      }
      await db
        .insertInto('push_embedded')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
      const newest = db.selectFrom('push_embedded').select('id').orderBy('id', 'desc').limit(1)
      await db
        .deleteFrom('push_embedded')
        .where('id', '<=', ({ eb }) => eb(newest, '-', embeddedKept))
        .execute()
    })
  }
}

interface Sent {
  app: string
  message: PushMessage
  targets: string[]
}

/** Null for a too long body. */
async function read(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= mostBytes) parts.push(part)
  }
  return size > mostBytes ? null : Buffer.concat(parts).toString('utf8')
}
