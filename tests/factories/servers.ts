// Two servers on one PostgreSQL behind a proxy that sends each request to the next one.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installationSecret, secretPath } from '#server/secret.ts'
import type { Settings } from '#server/settings.ts'
import { type Call, type Envelope, pathOf } from '#shared/call.ts'
import { makeOffice, type Office, officeSql } from '../features/statement/office.ts'
import { type House, makeHouse, type Person } from './house.ts'
import { dropDatabase, makeDatabase } from './postgres.ts'

export interface Said<Data> {
  status: number
  headers: Headers
  bytes: Buffer
  envelope: Envelope<Data> | null
  /** Throws where the call was refused. */
  data: Data
}
type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

export interface Proxy {
  address: string
  stop(): Promise<void>
}

/** Each request goes to the next address; where nobody listens, to the one after it. */
export async function startProxy(addresses: () => string[]): Promise<Proxy> {
  let count = 0
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      count += 1
      pass(addresses().length)
    })
    const pass = (tries: number): void => {
      const all = addresses()
      const target = new URL(request.url ?? '/', all[(count + tries) % all.length])
      const { method, headers } = request
      const passed = send(target, { method, headers, agent: false }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      })
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && tries > 1) pass(tries - 1)
        else reply.writeHead(502).end()
      })
      reply.once('close', () => passed.destroy())
      passed.end(Buffer.concat(pieces))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function askAt<Data = unknown>(
  address: string,
  person: Pick<Person, 'cookie'>,
  definition: Call<never, never, never, never> | Call,
  { params = {}, query = {}, body }: Input = {},
): Promise<Said<Data>> {
  const { method } = definition as Call
  const url = new URL(pathOf(definition as Call, params), address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const isBytes = Buffer.isBuffer(body)
  const reply = await fetch(url, {
    method,
    headers: {
      cookie: person.cookie,
      ...(body !== undefined && {
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: isBytes ? new Uint8Array(body as Buffer) : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await reply.arrayBuffer())
  const isJson = reply.headers.get('content-type')?.includes('json')
  const envelope = isJson ? (JSON.parse(bytes.toString()) as Envelope<Data>) : null
  return {
    status: reply.status,
    headers: reply.headers,
    bytes,
    envelope,
    get data() {
      if (envelope?.isSuccess) return envelope.data
      throw new Error(
        `${(definition as Call).name} answered ${reply.status} ${bytes.toString().slice(0, 500)}`,
      )
    },
  }
}

export interface Pair {
  first: Office
  second: House
  /** Through the proxy: each call comes to the other server than the one before. */
  ask<Data = unknown>(
    person: Pick<Person, 'cookie'>,
    definition: Call<never, never, never, never> | Call,
    input?: Input,
  ): Promise<Said<Data>>
  /** Ends a server as a kill does for the others: nothing listens there, and it says goodbye to nobody. */
  vanish(server: House): Promise<void>
  dispose(): Promise<void>
}

/** Each has its own folder and its own copy of the office's warehouse. `files`: as `FILES`. */
export async function makePair(files: string | null = null): Promise<Pair> {
  const metadata = await makeDatabase('migrated')
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'pair-')))
  const [one = '', two = ''] = folders
  installationSecret(one)
  cpSync(secretPath(one), secretPath(two))
  const settings: Partial<Settings> = { files }
  const first = await makeOffice({ metadata, dataDir: one, settings })
  const second = await makeHouse({ metadata, dataDir: two, settings, warehouseSql: officeSql })
  const addresses = new Map<House, string>()
  for (const house of [first, second]) {
    const address = await house.app.listen({ host: '127.0.0.1', port: 0 })
    await house.app.places.join(address)
    addresses.set(house, address)
  }
  const proxy = await startProxy(() => [...addresses.values()])
  const gone = new Set<House>()
  const vanish = async (house: House) => {
    gone.add(house)
    house.app.server.closeAllConnections()
    await house.dispose()
  }
  return {
    first,
    second,
    ask: (person, definition, input) => askAt(proxy.address, person, definition, input),
    vanish,
    dispose: async () => {
      await proxy.stop()
      for (const house of [second, first]) {
        if (!gone.has(house)) await house.dispose()
      }
      await dropDatabase(metadata)
      for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
