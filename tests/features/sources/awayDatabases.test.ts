// Databases in trouble, from the form to the table's rows: one that goes away half-way, a run that is canceled in the
// middle, and values that nothing can hold.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasMariadb, ownerOf as mariaOwner, startMariadb } from '#tests/factories/databases/mariadb.ts'
import {
  type DatabaseServer,
  hasPostgres,
  ownerOf,
  ownerPassword,
  startDatabase,
} from '#tests/factories/databases/postgres.ts'
import { cancelSourceRun, runSource, type Source } from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

let house: SourcesHouse
beforeAll(async () => {
  house = await makeSourcesHouse()
})
afterAll(() => house.dispose())

const ids = async (table: string): Promise<number[]> =>
  (await house.warehouse.rows(`SELECT id FROM ${table} ORDER BY id`)).map(([id]) => Number(id))
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

const inDatabase = (server: DatabaseServer, kind: string, database: string, name: string, query: string) =>
  house.save({
    name,
    kind,
    settings: {
      host: 'localhost',
      port: server.port,
      database,
      user: 'owner',
      tls: 'on',
      ca: server.ca,
      table: '',
      query,
      column: 'id',
      overlap: 0,
      rows: 10,
      minutes: 5,
    },
    secrets: { password: ownerPassword },
    table: name,
  })

/** Begins a run by hand, and waits until its second batch is being read. */
async function begin({ id }: Source, isHanging: () => Promise<boolean>): Promise<void> {
  await house.ask(runSource, { params: { id }, body: {} })
  await house.app.jobs.tick()
  await expect.poll(isHanging, { timeout: 60_000, interval: 50 }).toBe(true)
}

async function end(source: Source) {
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  return house.find(source.id)
}

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let server: DatabaseServer
  let owner: pg.Client
  beforeAll(async () => {
    server = await startDatabase()
    owner = ownerOf(server.port)
    owner.on('error', () => undefined)
    await owner.connect()
    await owner.query(`create table slow (isit bool);
      insert into slow values (true);
      create view rows as select n::bigint as id, date '2026-01-01' as day,
        case when n > 10 and (select isit from slow) then pg_sleep(0.5)::text end as nothing
        from generate_series(1, 30) n`)
  })
  afterAll(async () => {
    await owner.end().catch(() => undefined)
    await server.stop()
  })

  const hanging = async (): Promise<number[]> => {
    const { rows } = await owner.query(
      "select pid from pg_stat_activity where state = 'active' and query like 'FETCH%' and wait_event = 'PgSleep'",
    )
    return rows.map(({ pid }) => pid)
  }
  const isHanging = async () => (await hanging()).length > 0 && (await ids('away')).length === 10

  it('that goes away half-way, or a run that is canceled: whole batches stay, the rest comes next, each row once', async () => {
    const query = 'select id, day, nothing from rows where nothing is null or true'
    const source = await inDatabase(server, 'postgres', 'postgres', 'away', query)
    await begin(source, isHanging)
    for (const pid of await hanging()) await owner.query('select pg_terminate_backend($1)', [pid])
    const lost = await end(source)
    expect(lost.last).toMatchObject({ outcome: 'failed', loaded: 1, rows: 10 })
    expect(lost.problem).toMatch(/数据库中途断开了，这一批没有载入，下次从头读这一批/)
    expect(await ids('away')).toEqual(upTo(10))

    await begin(source, isHanging)
    await house.ask(cancelSourceRun, { params: { id: source.id }, body: {} })
    const canceled = await end(source)
    expect(canceled.last).toMatchObject({ outcome: 'canceled', loaded: 0 })
    await expect.poll(hanging, { timeout: 30_000 }).toEqual([])
    expect(await ids('away')).toEqual(upTo(10))

    await owner.query('update slow set isit = false')
    expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 2, rows: 20 })
    expect(await ids('away')).toEqual(upTo(30))
    expect((await house.find(source.id)).problem).toBeNull()
  })

  it('with NaN and infinity: told with their number, and nothing is made of them', async () => {
    await owner.query(`create table odd (id int, day date, price numeric, rate float8);
      insert into odd values (1, '2026-01-01', 1.5, 0.5), (2, '2026-01-01', 'NaN', 'Infinity'), (3, '2026-01-02', 2, 'NaN')`)
    const source = await inDatabase(server, 'postgres', 'postgres', 'odd', 'select * from odd')
    const { loads } = await house.run(source.id)
    expect(loads[0]).toMatchObject({ outcome: 'loaded', rows: 3 })
    expect(loads[0]?.problem).toBe(
      '列「price」有 1 个不是数的值（如 NaN），没有值\n列「rate」有 2 个不是数的值（如 Infinity），没有值',
    )
    const found = await house.warehouse.rows('SELECT id, price::DOUBLE, rate FROM odd ORDER BY id')
    expect(found).toEqual([
      [1, 1.5, 0.5],
      [2, null, null],
      [3, 2, null],
    ])
  })
})

describe.skipIf(!hasMariadb)('MariaDB', () => {
  let server: DatabaseServer
  let owner: Awaited<ReturnType<typeof mariaOwner>>
  beforeAll(async () => {
    server = await startMariadb()
    owner = await mariaOwner(server.port)
  })
  afterAll(async () => {
    owner.destroy()
    await server.stop()
  })

  const hanging = async (): Promise<number[]> => {
    const [rows] = await owner.query(
      "select id from information_schema.processlist where state = 'User sleep' and info like '%FROM%'",
    )
    return (rows as { id: number }[]).map(({ id }) => id)
  }

  it('that goes away half-way: whole batches stay, the rest comes next, each row once', async () => {
    await owner.query(`create table slow (isit bool);
      insert into slow values (true);
      create table n (id bigint);
      insert into n select seq from seq_1_to_30`)
    const query = `select id, '2026-01-01' as day, if(id > 10 and (select isit from slow), SLEEP(0.5), 0) as nothing from n`
    const source = await inDatabase(server, 'mysql', 'shop', 'maria', query)
    await begin(source, async () => (await hanging()).length > 0 && (await ids('maria')).length === 10)
    for (const id of await hanging()) await owner.query(`kill connection ${id}`)
    const lost = await end(source)
    expect(lost.last).toMatchObject({ outcome: 'failed', loaded: 1, rows: 10 })
    expect(lost.problem).toMatch(/数据库中途断开了，这一批没有载入/)
    expect(await ids('maria')).toEqual(upTo(10))
    await owner.query('update slow set isit = false')
    expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 2, rows: 20 })
    expect(await ids('maria')).toEqual(upTo(30))
  })

  it('with zero dates: told with their number, and nothing is made of them', async () => {
    await owner.query(`create table zeros (id int, day date, at datetime, seen timestamp null);
      insert into zeros values (1, '2026-01-01', '2026-01-01 08:00:00', '2026-01-01 08:00:00'),
        (2, '0000-00-00', '0000-00-00', 0), (3, '2026-05-00', '2026-01-02 00:00:00', null)`)
    const source = await inDatabase(server, 'mysql', 'shop', 'zeros', 'select * from zeros')
    const { loads } = await house.run(source.id)
    expect(loads[0]?.problem).toMatch(
      /^列「day」有 2 个不成立的日期（如 0000-00-00），没有值\n列「at」有 1 个不成立的日期（如 0000-00-00 .*\n列「seen」有 1 个不成立的日期/,
    )
    const [counts] = await house.warehouse.rows(
      'SELECT count(*)::INT, count(day)::INT, count("at")::INT FROM zeros',
    )
    expect(counts).toEqual([3, 1, 2])
  })
})
