// A proxy before an engine of ClickHouse, which passes on or misbehaves as it is told.
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export type Way = (message: IncomingMessage, reply: ServerResponse) => void

export class EngineProxy {
  readonly #server: Server
  way: Way
  /** Of the engine: `http://127.0.0.1:8123`. */
  readonly #engine: string

  constructor(engine: string) {
    this.#engine = engine
    this.way = this.whole
    this.#server = createServer((message, reply) => this.way(message, reply))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  /** Host and port. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  readonly whole: Way = (message, reply) => {
    const { hostname, port } = new URL(this.#engine)
    const { method, headers, url: path } = message
    const passed = ask({ hostname, port, method, headers, path }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    message.pipe(passed)
  }

  /** Asks the engine itself, with all rights. */
  async ask(sql: string): Promise<string> {
    const reply = await fetch(this.#engine, { method: 'POST', body: sql })
    return reply.text()
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** Always the same answer. */
export const saying =
  (body: string, status = 200): Way =>
  (message, reply) => {
    message.resume()
    reply.writeHead(status, { 'content-type': 'text/plain' }).end(body)
  }

/** Promises more than it sends; `then`: what comes after the first part. */
export const beginning =
  (part: string, then: (reply: ServerResponse) => void): Way =>
  (message, reply) => {
    message.resume()
    reply.writeHead(200, { 'content-length': '100000' })
    reply.write(part, () => then(reply))
  }
