// A test server with games a, b and c, recent players, and a gateway on loopback whose answers the test sets.
//
// Game a: players 11 to 20 on servers 1 and 2 (11 came today, 12 eight days ago, the rest forty days ago); 13 and 14 pay,
// 14 got it back; 11, 12 and 15 logged in today. Game b: player 21. Game c: nobody.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { readSettings } from '#server/settings.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { type House, type HouseOptions, makeHouse, type Person } from '#tests/factories/house.ts'
import type { Store } from '#tests/factories/stores.ts'
import * as calls from '#features/push/contract.ts'

export const today = businessDay(readSettings({}))
const ago = (days: number) => `DATE '${shiftDay(today, -days)}'`

export const pushSql = [
  'CREATE TABLE register(player_id BIGINT, cgi VARCHAR, server_id INTEGER, register_date DATE)',
  `INSERT INTO register VALUES (11, 'a', 1, ${ago(0)}), (12, 'a', 2, ${ago(8)}), (21, 'b', 3, ${ago(40)}), (NULL, 'a', 1, ${ago(40)})`,
  `INSERT INTO register SELECT 13 + i, 'a', 1 + i % 2, ${ago(40)} FROM range(8) t(i)`,
  'CREATE TABLE login_day(player_id BIGINT, cgi VARCHAR, login_date DATE)',
  `INSERT INTO login_day VALUES (11, 'a', ${ago(0)}), (12, 'a', ${ago(0)}), (15, 'a', ${ago(0)}), (15, 'a', ${ago(1)}), (NULL, 'a', ${ago(0)})`,
  'CREATE TABLE pay_order(player_id BIGINT, cgi VARCHAR, pay_date DATE, status VARCHAR)',
  `INSERT INTO pay_order VALUES (13, 'a', ${ago(3)}, 'paid'), (14, 'a', ${ago(3)}, 'refunded'), (21, 'b', ${ago(3)}, 'paid')`,
  'CREATE TABLE dim_server(server_id INTEGER, cgi VARCHAR, server_name VARCHAR)',
  "INSERT INTO dim_server VALUES (1, 'a', '一服'), (2, 'a', '二服'), (3, 'b', 'canary-b')",
]

export interface Sent {
  headers: IncomingMessage['headers']
  url: string
  method: string
  body: string
}
type Answer = (
  sent: Sent,
) => { status?: number; body?: string; headers?: Record<string, string> } | 'hang' | 'cut'

/** A server on loopback that records its requests. */
export interface Receiver {
  url: string
  sent: Sent[]
  bytes: Buffer[]
  /** Answers for every player, until a test replaces them. */
  answer: Answer
  stop(): void
}

export async function makeReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    sent: [],
    bytes: [],
    answer: () => ({}),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server: Server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const bytes = Buffer.concat(parts)
    const { headers, url = '', method = '' } = request
    const sent = { headers, url, method, body: bytes.toString() }
    receiver.bytes.push(bytes)
    receiver.sent.push(sent)
    const answer = receiver.answer(sent)
    if (answer === 'hang') return
    if (answer === 'cut') return void request.socket.destroy()
    reply.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '{"failed":[]}')
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}

export const secret = 'a-secret-of-thirty-two-characters'
const secretName = 'PUSH_TEST_SECRET'

export interface PushHouse extends House {
  gateway: Receiver
  pusher(games?: Person['user']['games']): Promise<Person>
  /** Runs the due jobs to their end. */
  work(): Promise<void>
  task(id: number, by: Person): Promise<calls.PushTask>
  /** Runs jobs until the task is in one of these states. */
  until(id: number, by: Person, ...states: calls.PushTaskState[]): Promise<calls.PushTask>
}

/** Game a has its own signed gateway with batches of four, b Web Push, c the embedded gateway. */
export async function makePushHouse(
  store: Store | null,
  push: Record<string, unknown> = {},
  options: HouseOptions = {},
): Promise<PushHouse> {
  process.env[secretName] = secret
  const gateway = await makeReceiver()
  const allowed = ['127.0.0.1']
  const installation = readInstallation({
    push: {
      approvalAbove: 9,
      webPushAllowed: allowed,
      apps: {
        a: { kind: 'http', url: `${gateway.url}/send?v=1`, allowed, secretEnv: secretName, batch: 4 },
        b: { kind: 'webpush' },
      },
      ...push,
    },
  })
  const made = store ? await store.make() : {}
  const house = await makeHouse({ warehouseSql: pushSql, ...made, settings: { installation }, ...options })
  const { db } = house.deps.metadata
  await db
    .insertInto('game')
    .values(['a', 'b', 'c'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  const task = async (id: number, by: Person) => {
    const { rows } = (await by.call<{ rows: calls.PushTask[] }>(calls.findPushTasks)).data
    return rows.find((row) => row.id === id) as calls.PushTask
  }
  const work = async () => {
    await house.app.jobs.tick()
    await house.app.jobs.settled()
  }
  return {
    ...house,
    gateway,
    pusher: (games = 'all') => house.person({ keys: ['search_push'], games }),
    work,
    task,
    until: (id, by, ...states) =>
      vi.waitFor(
        async () => {
          await work()
          const row = await task(id, by)
          if (!states.includes(row.state)) throw new Error(`${row.state}: ${row.problem}`)
          return row
        },
        { timeout: 30_000, interval: 20 },
      ),
    dispose: async () => {
      await house.dispose()
      gateway.stop()
    },
  }
}

export const message = { title: '周年庆', body: '登录领奖励' }
