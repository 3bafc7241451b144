// The life of a run: recorded, running without its caller, found again, read in windows, and reported when it fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileReply } from '#server/http/validation.ts'
import type { Person } from '#tests/factories/house.ts'
import {
  cancelQuery,
  dropResult,
  keepResult,
  listSqlQueryHistory,
  longestSql,
  queryById,
  querySql,
  type Run,
} from '#features/code/contract.ts'
import { atWork, begin, ended, endless, follow, makeRunsHouse, query, type RunsHouse } from './runsHouse.ts'

let house: RunsHouse
let writer: Person
beforeAll(async () => {
  house = await makeRunsHouse()
  writer = await house.writer()
})
afterAll(() => house.dispose())

const everyNumber = 'select n, n * 2 as twice from numbers order by n'

describe('a run whose caller waits', () => {
  it('answers the whole result, as the contract says', async () => {
    const { data } = await query(writer, { sql: everyNumber, limit: 300_000 })
    expect([data.status, data.rowCount, data.truncated, data.from]).toEqual(['done', 300_000, false, 0])
    expect(data.data.map((cells) => cells.length)).toEqual([300_000, 300_000])
    expect([data.data[0]?.[123_456], data.data[1]?.[299_999]]).toEqual([123_456, 599_998])
    const check = compileReply('query', querySql.reply ?? {})
    expect(() => check(data, () => expect.unreachable())).not.toThrow()
  })

  it('cuts at ten thousand rows, or at its own limit, and says so', async () => {
    const usual = (await query(writer, { sql: everyNumber })).data
    expect([usual.rowCount, usual.truncated, usual.data[0]?.at(-1)]).toEqual([10_000, true, 9_999])
    const own = (await query(writer, { sql: everyNumber, limit: 2 })).data
    expect([own.data, own.truncated]).toEqual([
      [
        [0, 1],
        [0, 2],
      ],
      true,
    ])
    const exact = (await query(writer, { sql: 'select * from visit', limit: 6 })).data
    expect([exact.rowCount, exact.truncated]).toEqual([6, false])
  })

  it('answers a result without rows', async () => {
    const { data } = await query(writer, { sql: 'select player, note from visit where player < 0' })
    expect([data.data, data.columns.map(({ title }) => title)]).toEqual([
      [[], []],
      ['player', 'note'],
    ])
  })

  it('binds values by their names', async () => {
    const sql = 'select sum(minutes) from visit where cgi in (:games) and day >= :since and note <> :text'
    const params = {
      games: { type: 'list', value: ['a', 'b'] },
      since: { type: 'date', value: '2026-10-02' },
      text: "'; drop table visit; --",
    } as const
    expect(
      (await query(writer, { sql, params: { ...params, games: { ...params.games, value: ['a', 'b'] } } }))
        .data.data,
    ).toEqual([[90]])
  })

  it('answers its failure as the envelope, with the place', async () => {
    const { status, envelope } = await query(writer, { sql: 'select *\nfrom  visitt' })
    expect([status, envelope?.isSuccess, envelope?.code]).toEqual([200, false, 'sql_error'])
    expect(envelope?.data).toEqual({ line: 2, column: 7, length: 6, near: 'visitt' })
  })

  it.each([
    ['an empty text', ''],
    ['comments alone', '-- nothing\n/* at all */ ;'],
    ['two statements', 'select 1; select 2'],
    ['a write', "update visit set cgi = 'a'"],
  ])('refuses %s in Chinese', async (_, sql) => {
    const { envelope } = await query(writer, { sql })
    expect([envelope?.isSuccess, envelope?.code]).toEqual([false, 'sql_error'])
    expect(envelope?.msg).toMatch(/\p{Script=Han}/u)
  })
})

