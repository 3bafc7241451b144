// Databases whose tables change between two loads, whose marks are empty or go back, and whose connection is cut in the
// middle of rows: told, and nothing lost or doubled.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import { type CuttingProxy, startCutting } from '#tests/factories/databases/cutting.ts'
import { hasMariadb, ownerOf as mariaOwner, startMariadb } from '#tests/factories/databases/mariadb.ts'
import { hasPostgres, ownerOf, ownerPassword, startDatabase } from '#tests/factories/databases/postgres.ts'
import type { Source } from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

interface Database {
  port: number
  settings: object
  password: string
  run(sql: string): Promise<unknown>
  stop(): Promise<void>
}

interface Kind {
  kind: string
  isThere: boolean
  start(): Promise<Database>
  create: string
  /** Changes a column's type. */
  retype(column: string, type: 'text' | 'bigint'): string
  text: string
  /** 40,000 rows of 100 bytes. */
  fill: string
}

const kinds: Kind[] = [
  {
    kind: 'postgres',
    isThere: hasPostgres,
    start: async () => {
      const server = await startDatabase()
      const owner = ownerOf(server.port)
      await owner.connect()
      return {
        port: server.port,
        settings: { database: 'postgres', user: 'owner', tls: 'on', ca: server.ca },
        password: ownerPassword,
        run: (sql) => owner.query(sql),
        stop: async () => {
          await owner.end()
          await server.stop()
        },
      }
    },
    create: 'create table moves (id int, day date, n int)',
    retype: (column, type) => `alter table moves alter ${column} type ${type}`,
    text: 'text',
    fill: `create table large as select i as id, date '2026-01-01' as day, repeat(md5(i::text), 3) as filler
      from generate_series(1, 40000) i`,
  },
  {
    kind: 'mysql',
    isThere: hasMariadb,
    start: async () => {
      const server = await startMariadb()
      const owner = await mariaOwner(server.port)
      return {
        port: server.port,
        settings: { database: 'shop', user: 'owner', tls: 'on', ca: server.ca },
        password: ownerPassword,
        run: (sql) => owner.query(sql),
        stop: async () => {
          owner.destroy()
          await server.stop()
        },
      }
    },
    create: 'create table moves (id int, day date, n int)',
    retype: (column, type) => `alter table moves modify ${column} ${type}`,
    text: 'text',
    fill: `create table large as select seq as id, date '2026-01-01' as day, repeat(md5(seq), 3) as filler from seq_1_to_40000`,
  },
  {
    kind: 'clickhouse',
    isThere: hasClickHouse,
    start: async () => {
      const engine = await shareClickHouse()
      await engine.run('CREATE DATABASE shifting')
      const { port, username, password } = new URL(engine.readerAddress)
      return {
        port: Number(port),
        settings: { database: 'shifting', user: username, tls: 'off', ca: '' },
        password: decodeURIComponent(password),
        run: (sql) => engine.run(sql.replace(/\b(moves|large)\b/, 'shifting.$1')),
        stop: async () => void (await engine.run('DROP DATABASE IF EXISTS shifting')),
      }
    },
    create:
      'create table moves (id Nullable(Int32), day Date, n Nullable(Int32)) engine = MergeTree order by tuple()',
    retype: (column, type) =>
      `alter table moves modify column ${column} Nullable(${type === 'text' ? 'String' : 'Int64'})`,
    text: 'Nullable(String)',
    fill: `create table large engine = MergeTree order by id as select toInt32(number + 1) as id,
      toDate('2026-01-01') as day, repeat(hex(MD5(toString(number))), 3) as filler from numbers(40000)`,
  },
]

