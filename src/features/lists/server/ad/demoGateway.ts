// A gateway on loopback for the demo only: its answers are invented and say so. Tokens that begin with
// `demo-` are valid.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export class DemoGateway {
  #server: Promise<Server> | null = null

  /** Starts listening with the first request. */
  async url(): Promise<URL> {
    this.#server ??= listen()
    const { port } = (await this.#server).address() as AddressInfo
    return new URL(`http://127.0.0.1:${port}/account`)
  }

  async stop(): Promise<void> {
    const server = await this.#server
    this.#server = null
    server?.closeAllConnections()
    server?.close()
  }
}

async function listen(): Promise<Server> {
  const { createServer } = await import('node:http')
  const server = createServer((request, reply) => {
    void answerTo(request).then(({ status, body }) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  // A forgotten gateway must not keep its process alive.
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return server
}

async function answerTo(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  let text = ''
  for await (const part of request) text += part
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (!token.startsWith('demo-')) return { status: 401, body: { message: 'token refused' } }
  const { platform, accountId } = JSON.parse(text) as { platform: string; accountId: string }
  const number = createHash('sha256').update(`${platform} ${accountId}`).digest().readUInt32BE()
  return {
    status: 200,
    body: {
      name: `演示账户 ${accountId}`,
      state: number % 5 === 0 ? '余额不足' : '投放中',
      balance: (number % 5 === 0 ? number % 5_000 : number % 50_000_000) / 100,
      currency: 'CNY',
      note: '演示网关：数据由本机编造，不是平台的真实数据',
    },
  }
}
