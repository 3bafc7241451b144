// The history contains only the caller's runs, whatever their outcome, with search and paging; on both metadata
// stores.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { cancelQuery, listSqlQueryHistory, type Run } from '#features/code/contract.ts'
import { begin, endless, makeRunsHouse, query, type RunsHouse } from './runsHouse.ts'

describeStores('the history of runs', (store) => {
  let house: RunsHouse
  let writer: Person
  let running: string
  beforeAll(async () => {
    const { metadata } = await store.make()
    house = await makeRunsHouse({ metadata })
    writer = await house.writer()
    await query(writer, { sql: "select '云海仙途' as game" })
    await query(writer, { sql: 'select 100 as "50%_off"', title: "折扣 O'Neil" })
    await query(writer, { sql: 'select 505 as "back\\slash"' })
    await query(writer, { sql: 'select missing_column from visit' })
    await query(await house.writer(), { sql: "select '云海仙途', 'of another'" })
    running = (await begin(writer, { sql: endless, title: '很久' })).queryId
  })
  afterAll(async () => {
    await writer.call(cancelQuery, { params: { id: running }, body: {} })
    await house.dispose()
  })

  const list = async (asked: Record<string, string> = {}) =>
    (await writer.call<{ total: number; rows: Run[] }>(listSqlQueryHistory, { query: asked })).data
  const found = async (text: string) => (await list({ text })).rows.map(({ sql }) => sql)

  it('holds all runs, newest first, without their rows', async () => {
    const { total, rows } = await list()
    expect([total, rows.length, rows[0]?.queryId]).toEqual([5, 5, running])
    expect(rows.every(({ data, columns }) => data.length === 0 && columns.length === 0)).toBe(true)
    const times = rows.map(({ startedAt }) => startedAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  it('says how each ended, and what of it is kept', async () => {
    const { rows } = await list()
    const failed = rows.find(({ status }) => status === 'failed')
    expect(failed?.problem?.message).toMatch(/missing_column/)
    const done = rows.find(({ title }) => title.startsWith('折扣'))
    expect([done?.status, done?.rowCount, done?.expiresAt === null]).toEqual(['done', 1, false])
    expect(done?.elapsedMs).toBeGreaterThan(0)
  })

  it('narrows by how they ended and what they are', async () => {
    expect((await list({ status: 'failed' })).rows.map(({ sql }) => sql)).toEqual([
      'select missing_column from visit',
    ])
    // Between two looks it may have come from its queue.
    await expect
      .poll(async () => {
        const state = (await list()).rows[0]?.status as string
        return (await list({ status: state })).rows.map(({ queryId }) => queryId)
      })
      .toEqual([running])
    expect((await list({ status: 'done' })).total).toBe(3)
    expect((await list({ kind: 'export' })).total).toBe(0)
  })

  it('finds Chinese, capitals, titles and messages, each word by itself', async () => {
    expect(await found('云海')).toEqual(["select '云海仙途' as game"])
    expect(await found('GAME 仙途')).toEqual(["select '云海仙途' as game"])
    expect(await found("o'neil")).toEqual(['select 100 as "50%_off"'])
    expect(await found('missing_column')).toEqual(['select missing_column from visit'])
  })

  it('takes signs as they are', async () => {
    expect(await found('50%')).toEqual(['select 100 as "50%_off"'])
    expect(await found('0%_o')).toEqual(['select 100 as "50%_off"'])
    expect(await found('%')).toHaveLength(1)
    expect(await found('back\\slash')).toEqual(['select 505 as "back\\slash"'])
    expect(await found("'")).toHaveLength(2)
    expect(await found("' or 1=1 --")).toEqual([])
  })

  it('gives one page, and how many there are in all', async () => {
    const [first, second, beyond] = [
      await list({ size: '2' }),
      await list({ size: '2', page: '2' }),
      await list({ size: '2', page: '9' }),
    ]
    expect([first.total, first.rows.length, second.rows.length, beyond.rows.length]).toEqual([5, 2, 2, 0])
    const ids = [...first.rows, ...second.rows].map(({ queryId }) => queryId)
    expect(new Set(ids).size).toBe(4)
  })
})
