// ClickHouse that disappears, hangs, sends garbage or breaks off: reported in time, and recovered without help. A
// proxy before the real engine simulates the faults.
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAddress } from '#server/warehouse/clickhouse/address.ts'
import { ClickHouseWarehouse } from '#server/warehouse/clickhouse/warehouse.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'

type Way = (message: IncomingMessage, reply: ServerResponse) => void

describe.skipIf(!hasClickHouse)('a ClickHouse that fails', () => {
  let engine: ClickHouse
  let server: Server
  let warehouse: ClickHouseWarehouse
  let way: Way
  beforeAll(async () => {
    engine = await shareClickHouse()
    await engine.run('CREATE DATABASE broken')
    way = whole
    server = createServer((message, reply) => way(message, reply))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const address = readAddress(`${engine.readerAddress}/broken`.replace(/:\d+\/broken/, `:${port}/broken`))
    if (!address) throw new Error('no address')
    warehouse = new ClickHouseWarehouse({ address, zone: 'Asia/Shanghai', log: silentLog })
    await warehouse.open()
  })
  afterAll(async () => {
    way = whole
    await warehouse?.stop()
    server?.closeAllConnections()
    server?.close()
  })

  const whole: Way = (message, reply) => {
    const { hostname, port } = new URL(engine.address)
    const { method, headers, url: path } = message
    const passed = ask({ hostname, port, method, headers, path }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    message.pipe(passed)
  }
  const text =
    (body: string, status = 200): Way =>
    (message, reply) => {
      message.resume()
      reply.writeHead(status, { 'content-type': 'text/plain' }).end(body)
    }

  const run = (timeoutMs = 500) =>
    warehouse.run({ sql: 'SELECT number FROM numbers(3)', pool: 'report', timeoutMs })

  it.each<[string, Way]>([
    ['hangs up', (message) => message.socket.destroy()],
    ['keeps silent', (message) => message.resume()],
    ['answers a page', text('<html><body>502 Bad Gateway</body></html>', 502)],
    ['answers a page as if it were well', text('<html>hello</html>')],
    ['answers nothing', text('')],
    ['answers JSON of another kind', text('{"error":"x"}\n')],
    ['answers a head alone', text('["number"]\n')],
    ['answers a page of lines', text('<html>\n<body>\n502\n</body>\n</html>\n')],
    ['answers lines of other widths', text('["number"]\n["UInt64"]\n["0","1"]\n')],
    ['answers a line that is no JSON', text('["number"]\n["UInt64"]\n["0"\n["1"]\n')],
    [
      'breaks off in the midst',
      (message, reply) => {
        message.resume()
        reply.writeHead(200, { 'content-length': '1000' })
        reply.write('["number"]\n["UInt64"]\n["0"]\n', () => reply.destroy())
      },
    ],
    [
      'begins and keeps silent',
      (message, reply) => {
        message.resume()
        reply.writeHead(200, { 'content-length': '1000' })
        reply.write('["number"]\n["UInt64"]\n["0"]\n')
      },
    ],
  ])('that %s is told in its time, and works again', async (_, broken) => {
    way = broken
    const told = await run().then(
      ({ chunks }) => ({ code: 'answered', message: JSON.stringify(chunks) }),
      (error: Error & { code?: string }) => ({ code: error.code, message: error.message }),
    )
    expect(['query_failed', 'query_timeout', 'warehouse_unavailable']).toContain(told.code)
    expect(told.message).toMatch(/[\u4e00-\u9fff]/)
    expect(told.message).not.toMatch(/127\.0\.0\.1|reader|let:me|<html/)
    way = whole
    expect(rowsOf((await run(20_000)).chunks)).toEqual([[0], [1], [2]])
  })
})
