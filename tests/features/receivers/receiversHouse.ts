// A test server whose messages go to loopback servers, which record them.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { readInstallation } from '#server/installation.ts'
import type { Settings } from '#server/settings.ts'
import { type HouseOptions, makeHouse, type Person } from '#tests/factories/house.ts'
import type { Store } from '#tests/factories/stores.ts'
import * as calls from '#features/receivers/contract.ts'
import { type MessageOrder, sendMessage } from '#features/receivers/server/index.ts'

export interface Got {
  url: URL
  headers: IncomingHttpHeaders
  text: string
  body: Record<string, never> & { [name: string]: unknown }
}

export type Answer = RequestListener

/** Answers every request with 200 and the JSON. */
export const says =
  (body: unknown, status = 200): Answer =>
  (_, reply) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** One server for any number of receivers, distinguished by the first segment of the path. */
export async function makeReceivers() {
  const got: (Got & { of: string })[] = []
  const answers = new Map<string, Answer>()
  const server = createServer(async (request, reply) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    let text = ''
    for await (const part of request) text += part
    const of = url.pathname.split('/')[1] ?? ''
    got.push({ of, url, headers: request.headers, text, body: JSON.parse(text || '{}') })
    ;(answers.get(of) ?? says({ errcode: 0, code: 0 }))(request, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    got: (of: string) => got.filter((one) => one.of === of),
    all: got,
    answer: (of: string, answer: Answer) => answers.set(of, answer),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Receivers = Awaited<ReturnType<typeof makeReceivers>>

export type ReceiversHouse = Awaited<ReturnType<typeof makeReceiversHouse>>

type Order = Omit<MessageOrder, 'source' | 'ownerId' | 'message'> & Partial<MessageOrder>

export async function makeReceiversHouse(
  store: Store | null,
  {
    installation = {},
    settings,
    ...options
  }: Omit<HouseOptions, 'settings'> & {
    installation?: Record<string, unknown>
    settings?: Partial<Settings>
  } = {},
) {
  const receivers = await makeReceivers()
  const made = store ? await store.make() : {}
  const house = await makeHouse({
    ...made,
    ...options,
    settings: {
      ...settings,
      installation: readInstallation({
        webhookHosts: [receivers.origin],
        webhookNets: ['127.0.0.1'],
        publicUrl: 'https://reports.example.com',
        ...installation,
      }),
    },
  })
  await house.deps.metadata.db
    .insertInto('game')
    .values(['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  const deliver = (order: Order) =>
    house.app.jobs.transaction((db, enqueue) =>
      sendMessage(
        { db, enqueue },
        {
          source: { kind: 'alarm', id: 7, title: '流水下降' },
          ownerId: null,
          message: { title: '流水下降', text: '昨日流水 1,234', level: 'critical', at: new Date() },
          ...order,
        },
      ),
    )
  return {
    ...house,
    receivers,
    deliver,
    editor: (games: 'all' | string[] = 'all') => house.person({ keys: ['alert_config_edit'], games }),
    receiver: async (by: Person, name: string, more: Partial<calls.ReceiverChange> = {}) =>
      (
        await by.call<calls.Receiver>(calls.saveReceiver, {
          body: { id: -1, name, kind: 'url', games: '*', address: `${receivers.origin}/${name}`, ...more },
        })
      ).data,
    /** Waits until all deliveries have ended, or have been tried once. */
    ended: async (ids: readonly string[]) => {
      for (;;) {
        const rows = await house.deps.metadata.db
          .selectFrom('delivery')
          .selectAll()
          .where('id', 'in', ids)
          .execute()
        if (
          rows.every(({ status, tries, problem }) => status !== 'waiting' || (tries > 0 && problem !== null))
        )
          return rows
        await wait(20)
      }
    },
    dispose: async () => {
      await house.dispose()
      receivers.stop()
    },
  }
}
