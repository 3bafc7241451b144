// Checks of the installation on both stores: what works, real faults, who is told what, and concurrent requests.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import {
  type Checked,
  checkMail,
  checkPart,
  pingServer,
  type ServerPart,
  serverParts,
} from '#features/installation/contract.ts'
import { Checks } from '#features/installation/server/checking.ts'

const parts = Object.keys(serverParts) as ServerPart[]
const facts = 'CREATE TABLE fact AS SELECT i AS v FROM range(5) r(i)'

describeStores('the installation’s checks', (store) => {
  let house: House
  let manager: Person
  let viewer: Person
  beforeAll(async () => {
    house = await makeHouse({ ...(await store.make()), warehouseSql: [facts] })
    manager = await house.person({ keys: ['manage_authority'] })
    viewer = await house.person()
  })
  afterAll(() => house.dispose())

  const look = async (part: ServerPart, by = manager) =>
    (await by.call<Checked>(checkPart, { query: { part } })).data
  /** By nobody's finding of a moment ago. */
  const lookAnew = (part: ServerPart) =>
    new Checks({ ...house.deps, jobs: house.app.jobs }).check(part, manager.user, 'test')

  it('find every part well that is, and leave nothing behind', async () => {
    const rows = () => house.deps.metadata.db.selectFrom('setting').selectAll().execute()
    const before = await rows()
    const found = Object.fromEntries(
      await Promise.all(parts.map(async (part) => [part, await look(part)] as const)),
    )
    // What the machine is like is no matter of the test's: it may be busy, its disk nearly full, its tools few.
    const usual = (part: ServerPart, state: string) =>
      ['server', 'disk', 'sandbox'].includes(part) && state === 'warning' ? 'ok' : state
    expect(parts.map((part) => [part, usual(part, found[part]?.state ?? '')])).toEqual(
      parts.map((part) => [part, ['outbound', 'mail', 'signIn'].includes(part) ? 'off' : 'ok']),
    )
    expect(await rows()).toEqual(before)
    const left = readdirSync(house.dataDir, { recursive: true, encoding: 'utf8' })
    expect(left.filter((name) => name.includes('check-'))).toEqual([])
    expect((await viewer.call<{ now: number }>(pingServer)).data.now).toBeGreaterThan(1e12)
  })

  it('tell paths, addresses, versions to managers alone', async () => {
    for (const part of parts) {
      const { details, says } = await look(part, viewer)
      expect([part, details]).toEqual([part, null])
      expect(says).not.toContain(house.dataDir)
      expect(says).not.toMatch(/\d+\.\d+\.\d+|sqlite|postgres/i)
    }
    const { details } = await look('disk')
    expect(details?.map(({ value }) => value)).toContain(house.dataDir)
  })

  it('look once for all who ask within seconds', async () => {
    // Of its own: what was found before may run out of its seconds between two of these.
    const checks = new Checks({ ...house.deps, jobs: house.app.jobs })
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        checks.check('metadata', (at % 2 ? viewer : manager).user, at % 2 ? 'viewer' : 'manager'),
      ),
    )
    expect(new Set(all.map(({ at }) => at)).size).toBe(1)
  })

  it('give up on what hangs, and do not begin it again beside itself', async () => {
    const checks = new Checks({ ...house.deps, jobs: house.app.jobs }, { patience: 0.02 })
    const holding = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const writer = house.deps.metadata.transaction(async (db) => {
      await db.insertInto('setting').values({ key: 'held', value: '1' }).execute()
      if (house.deps.metadata.dialect === 'postgres') await sql`lock table setting`.execute(db)
      held.resolve()
      await holding.promise
      await db.deleteFrom('setting').where('key', '=', 'held').execute()
    })
    await held.promise
    const first = await checks.check('metadata', manager.user, 'test')
    expect(first).toMatchObject({ state: 'failed', says: expect.stringContaining('没有响应') })
    expect((await checks.check('metadata', manager.user, 'test')).at).toBe(first.at)
    holding.resolve()
    await writer
    expect(await lookAnew('metadata')).toMatchObject({ state: 'ok' })
  })

  it('say that the store takes no writes', async () => {
    const { db, dialect } = house.deps.metadata
    if (dialect !== 'sqlite') return
    await sql`pragma query_only = 1`.execute(db)
    expect(await lookAnew('metadata')).toMatchObject({ state: 'failed' })
    await sql`pragma query_only = 0`.execute(db)
    expect(await lookAnew('metadata')).toMatchObject({ state: 'ok' })
  })
})

