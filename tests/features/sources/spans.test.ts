// Days that a source loads again: those and no others, each once, from where an earlier run of the same days stopped.
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DatabaseServer,
  hasPostgres,
  ownerOf,
  ownerPassword,
  startDatabase,
} from '#tests/factories/databases/postgres.ts'
import { cancelSourceRun, type RunSpan, runSource, type Source } from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

let house: SourcesHouse
beforeAll(async () => {
  house = await makeSourcesHouse()
})
afterAll(() => house.dispose())

const rows = (table: string) => house.warehouse.rows(`SELECT COLUMNS(*)::VARCHAR FROM ${table} ORDER BY ALL`)

const order = (source: Source, span: RunSpan) =>
  house.keeper.call(runSource, { params: { id: source.id }, body: { span } })

async function load(source: Source, span: RunSpan): Promise<Source> {
  expect((await order(source, span)).envelope).toMatchObject({ isSuccess: true })
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  return house.find(source.id)
}

it('are those in the names of files, else on which they were written', async () => {
  house.put('named/orders_20260101.csv', 'day,n\n2026-01-01,1\n')
  house.put('named/2026-01-02.csv', 'day,n\n2026-01-02,2\n', 50_000)
  house.put('named/late.csv', 'day,n\n2026-01-03,3\n', Date.now() - Date.parse('2026-01-03T04:00:00Z'))
  const source = await house.save({
    name: 'named',
    table: 'named',
    mode: 'days',
    settings: { path: join(house.drop, 'named'), pattern: '*', settle: 1 },
  })
  await house.run(source.id)
  // Another source’s rows took a day’s place meanwhile: it is loaded anew, though its content was loaded once.
  house.put('other/1.csv', 'day,n\n2026-01-02,99\n')
  const other = await house.save({
    name: 'other',
    table: 'named',
    mode: 'days',
    settings: { path: join(house.drop, 'other'), pattern: '*', settle: 1 },
  })
  await house.run(other.id)
  expect(await rows('named')).toContainEqual(['2026-01-02', '99'])
  const { last } = await load(source, { from: '2026-01-02', to: '2026-01-03' })
  expect(last).toMatchObject({
    reason: 'span',
    span: { from: '2026-01-02', to: '2026-01-03' },
    outcome: 'done',
    loaded: 2,
  })
  expect(await rows('named')).toEqual([
    ['2026-01-01', '1'],
    ['2026-01-02', '2'],
    ['2026-01-03', '3'],
  ])
})

it('are refused where they would double or lose rows', async () => {
  const span = { from: '2026-01-02', to: '2026-01-01' }
  const settings = { path: join(house.drop, 'named'), pattern: '*', settle: 1 }
  const whole = await house.save({ name: 'whole', table: 'whole', mode: 'replace', settings })
  expect((await order(whole, span)).envelope?.msg).toBe('开始的日期在结束之后')
  expect((await order(whole, { from: '2026-01-01', to: '2026-01-01' })).envelope?.msg).toContain(
    '整表替换的数据源每次换掉整张表',
  )
  const pushed = await house.save({ name: 'pushed', table: 'pushed', kind: 'push', settings: {} })
  expect((await order(pushed, { from: '2026-01-01', to: '2026-01-01' })).envelope?.msg).toContain('推送')
})

describe.skipIf(!hasPostgres)('of a database', () => {
  let server: DatabaseServer
  let owner: pg.Client
  beforeAll(async () => {
    server = await startDatabase()
    owner = ownerOf(server.port)
    owner.on('error', () => undefined)
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end().catch(() => undefined)
    await server.stop()
  })

  const hanging = async (): Promise<number> => {
    const { rows: found } = await owner.query(
      "select 1 from pg_stat_activity where state = 'active' and wait_event = 'PgSleep'",
    )
    return found.length
  }

  it('are read by the incremental column in the business’s days; a canceled span goes on where it stopped', async () => {
    await owner.query(`create table slow (isit bool);
      insert into slow values (false);
      create table orders (at timestamptz, n int);
      insert into orders select '2026-01-01 15:30:00+00'::timestamptz + g * interval '1 hour', g from generate_series(0, 71) g;
      create view read as select at, (at at time zone 'Asia/Shanghai')::date as day, n,
        case when at >= '2026-01-03 00:00:00+08' and (select isit from slow) then pg_sleep(0.5)::text end as nothing
        from orders`)
    const source = await house.save({
      name: 'orders',
      kind: 'postgres',
      mode: 'days',
      table: 'orders',
      settings: {
        host: 'localhost',
        port: server.port,
        database: 'postgres',
        user: 'owner',
        tls: 'on',
        ca: server.ca,
        table: 'read',
        query: '',
        column: 'at',
        overlap: 0,
        rows: 1000,
        minutes: 5,
      },
      secrets: { password: ownerPassword },
    })
    await house.run(source.id)
    const sums = () =>
      house.warehouse.rows(
        'SELECT day::VARCHAR, count(*)::INT, sum(n)::INT FROM orders GROUP BY 1 ORDER BY 1',
      )
    const before = await sums()
    expect(before.map(([day, count]) => [day, count])).toEqual([
      ['2026-01-01', 1],
      ['2026-01-02', 24],
      ['2026-01-03', 24],
      ['2026-01-04', 23],
    ])
    // Rows below the mark that changed: no later look reads them.
    await owner.query('update orders set n = n + 1000; update slow set isit = true')
    await house.run(source.id)
    expect(await sums()).toEqual(before)
    const span = { from: '2026-01-01', to: '2026-01-03' }
    await order(source, span)
    await house.app.jobs.tick()
    await expect.poll(hanging, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0)
    await house.ask(cancelSourceRun, { params: { id: source.id }, body: {} })
    await house.app.jobs.tick()
    await house.app.jobs.settled()
    expect((await house.find(source.id)).last).toMatchObject({ outcome: 'canceled', loaded: 2, rows: 25 })
    await owner.query('update slow set isit = false')
    const { last } = await load(source, span)
    expect(last).toMatchObject({ outcome: 'done', loaded: 1, rows: 24 })
    expect((await sums()).map(([, , sum], at) => Number(sum) - Number(before[at]?.[2]))).toEqual([
      1_000, 24_000, 24_000, 0,
    ])
    // The same days once more, after they were finished: all of them.
    expect((await load(source, span)).last).toMatchObject({ outcome: 'done', loaded: 3, rows: 49 })
  })
})