describe.each(kinds)('$kind', ({ kind, isThere, start, create, retype, text, fill }) => {
  let house: SourcesHouse
  let database: Database
  let proxy: CuttingProxy
  beforeAll(async () => {
    if (!isThere) return
    house = await makeSourcesHouse()
    database = await start()
    proxy = await startCutting(database.port)
  })
  afterAll(async () => {
    await proxy?.stop()
    await database?.stop()
    await house?.dispose()
  })

  const save = (table: string, more: object): Promise<Source> =>
    house.save({
      name: table,
      table,
      kind,
      settings: {
        host: 'localhost',
        port: proxy.port,
        table: table.startsWith('large') ? 'large' : 'moves',
        query: '',
        column: '',
        overlap: 0,
        rows: 500_000,
        minutes: 1,
        ...database.settings,
        ...more,
      },
      secrets: { password: database.password },
    })
  const rows = (table: string) =>
    house.warehouse.rows(`SELECT id::VARCHAR, n::VARCHAR FROM ${table} ORDER BY id, n`)
  /** A run that loads nothing, and says so; the table stays. */
  async function refused({ id }: Source, table: string, why: RegExp): Promise<void> {
    const before = await rows(table)
    expect((await house.run(id)).runs[0]).toMatchObject({ outcome: 'failed', loaded: 0, failed: 1 })
    expect((await house.find(id)).problem).toMatch(why)
    expect(await rows(table)).toEqual(before)
  }
  async function loads({ id }: Source, count: number): Promise<void> {
    const { runs } = await house.run(id)
    expect(runs[0]).toMatchObject({ outcome: 'done', rows: count, problem: null })
    expect((await house.find(id)).problem).toBeNull()
  }

  it.runIf(isThere)(
    'a column that comes, goes or changes its type is told, and the rows come once it fits again',
    async () => {
      await database.run(create)
      await database.run("insert into moves (id, day, n) values (1, '2026-01-01', 10)")
      const source = await save('columns', { column: 'id' })
      await loads(source, 1)
      await database.run(`alter table moves add column extra ${text}`)
      await database.run("insert into moves (id, day, n, extra) values (2, '2026-01-02', 20, 'x')")
      await refused(source, 'columns', /多了列：extra/)
      await database.run('alter table moves drop column extra')
      await database.run(`alter table moves add column other ${text}`)
      await database.run('alter table moves rename column n to m')
      await refused(source, 'columns', /少了列：n；多了列：m、other/)
      await database.run('alter table moves rename column m to n')
      await database.run('alter table moves drop column other')
      await loads(source, 1)
      await database.run(retype('n', 'text'))
      await database.run("insert into moves (id, day, n) values (3, '2026-01-03', 'many')")
      await refused(source, 'columns', /列「n」应为整数，有 1 个值不是：「many」/)
      await database.run("insert into moves (id, day, n) values (4, '2026-01-04', '40')")
      await database.run(
        kind === 'clickhouse' ? 'alter table moves delete where id = 3' : 'delete from moves where id = 3',
      )
      await expect.poll(async () => (await house.run(source.id)).runs[0]?.outcome).toBe('done')
      expect(await rows('columns')).toEqual([
        ['1', '10'],
        ['2', '20'],
        ['4', '40'],
      ])
      await database.run('drop table moves')
    },
  )

  it.runIf(isThere)(
    'a mark that is empty or goes back is told; rows at the mark and beyond it come once each',
    async () => {
      await database.run(create)
      await database.run(
        "insert into moves (id, day, n) values (1, '2026-01-01', 1), (5, '2026-01-01', 2), (5, '2026-01-01', 3), (null, '2026-01-01', 4)",
      )
      const source = await save('marks', { column: 'id', rows: 2 })
      await house.run(source.id)
      const { loads: first } = await house.run(source.id)
      expect(first.map(({ rows: count, problem }) => [count, problem])).toEqual([
        [3, '有 1 行的增量列「id」为空，分不出先后，没有读'],
      ])
      await loads(source, 0)
      // The numbers begin anew.
      await database.run(kind === 'clickhouse' ? 'truncate table moves' : 'delete from moves')
      await loads(source, 0)
      await database.run("insert into moves (id, day, n) values (2, '2026-01-02', 5)")
      expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'failed', loaded: 0 })
      expect((await house.find(source.id)).problem).toMatch(
        /增量列「id」现在最大是 2，比上次读到的 5 小，没有可读的行/,
      )
      await database.run("insert into moves (id, day, n) values (6, '2026-01-02', 6)")
      await loads(source, 1)
      expect(await rows('marks')).toEqual([
        ['1', '1'],
        ['5', '2'],
        ['5', '3'],
        ['6', '6'],
      ])
      await database.run('drop table moves')
    },
  )

  it.runIf(isThere)('a connection that is cut in the middle of rows leaves no half batch', async () => {
    await database.run(fill)
    const source = await save('large', {})
    proxy.cutAfter = 1_500_000
    const { runs } = await house.run(source.id)
    expect(proxy.cuts).toBeGreaterThan(0)
    expect(runs[0]).toMatchObject({ outcome: 'failed', loaded: 0, rows: 0 })
    expect((await house.find(source.id)).problem).toMatch(
      /数据库中途断开了，这一批没有载入，下次从头读这一批/,
    )
    expect(house.deps.warehouse.tables().some(({ name }) => name === 'large')).toBe(false)
    proxy.cutAfter = null
    await loads(source, 40_000)
    const [counts] = await house.warehouse.rows(
      'SELECT count(*)::INTEGER, count(DISTINCT id)::INTEGER, min(id)::INTEGER, max(id)::INTEGER, min(length(filler))::INTEGER FROM large',
    )
    expect(counts).toEqual([40_000, 40_000, 1, 40_000, 96])
  })
})