describe('what is really broken', () => {
  let house: House
  let manager: Person
  beforeAll(async () => {
    house = await makeHouse({ warehouseSql: [facts] })
    manager = await house.person({ keys: ['manage_authority'] })
  })
  afterAll(() => house.dispose())

  const look = (part: ServerPart, settings = house.deps.settings) =>
    new Checks({ ...house.deps, settings, jobs: house.app.jobs }).check(part, manager.user, 'test')
  const withFolder = (dataDir: string) => ({ ...house.deps.settings, dataDir })

  it('is named: a folder that is a file', async () => {
    const [folder, aside] = ['uploads', 'aside'].map((name) => join(house.dataDir, name)) as [string, string]
    mkdirSync(folder, { recursive: true })
    renameSync(folder, aside)
    writeFileSync(folder, '')
    expect(await look('folders')).toMatchObject({
      state: 'failed',
      says: expect.stringContaining('写不进：上传'),
    })
    rmSync(folder)
    renameSync(aside, folder)
    expect(await look('folders')).toMatchObject({ state: 'ok' })
  })

  it('is named: a data folder that is gone, or closed', async () => {
    expect(await look('disk', withFolder(join(house.dataDir, 'none')))).toMatchObject({ state: 'failed' })
    if (process.getuid?.() === 0) return
    const closed = join(house.dataDir, 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0o500)
    expect(await look('disk', withFolder(closed))).toMatchObject({ state: 'failed' })
  })

  it('is named: what the secret does not open, by its list', async () => {
    expect(await look('secret')).toMatchObject({ state: 'ok' })
    const row = {
      user_id: manager.user.id,
      cgi: '',
      mark: 'm',
      service: 's',
      device: '我的浏览器',
      created_at: '',
    }
    await house.deps.metadata.db
      .insertInto('push_browser')
      .values({ ...row, subscription: 'v1.another' })
      .execute()
    const found = await look('secret')
    expect(found).toMatchObject({
      state: 'failed',
      says: expect.stringContaining('1 项加密保存的内容无法解密'),
      details: [{ name: expect.stringContaining('/push/pushTest'), value: '1 项（我的浏览器）' }],
    })
    await house.deps.metadata.db.deleteFrom('push_browser').execute()
  })

  it('is named: a mail server without a password, and one that is not there, asked by managers alone', async () => {
    const mail = {
      host: 'localhost',
      port: 9,
      security: 'none',
      from: 'a@example.com',
      allowed: ['127.0.0.1', '::1'],
    }
    const own = { ...house.deps.settings, installation: readInstallation({ mail: { ...mail, user: 'a' } }) }
    expect(await look('mail', own)).toMatchObject({ state: 'failed' })
    const silent = { ...house.deps, settings: { ...own, installation: readInstallation({ mail }) } }
    const checks = new Checks({ ...silent, jobs: house.app.jobs })
    const found = await checks.check('mailServer', manager.user, 'test')
    expect(found).toMatchObject({ state: 'failed', says: expect.stringMatching(/连接|服务器/) })
    expect((await (await house.person()).call(checkMail)).status).toBe(403)
  })

  it('is named: a warehouse and a sandbox that have stopped', async () => {
    await house.deps.sandbox.stop()
    expect(await look('sandbox')).toMatchObject({ state: 'failed' })
    await house.deps.warehouse.stop()
    rmSync(join(house.dataDir, 'warehouse'), { recursive: true })
    expect(await look('warehouse')).toMatchObject({ state: 'failed' })
    expect(await look('metadata')).toMatchObject({ state: 'ok' })
  })
})