describe('a text of a million characters', () => {
  const around = (length: number, filler: string) => {
    const rest = "select '' as t".length
    return `select '${filler.repeat(length - rest)}' as t`
  }

  it('runs, in Chinese as well', async () => {
    const sql = `select length(t) as size from (${around(longestSql - 'select length(t) as size from () x'.length, '字')}) x`
    const { data } = await query(writer, { sql })
    expect(sql.length).toBe(longestSql)
    expect(data.data[0]?.[0]).toBeGreaterThan(longestSql - 100)
    expect((await follow(writer, data.queryId, { count: 0 })).sql).toBe(sql)
  })

  it('is refused when it is longer', async () => {
    const { status, envelope } = await query(writer, { sql: around(longestSql + 1, '字') })
    expect([status, envelope?.msg]).toEqual([400, '请求格式有误：「SQL」最多 1,000,000 个字符'])
    const huge = await query(writer, { sql: around(9 * longestSql, 'x') })
    expect([huge.status, huge.envelope?.code]).toEqual([413, 'body_too_large'])
  })
})

describe('a run that goes on without its caller', () => {
  it('answers with its first rows, and the rest is read by windows', async () => {
    let run = (await query(writer, { sql: everyNumber, limit: 300_000, async: true, waitMs: 20_000 })).data
    // On a busy machine its place in the queue may be all that there is to show at first.
    while (run.status === 'queued' || (run.status === 'running' && run.rowCount === 0)) {
      run = await follow(writer, run.queryId, { after: run.stamp, waitMs: 5_000, count: 20 })
    }
    expect(run.rowCount).toBeGreaterThan(0)
    expect(run.data[0]?.slice(0, 3)).toEqual([0, 1, 2])
    const whole = await ended(writer, run.queryId)
    expect([whole.status, whole.rowCount, whole.expiresAt === null]).toEqual(['done', 300_000, false])
    for (const from of [0, 1, 77_777, 299_990]) {
      const window = await follow(writer, run.queryId, { from, count: 20 })
      expect(window.from).toBeLessThanOrEqual(from)
      expect(window.data[1]?.[from - window.from]).toBe(from * 2)
    }
    const beyond = await follow(writer, run.queryId, { from: 400_000, count: 20 })
    expect(beyond.data[0]?.length ?? 0).toBe(0)
  })

  it('waits for a change no longer than it was asked to', async () => {
    const { queryId } = await begin(writer, { sql: endless })
    const run = await atWork(writer, queryId)
    const same = await follow(writer, queryId, { after: run.stamp, waitMs: 50, count: 0 })
    expect([same.status, same.stamp]).toEqual(['running', run.stamp])
    const waiting = follow(writer, queryId, { after: run.stamp, waitMs: 30_000, count: 0 })
    await writer.call(cancelQuery, { params: { id: queryId } })
    expect((await waiting).status).toBe('canceled')
  })

  it('tells its failure in the run, and keeps it', async () => {
    const { queryId } = await begin(writer, { sql: 'select minutess from visit' })
    const run = await ended(writer, queryId)
    expect(run.status).toBe('failed')
    expect(run.problem).toMatchObject({ code: 'sql_error', line: 1, column: 8, length: 8, near: 'minutess' })
    expect(run.problem?.message).toMatch(/\p{Script=Han}/u)
    expect(run.expiresAt).toBeNull()
    expect((await follow(writer, queryId, { count: 10 })).data).toEqual([])
  })

  it('keeps what fails after its first rows from being read as a result', async () => {
    const sql = "select case when n < 250000 then n else cast('x' || n as bigint) end from numbers"
    const { queryId } = await begin(writer, { sql, limit: 300_000 })
    const run = await ended(writer, queryId)
    expect([run.status, run.problem?.code]).toEqual(['failed', 'sql_error'])
    expect(await house.deps.results.find(queryId)).toBeNull()
  })
})

