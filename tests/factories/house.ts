// The whole server through build(), on real stores in a temporary folder, and users who call it.
import { mkdtempSync, rmSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { GameScope, RowRule } from '#semantic/model/rowScope.ts'
import { openCache } from '#server/cache/open.ts'
import type { Deps } from '#server/deps.ts'
import { openFiles } from '#server/files/shared/open.ts'
import type { SessionUser } from '#server/http/session.ts'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { openResults } from '#server/results/open.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { openSandbox } from '#server/warehouse/sandbox/open.ts'
import { type Call, type Envelope, pathOf } from '#shared/call.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'
import { build } from '../../src/main-build.ts'
import { tables } from '../../src/main-tables.ts'
import { copyHouse } from './clickhouse/copy.ts'
import type { ClickHouse } from './clickhouse.ts'
import { copyMigrated } from './migrated.ts'
import { cheapCost, cheapHash } from './passwords.ts'
import { makeWarehouse, type TestSums, type TestWarehouse } from './warehouse.ts'

export interface HouseOptions {
  /** Statements that create the published tables. */
  warehouseSql?: string[]
  /** Number of processes for report SQL; default: one. */
  readers?: number
  /** Kept sums of the facts; default: none. */
  sums?: TestSums
  /** Uses ClickHouse instead of DuckDB: the same tables, in a database of their own. */
  clickhouse?: ClickHouse
  /** An account that may write is named there. */
  writes?: boolean
  /** An account that runs users' SQL is named there. */
  sql?: boolean
  /** Address of PostgreSQL; default: SQLite in the folder. */
  metadata?: string
  settings?: Partial<Settings>
  /** An existing folder, which is kept afterwards; default: a new temporary folder. */
  dataDir?: string
  /** Folder of the built browser part. */
  webFolder?: string
  /** Receives the log's lines; default: silent. */
  onLog?: (line: string) => void
}

export interface Answer<Data = unknown> {
  status: number
  headers: OutgoingHttpHeaders
  /** The whole text of the answer. */
  text: string
  /** The answer's bytes, for files. */
  bytes: Buffer
  /** The envelope; null where the answer has none. */
  envelope: Envelope<Data> | null
  /** The envelope's data; throws the refusal's message where the call was refused. */
  data: Data
}

type Input = { params?: unknown; query?: unknown; body?: unknown }

export interface Person {
  id: number
  email: string
  /** The session's cookie header. */
  cookie: string
  user: SessionUser
  /** Sends a declared call as this user, without checking the input on this side. */
  call<Data = unknown>(
    definition: Call<never, never, never, never> | Call,
    input?: Input,
  ): Promise<Answer<Data>>
}

export interface House {
  app: FastifyInstance
  deps: Deps
  dataDir: string
  /** The embedded warehouse; empty where the server uses ClickHouse. */
  warehouse: TestWarehouse
  /** Database of the tables in ClickHouse, where it is used. */
  clickhouseDatabase: string | undefined
  /** Makes further tables in the warehouse, by statements of its engine. */
  publish(statements: string[]): Promise<void>
  /** Signs in a new user with a new role: these keys (default: none), these games (default: all). */
  person(given?: {
    keys?: readonly PermissionKey[]
    games?: GameScope
    /** The user's own rules on rows. */
    rules?: readonly RowRule[]
    password?: string
  }): Promise<Person>
  /** Sends a call with these headers; without headers there is no session. */
  send<Data = unknown>(
    definition: Call<never, never, never, never> | Call,
    input?: Input,
    headers?: Record<string, string>,
  ): Promise<Answer<Data>>
  dispose(): Promise<void>
}

let people = 0

export async function makeHouse(options: HouseOptions = {}): Promise<House> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'house-'))
  const log = options.onLog ? makeLog('info', { write: options.onLog }) : makeLog('silent')
  const published = options.clickhouse ? [] : (options.warehouseSql ?? [])
  const warehouse = await makeWarehouse({
    sql: published,
    dataDir,
    ...(options.readers && { readers: options.readers }),
    ...(options.sums && { sums: options.sums }),
  })
  const environment = { DATA_DIR: dataDir, METADATA: options.metadata ?? 'embedded', NODE_ENV: 'test' }
  const settings = { ...readSettings(environment), passwordCost: cheapCost, ...options.settings }
  if (settings.metadata === 'embedded') await copyMigrated(dataDir)
  const metadata = await openMetadata(settings, log, tables)
  const copied =
    options.clickhouse &&
    (await copyHouse(options.clickhouse, options.warehouseSql ?? [], settings, log, options))
  const stores = copied?.stores ?? {
    warehouse: warehouse.warehouse,
    sandbox: await openSandbox({ dataDir, warehouse: warehouse.warehouse, log, spares: 0 }),
  }
  const files = await openFiles(settings, metadata)
  const results = await openResults({ dataDir, log, files })
  const cache = await openCache({ dataDir, log })
  // As an installation has it: what the settings say of the warehouse decides which work is bound.
  if (copied)
    Object.assign(settings, {
      warehouse: copied.address,
      warehouseWriter: copied.writer,
      warehouseSql: copied.users,
    })
  const deps: Deps = { settings, metadata, ...stores, results, cache, log, files }
  const app = await build(deps, options.webFolder)
  await app.ready()
  // Paused, because periodic work would change the store between two comparisons.
  for (const id of ['check alarms', 'watch segments', 'watch subscriptions', 'watch webhooks'])
    await app.jobs.schedules.pause(id)
  const send: House['send'] = (definition, input = {}, headers = {}) =>
    sendCall(app, definition as Call, input, headers)

  const person: House['person'] = async ({
    keys = [],
    games = 'all',
    rules = [],
    password = 'a password',
  } = {}) => {
    people += 1
    const name = `person${people}`
    const email = `${name}@example.com`
    const { db } = metadata
    const roleId = await upsertRole(db, `role of ${name}`, authorityOf(keys))
    const id = await createUser(db, {
      email,
      username: name,
      passwordHash: await cheapHash(password),
      roleId,
      games,
    })
    await db
      .updateTable('user')
      .set({ row_rules: JSON.stringify(rules) })
      .where('id', '=', id)
      .execute()
    const session = await app.sessions.start(db, id, '127.0.0.1', 'test')
    const cookie = `session=${session}`
    const user = await app.sessions.find(cookie)
    if (!user) throw new Error('the session was not found')
    return { id, email, cookie, user, call: (definition, input) => send(definition, input, { cookie }) }
  }

  return {
    app,
    deps,
    dataDir,
    warehouse,
    clickhouseDatabase: copied?.database,
    publish: async (statements) => {
      const { clickhouse } = options
      if (!clickhouse || !copied) return warehouse.publish(statements)
      for (const statement of statements) await clickhouse.run(statement, { database: copied.database })
    },
    person,
    send,
    dispose: async () => {
      await app.close()
      await stores.sandbox.stop()
      if (options.clickhouse) await stores.warehouse.stop()
      await results.stop()
      await cache.stop()
      await warehouse.warehouse.stop()
      await metadata.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function sendCall<Data>(
  app: FastifyInstance,
  definition: Call,
  { params, query, body }: Input,
  headers: Record<string, string>,
): Promise<Answer<Data>> {
  const reply = await app.inject({
    method: definition.method,
    url: pathOf(definition, (params ?? {}) as Record<string, string>),
    query: (query ?? {}) as Record<string, string>,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const envelope = readEnvelope<Data>(reply.payload)
  return {
    status: reply.statusCode,
    headers: reply.headers,
    text: reply.payload,
    bytes: reply.rawPayload,
    envelope,
    get data() {
      if (envelope?.isSuccess) return envelope.data
      throw new Error(`${definition.name} answered ${reply.statusCode} ${reply.payload.slice(0, 500)}`)
    },
  }
}

function readEnvelope<Data>(text: string): Envelope<Data> | null {
  try {
    const value = JSON.parse(text) as Envelope<Data> | null
    return value !== null && typeof value === 'object' && 'isSuccess' in value ? value : null
  } catch {
    return null
  }
}
