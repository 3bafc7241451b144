// Accelerated runs: only an equal stored or running one may answer.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import {
  dropResult,
  lightingSqlQuery,
  listSqlQueryHistory,
  type Run,
  type RunBody,
} from '#features/code/contract.ts'
import { ended, makeRunsHouse, patient, query, type RunsHouse } from './runsHouse.ts'

let house: RunsHouse
let writer: Person
beforeAll(async () => {
  house = await makeRunsHouse()
  writer = await house.writer()
})
afterAll(() => house.dispose())

const fast = async (person: Person, body: RunBody): Promise<Run> =>
  (await person.call<Run>(lightingSqlQuery, { body })).data

describe('an accelerated run', () => {
  it('answers from the kept result of an equal one, and the history tells of one run', async () => {
    const work = vi.spyOn(house.deps.sandbox, 'run')
    const body = { sql: "select 'kept', sum(minutes) from visit where player > :least", params: { least: 1 } }
    const first = await fast(writer, body)
    const second = await fast(writer, body)
    expect([first.cached, second.cached, second.queryId]).toEqual([false, true, first.queryId])
    expect(second.data).toEqual(first.data)
    expect(work).toHaveBeenCalledTimes(1)
    work.mockRestore()
    const history = await writer.call<{ total: number }>(listSqlQueryHistory, { query: { text: "'kept'" } })
    expect(history.data.total).toBe(1)
    const audit = await house.deps.metadata.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'sql.run')
      .execute()
    expect(audit.filter(({ detail }) => detail.includes(first.queryId))).toHaveLength(2)
  })

  it('answers from a plain run’s result, at once when it does not wait', async () => {
    const plain = (await query(writer, { sql: "select 'plain'" })).data
    const run = await fast(writer, { sql: "select 'plain'", async: true })
    expect([run.queryId, run.cached, run.status, run.data]).toEqual([
      plain.queryId,
      true,
      'done',
      [['plain']],
    ])
    expect((await query(writer, { sql: "select 'plain'" })).data.queryId).not.toBe(plain.queryId)
  })

  it('joins an equal one that is under way', async () => {
    const work = vi.spyOn(house.deps.sandbox, 'run')
    const body = { sql: 'select count(*) from numbers one, numbers other where one.n < 3000' }
    const runs = await Promise.all([fast(writer, body), fast(writer, body), fast(writer, body)])
    expect(new Set(runs.map(({ queryId }) => queryId)).size).toBe(1)
    expect(runs.filter(({ cached }) => cached)).toHaveLength(2)
    expect(work).toHaveBeenCalledTimes(1)
    work.mockRestore()
  })

  it.each<[string, RunBody]>([
    ['another text', { sql: 'select n from numbers  order by n', params: {}, limit: 5 }],
    ['a smaller limit of what was cut', { sql: 'select n from numbers order by n', limit: 4 }],
    ['a larger limit of what was cut', { sql: 'select n from numbers order by n', limit: 6 }],
  ])('runs anew for %s', async (_, body) => {
    await fast(writer, { sql: 'select n from numbers order by n', limit: 5 })
    const run = await fast(writer, body)
    expect([run.cached, run.rowCount]).toEqual([false, body.limit])
  })

  it('takes a whole result for any limit that it does not reach', async () => {
    const { queryId } = await fast(writer, { sql: 'select * from visit', limit: 100 })
    expect(await fast(writer, { sql: 'select * from visit', limit: 6 })).toMatchObject({
      queryId,
      cached: true,
    })
    expect(await fast(writer, { sql: 'select * from visit', limit: 5 })).toMatchObject({
      cached: false,
      rowCount: 5,
    })
  })

  it('runs anew for other values, after a failure, and where the result is gone', async () => {
    const sql = "select :value as gone, 'values'"
    const one = await fast(writer, { sql, params: { value: 'x' } })
    expect((await fast(writer, { sql, params: { value: 'y' } })).cached).toBe(false)
    await writer.call(dropResult, { params: { id: one.queryId }, body: {} })
    expect((await fast(writer, { sql, params: { value: 'x' } })).cached).toBe(false)
    const wrong = 'select cast(note as bigint) from visit'
    const first = await fast(writer, { sql: wrong, async: true })
    expect((await ended(writer, first.queryId)).status).toBe('failed')
    const second = await fast(writer, { sql: wrong, async: true })
    expect(second.queryId).not.toBe(first.queryId)
  })

  it('runs anew for what changes from run to run', async () => {
    expect((await fast(writer, { sql: 'select current_timestamp' })).cached).toBe(false)
    expect((await fast(writer, { sql: 'select current_timestamp' })).cached).toBe(false)
  })

  it('runs anew for another user with the same rights', async () => {
    await fast(writer, { sql: "select 'whose'" })
    expect((await fast(await house.writer(), { sql: "select 'whose'" })).cached).toBe(false)
  })

  it('runs anew when the data have changed', async () => {
    const sql = 'select count(*) from visit'
    await fast(writer, { sql })
    await house.warehouse.publish(["CREATE TABLE visit AS SELECT 'a' AS cgi"])
    await expect.poll(async () => (await fast(writer, { sql })).data, patient).toEqual([[1]])
  })
})