describe('a kept result', () => {
  it('is renamed, pinned and let go of', async () => {
    const { queryId } = (await query(writer, { sql: 'select 1', title: '第一个' })).data
    const params = { id: queryId }
    const usual = await follow(writer, queryId)
    const pinned = (await writer.call<Run>(keepResult, { params, body: { title: '新名', pinned: true } }))
      .data
    expect([usual.title, pinned.title, pinned.pinned]).toEqual(['第一个', '新名', true])
    expect(Date.parse(pinned.expiresAt ?? '') - Date.parse(usual.expiresAt ?? '')).toBeGreaterThan(
      5 * 86_400_000,
    )
    await writer.call(dropResult, { params, body: {} })
    const dropped = await follow(writer, queryId, { count: 0 })
    expect([dropped.status, dropped.expiresAt, dropped.pinned]).toEqual(['done', null, false])
    expect(await house.deps.results.find(queryId)).toBeNull()
    const rows = await writer.call(queryById, { params, query: { count: '1' } })
    expect([rows.status, rows.envelope?.code]).toEqual([200, 'result_expired'])
    const again = await writer.call(keepResult, { params, body: { pinned: true } })
    expect(again.envelope?.code).toBe('result_expired')
  })

  it('can be renamed and pinned before it is there', async () => {
    const { queryId } = await begin(writer, { sql: everyNumber, limit: 300_000 })
    await writer.call(keepResult, { params: { id: queryId }, body: { title: '早', pinned: true } })
    const run = await ended(writer, queryId)
    expect([run.title, run.pinned]).toEqual(['早', true])
    expect(Date.parse(run.expiresAt ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000)
  })
})

describe('another’s run', () => {
  const calls = [
    ['queryById', queryById, undefined],
    ['cancelQuery', cancelQuery, {}],
    ['keepResult', keepResult, { pinned: true }],
    ['dropResult', dropResult, {}],
  ] as const
  it.each(calls)('is to %s as one that never was', async (_, call, body) => {
    const other = await house.writer()
    const done = (await query(writer, { sql: "select 'mine'" })).data.queryId
    const running = (await begin(writer, { sql: endless })).queryId
    const missing = await other.call(call, { params: { id: 'neverwas' }, body })
    for (const id of [done, running]) {
      const answer = await other.call(call, { params: { id }, body })
      expect([answer.status, answer.text]).toEqual([404, missing.text])
    }
    expect((await follow(writer, running, { count: 0 })).problem).toBeNull()
    expect((await follow(writer, done)).data).toEqual([['mine']])
    await writer.call(cancelQuery, { params: { id: running } })
  })
})

it('is of no saved query but one’s own', async () => {
  const answer = await query(writer, { sql: 'select 1', viewId: 'neverwas' })
  expect([answer.status, answer.envelope?.code]).toEqual([404, 'object_missing'])
})

describe('the audit', () => {
  const audited = async (text: string) => {
    const rows = await house.deps.metadata.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'sql.run')
      .execute()
    return rows.filter(({ detail, user_id }) => detail.includes(text) && user_id === writer.id)
  }

  it('knows of each run, whole or failed', async () => {
    const done = (await query(writer, { sql: "select 'audited 1'" })).data.queryId
    await query(writer, { sql: 'select audited_2 from visit' })
    const [row] = await audited('audited 1')
    expect(JSON.parse(row?.detail ?? '')).toEqual({ runId: done, sql: "select 'audited 1'" })
    expect(await audited('audited_2')).toHaveLength(1)
  })

  it('lets nothing run that it can not write down', async () => {
    const { db } = house.deps.metadata
    await db.schema.alterTable('audit').renameTo('audit_away').execute()
    const before = await db.selectFrom('sql_run').select('id').execute()
    const answer = await query(writer, { sql: "select 'unaudited'" })
    await db.schema.alterTable('audit_away').renameTo('audit').execute()
    expect(answer.status).toBe(500)
    expect(await db.selectFrom('sql_run').select('id').execute()).toEqual(before)
    const { data } = await writer.call<{ total: number }>(listSqlQueryHistory, {
      query: { text: 'unaudited' },
    })
    expect(data.total).toBe(0)
  })
})
