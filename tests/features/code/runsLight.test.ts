// Small answers at once, query plans, and the functions available in SQL.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import {
  explainSql,
  getSqlFunctions,
  listSqlQueryHistory,
  type PlanStep,
  queryById,
  queryLight,
  type Run,
  type SqlFunction,
} from '#features/code/contract.ts'
import { makeRunsHouse, type RunsHouse } from './runsHouse.ts'

let house: RunsHouse
let writer: Person
beforeAll(async () => {
  house = await makeRunsHouse()
  writer = await house.writer()
})
afterAll(() => house.dispose())

const light = (person: Person, sql: string, more: object = {}) =>
  person.call<Run>(queryLight, { body: { sql, ...more } })

describe('a light query', () => {
  it('answers rows by columns', async () => {
    const { data } = await light(writer, 'select player, note from visit where cgi = :game order by 1', {
      params: { game: 'b' },
    })
    expect(data.data).toEqual([
      [3, 3],
      ['canary-b', 'canary-b'],
    ])
    expect(data.columns.map(({ key, title, type }) => [key, title, type])).toEqual([
      ['c0', 'player', 'integer'],
      ['c1', 'note', 'string'],
    ])
    expect([data.status, data.rowCount, data.truncated, data.cached]).toEqual(['done', 2, false, false])
  })

  it('gives a thousand rows at most, and says that there are more', async () => {
    const { data } = await light(writer, 'select n from numbers order by n')
    expect([data.rowCount, data.truncated, data.data[0]?.at(-1)]).toEqual([1000, true, 999])
    expect((await light(writer, 'select n from numbers', { limit: 1001 })).status).toBe(400)
    expect((await light(writer, 'select n from numbers', { limit: 3 })).data.rowCount).toBe(3)
  })

  it('answers an equal question from memory, to the same user alone, until the data change', async () => {
    const run = vi.spyOn(house.deps.sandbox, 'run')
    const sql = "select 'remembered', count(*) from visit"
    const first = await light(writer, sql)
    const second = await light(writer, sql)
    expect([first.data.cached, second.data.cached]).toEqual([false, true])
    expect(second.data.data).toEqual(first.data.data)
    expect(run).toHaveBeenCalledTimes(1)
    const limited = await light(await house.writer(['a']), sql)
    expect([limited.data.cached, limited.data.data[1]]).toEqual([false, [3]])
    expect((await light(writer, sql, { limit: 1 })).data.cached).toBe(false)
    run.mockRestore()
  })

  it('never remembers what changes from run to run', async () => {
    const sql = 'select now()'
    expect((await light(writer, sql)).data.cached).toBe(false)
    expect((await light(writer, sql)).data.cached).toBe(false)
  })

  it('tells what is wrong, and where', async () => {
    const { envelope } = await light(writer, 'select plaayer from visit')
    expect([envelope?.isSuccess, envelope?.code]).toEqual([false, 'sql_error'])
    expect(envelope?.data).toMatchObject({ line: 1, column: 8 })
  })

  it('keeps no result and is not in the history, but in the audit', async () => {
    const { data } = await light(writer, "select 'only in the audit'")
    expect((await writer.call(queryById, { params: { id: data.queryId } })).status).toBe(404)
    const history = await writer.call<{ total: number }>(listSqlQueryHistory, {
      query: { text: 'only in the audit' },
    })
    expect(history.data.total).toBe(0)
    const rows = await house.deps.metadata.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'sql.light')
      .execute()
    expect(rows.some(({ detail }) => detail.includes('only in the audit'))).toBe(true)
  })

  it('refuses an answer that is too large, and says what to do', async () => {
    const { envelope } = await light(writer, "select repeat('x', 100000) from numbers limit 1000")
    expect(envelope?.msg).toMatch(/8 MB/)
  })
})

describe('a plan', () => {
  const stepsOf = (step: PlanStep): PlanStep[] => [step, ...step.children.flatMap(stepsOf)]

  it('is a tree of the engine’s steps', async () => {
    const { data } = await writer.call<{ plan: PlanStep }>(explainSql, {
      body: {
        sql: 'select cgi, sum(minutes) from visit where player > :least group by 1',
        params: { least: 1 },
      },
    })
    expect(stepsOf(data.plan).length).toBeGreaterThan(2)
    expect(stepsOf(data.plan).every(({ rows }) => rows === null)).toBe(true)
  })

  it('has rows and times when it was run', async () => {
    const { data } = await writer.call<{ plan: PlanStep }>(explainSql, {
      body: { sql: 'select * from visit', analyze: true },
    })
    expect(stepsOf(data.plan).some(({ rows }) => rows === 6)).toBe(true)
  })

  it('tells of values as they were written, however the engine packs them', async () => {
    for (const analyze of [false, true]) {
      const { data } = await writer.call<{ plan: PlanStep }>(explainSql, {
        body: {
          sql: 'select cgi, minutes, upper(player::varchar) p, count(*) from visit group by all order by p, cgi',
          analyze,
        },
      })
      const text = JSON.stringify(data.plan)
      expect(text).toContain('count_star()')
      expect(text).not.toContain('__internal')
    }
  })

  it('is refused as the statement would be', async () => {
    const { envelope } = await writer.call(explainSql, { body: { sql: 'drop table visit' } })
    expect([envelope?.isSuccess, envelope?.code]).toEqual([false, 'sql_error'])
  })
})

it('lists the functions that SQL may call', async () => {
  const { data } = await writer.call<SqlFunction[]>(getSqlFunctions)
  expect(data.find(({ name }) => name === 'sum')).toMatchObject({ kind: 'aggregate' })
  expect(data.some(({ name }) => name === 'read_csv')).toBe(false)
})
