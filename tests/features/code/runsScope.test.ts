// What users of some games can see, and that nobody else sees their runs.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRows } from '#semantic/model/rowScope.ts'
import type { DimensionTable, Model, PointTable } from '#semantic/model/types.ts'
import type { Person } from '#tests/factories/house.ts'
import {
  cancelQuery,
  lightingSqlQuery,
  queryById,
  queryLight,
  querySql,
  type Run,
} from '#features/code/contract.ts'
import { visibleTables } from '#features/code/server/runs/scope.ts'
import { saveToken } from '#features/tokens/contract.ts'
import { makeRunsHouse, query, type RunsHouse } from './runsHouse.ts'

let house: RunsHouse
let one: Person
let all: Person
let none: Person
beforeAll(async () => {
  house = await makeRunsHouse()
  one = await house.writer(['a'])
  all = await house.writer()
  none = await house.writer([])
})
afterAll(() => house.dispose())

describe('a user of one game', () => {
  it.each([
    'select * from visit',
    'select note from "VISIT" where 1 = 1 or cgi = \'b\'',
    'with visit as (select * from visit) select note, cgi from visit',
    'select max(note), min(note), string_agg(note) from visit',
    "select (select string_agg(note) from visit v where v.cgi = 'b') as found",
    'select note from visit union all select note from visit',
  ])('sees nothing of others: %s', async (sql) => {
    const answer = await query(one, { sql })
    expect(answer.text).not.toMatch(/canary-[bc]/)
    expect(answer.data.status).toBe('done')
    expect((await query(all, { sql })).text).toMatch(/canary-b/)
  })

  it.each(['select * from secret', 'select * from main.secret', 'select * from main.visit'])(
    'is refused what may be of others: %s',
    async (sql) => {
      const answer = await query(one, { sql })
      expect(answer.envelope?.code).toBe('sql_error')
      expect(answer.text).not.toContain('canary')
    },
  )

  it('is told of a table of others what is told of none', async () => {
    const message = async (name: string) =>
      (await query(one, { sql: `select * from ${name}` })).envelope?.msg.replaceAll(name, 'NAME')
    expect(await message('secret')).toBe(await message('qwerty'))
  })

  it('is who holds a token for that game, and a look at the run with all rights ends it not', async () => {
    await house.deps.metadata.db.insertInto('game').values({ cgi: 'a', name: '云海仙途' }).execute()
    const token = { name: 'one game', scope: 'write', games: ['a'] }
    const { secret } = (await all.call<{ secret: string }>(saveToken, { body: token })).data
    const bearing = { authorization: `Bearer ${secret}` }
    const sql = 'select note from visit'
    const answer = await house.send<Run>(querySql, { body: { sql } }, bearing)
    expect(answer.data.status).toBe('done')
    expect(answer.text).toContain('canary-a')
    expect(answer.text).not.toMatch(/canary-[bc]/)
    const heavy = 'select sum(a.range * b.range) as n from range(1000000) a, range(100000) b'
    const begun = await house.send<Run>(querySql, { body: { sql: heavy, async: true, waitMs: 0 } }, bearing)
    const params = { id: begun.data.queryId }
    const look = () => all.call<Run>(queryById, { params, query: { count: '0' } })
    await expect.poll(async () => (await look()).data.status).toBe('running')
    expect((await look()).data.status).toBe('running')
    await all.call(cancelQuery, { params, body: {} })
    await expect.poll(async () => (await look()).data.problem?.message).toContain('你取消了')
  })

  it('gets no answer that was kept for another', async () => {
    const sql = 'select string_agg(distinct note) as notes from visit'
    for (const call of [lightingSqlQuery, queryLight]) {
      expect((await all.call<Run>(call, { body: { sql } })).text).toContain('canary-b')
      const answer = await one.call<Run>(call, { body: { sql } })
      expect([answer.data.cached, answer.data.data]).toEqual([false, [['canary-a']]])
    }
  })
})

it('a user of no games sees no rows', async () => {
  expect((await query(none, { sql: 'select * from visit' })).data.rowCount).toBe(0)
  expect((await query(none, { sql: 'select * from secret' })).envelope?.code).toBe('sql_error')
})

describe('which tables are seen', () => {
  const physical = (name: string, ...columns: string[]): Model['tables'][number] => ({
    name,
    comment: '',
    rowCount: 0,
    updatedAt: '',
    columns: columns.map((column) => ({ name: column, type: 'VARCHAR', comment: '' })),
  })
  const points = (name: string, game_column: string | null, joins: PointTable['joins'] = []) =>
    ({ id: 1, table_truename: name, game_column, joins }) as unknown as PointTable
  const dimensions = (id: number, name: string, game_column: string | null) =>
    ({ id, table_truename: name, game_column }) as unknown as DimensionTable
  const model = (tables: Model['tables'], more: Partial<Model> = {}): Model => ({
    dimensions: [],
    points: [],
    pointTables: [],
    dimensionTables: [],
    tables,
    ...more,
  })
  const seen = (given: Model) =>
    visibleTables(given, { games: ['a'], rules: [] }).map(({ table, gameColumn }) => [table.name, gameColumn])

  it('is said by the declared column, in any case, before the usual one', () => {
    const given = model([physical('pay', 'cgi', 'Game')], { pointTables: [points('PAY', 'game')] })
    expect(seen(given)).toEqual([['pay', 'Game']])
  })

  it('leaves out a table whose declared column is gone', () => {
    expect(seen(model([physical('pay', 'x')], { pointTables: [points('pay', 'game')] }))).toEqual([])
  })

  it('shows what is declared to know no games', () => {
    expect(seen(model([physical('item', 'x')], { dimensionTables: [dimensions(1, 'item', null)] }))).toEqual([
      ['item', null],
    ])
  })

  it('leaves out facts whose games stand in another table alone', () => {
    const joins = [{ dimTableId: 7, column: 'server' }]
    const given = model([physical('log', 'server'), physical('server', 'id', 'game')], {
      pointTables: [points('log', null, joins)],
      dimensionTables: [dimensions(7, 'server', 'game')],
    })
    expect(seen(given)).toEqual([['server', 'game']])
    expect(visibleTables(given, allRows).map(({ table }) => table.name)).toEqual(['log', 'server'])
  })

  it('leaves out what leads to a table with games over another table, and shows what that leads to', () => {
    const joining = (id: number, name: string, joins: { dimTableId: number; column: string }[]) => ({
      ...dimensions(id, name, null),
      joins,
    })
    const given = model(
      [
        physical('log', 'house'),
        physical('house', 'server'),
        physical('server', 'id', 'game'),
        physical('area', 'id'),
      ],
      {
        pointTables: [points('log', null, [{ dimTableId: 6, column: 'house' }])],
        dimensionTables: [
          joining(6, 'house', [{ dimTableId: 7, column: 'server' }]),
          { ...dimensions(7, 'server', 'game'), joins: [{ dimTableId: 8, column: 'area' }] },
          dimensions(8, 'area', null),
        ],
      },
    )
    expect(seen(given)).toEqual([
      ['server', 'game'],
      ['area', null],
    ])
  })
})
