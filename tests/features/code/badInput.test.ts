// Users' mistakes, sent through the calls: each refusal says what happened, where, and what to do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import {
  cancelQuery,
  createTmpTable,
  downloadExport,
  explainSql,
  exportCsv,
  exportDataByAsync,
  listSqlQueryHistory,
  queryById,
  queryLight,
  querySql,
  type Run,
  resultView,
} from '#features/code/contract.ts'
import { begin, ended, makeRunsHouse, query, type RunsHouse } from './runsHouse.ts'

let house: RunsHouse
let writer: Person
beforeAll(async () => {
  house = await makeRunsHouse()
  writer = await house.writer()
})
afterAll(() => house.dispose())

const nothing = '没有可运行的语句，请输入一条 SELECT'
const statements: [sql: string, message: string, near: string | null][] = [
  ['', nothing, null],
  [' \n\t;', nothing, null],
  ['-- 注释\n/* 又一条 */', nothing, null],
  ['select 1; select 2', '一次只能运行一条语句，请分开运行', 'select'],
  ['select * from vist', '找不到表 vist，是否想用 visit', 'vist'],
  ['select minuts from visit', '找不到列 minuts，是否想用 minutes', 'minuts'],
  ['select summ(minutes) from visit', '找不到函数 summ，是否想用 sum', 'summ'],
  ['select nosuch', "找不到列 nosuch：语句没有 FROM；若是文本，请用单引号 'nosuch'", 'nosuch'],
  ['update visit set minutes = 0', '只能运行一条 SELECT 查询，不能使用 UPDATE', 'update'],
  ['select 1 from visit where', '语句没有写完', 'where'],
]

/** One refusal of each kind: of no text, of the check, of the engine with a name that is meant, of the syntax. */
const kinds = statements.filter(([sql]) => /^$|; select|vist|where$/.test(sql))

describe.each([
  [querySql, statements],
  [queryLight, kinds],
  [explainSql, kinds],
  [exportCsv, kinds],
] as const)('$0.name', (definition, refused) => {
  it.each(refused)('refuses %j', async (sql, message, near) => {
    const answer = await writer.call(definition, { body: { sql } })
    expect([answer.status, answer.envelope?.msg]).toEqual([200, message])
    expect(answer.envelope).toMatchObject({ isSuccess: false, code: 'sql_error' })
    if (near !== null) expect(answer.envelope?.data).toMatchObject({ line: 1, near })
  })
})

it.each(['\n', '\r\n'])(
  'finds the place at the end of 2,000 lines that end with %j',
  async (end) => {
    const lines = ['select', ...Array.from({ length: 1999 }, (_, index) => `  ${index} as c${index},`)]
    for (const [last, near, column] of [
      ["  '中文😀' \t|| nosuch", 'nosuch', 14],
      ["  '中文😀' \t  from from", 'from', 18],
    ] as const) {
      const { envelope } = await writer.call(querySql, { body: { sql: [...lines, last].join(end) } })
      expect(envelope?.data).toMatchObject({ line: 2001, column, near })
    }
  },
  20_000,
)

describe('parameters', () => {
  const typed: [type: string, value: unknown, told: string][] = [
    ['text', ['a'], '文本，给的是 ["a"]'],
    ['number', 'x', '数字，给的是 "x"'],
    ['number', true, '数字，给的是 true'],
    ['date', '2026-02-30', '日期（如 2026-01-31 或 2026-01-31 08:00:00），给的是 "2026-02-30"'],
    ['list', 'a', '列表，给的是 "a"'],
    ['dictionary', true, '字典值（文本、数字或列表），给的是 true'],
  ]
  it.each(typed)('of a wrong type are named: %s %j', async (type, value, told) => {
    const body = { sql: 'select 1,\n  :值', params: { 值: { type, value } } }
    const { envelope } = await writer.call(querySql, { body })
    expect(envelope).toMatchObject({ code: 'sql_error', msg: `参数 值 应为${told}` })
    expect(envelope?.data).toMatchObject({ line: 2, column: 3, near: ':值' })
  })

  it('that are missing are named, all of them, whatever they are called', async () => {
    const { envelope } = await writer.call(querySql, {
      body: { sql: 'select :constructor, :日期, :a', params: { a: 1 } },
    })
    expect(envelope?.msg).toBe('缺少参数：constructor、日期')
    expect(envelope?.data).toMatchObject({ column: 8, near: ':constructor' })
  })

  it('stand as they were written in messages about syntax', async () => {
    const { envelope } = await writer.call(querySql, {
      body: { sql: 'select :one :two', params: { one: 1, two: 2 } },
    })
    expect(envelope?.msg).toBe('语法错误，在「:two」附近')
  })

  it('that are too long are refused as that', async () => {
    const body = { sql: 'select :a', params: { a: 'x'.repeat(100_001) } }
    const answer = await writer.call(querySql, { body })
    expect([answer.status, answer.envelope?.msg]).toEqual([400, '请求格式有误：「参数」最多 100,000 个字符'])
  })
})

describe('results', () => {
  it('have names that are alike, Chinese, or none', async () => {
    const sql = 'select 1 as a, 2 as a, 3 as "列", 4 as "列", 5'
    const run = (await query(writer, { sql })).data
    expect(run.columns.map(({ key, title }) => [key, title])).toEqual([
      ...[
        ['c0', 'a'],
        ['c1', 'a'],
        ['c2', '列'],
        ['c3', '列'],
        ['c4', '5'],
      ],
    ])
    const csv = await writer.call(exportCsv, { body: { queryId: run.queryId } })
    expect(csv.text).toBe('\ufeffa,a,列,列,5\r\n1,2,3,4,5\r\n')
    const made = await writer.call<{ columns: { name: string }[] }>(createTmpTable, {
      body: { name: 'alike', queryId: run.queryId },
    })
    expect(made.data.columns.map(({ name }) => name)).toEqual(['a', 'a_2', '列', '列_2', '5'])
  })

  it('without columns there are none: such a SELECT is refused', async () => {
    const { envelope } = await writer.call(querySql, { body: { sql: 'select * exclude (n) from numbers' } })
    expect(envelope).toMatchObject({ code: 'sql_error', msg: 'SELECT 里没有剩下任何列' })
  })

  it('of runs that failed or have not ended are refused in words', async () => {
    const failed = await ended(writer, (await begin(writer, { sql: 'select nosuch' })).queryId)
    const body = { sort: [], filters: [] }
    for (const answer of [
      await writer.call(resultView, { params: { id: failed.queryId }, body }),
      await writer.call(exportCsv, { body: { queryId: failed.queryId } }),
    ]) {
      expect(answer.envelope).toMatchObject({
        code: 'result_expired',
        msg: '这次运行没有留下结果，请重新运行',
      })
    }
    expect((await writer.call(downloadExport, { params: { id: failed.queryId } })).status).toBe(404)
  })
})

describe('exports', () => {
  const wide = 'select one.n, other.n as m from numbers one, numbers other'

  it('tell how many rows are done while they are at work', async () => {
    const begun = (await writer.call<Run>(exportDataByAsync, { body: { sql: wide } })).data
    const counts = new Set<number>()
    let run = begun
    while (counts.size < 3) {
      const asked = { count: 0, after: run.stamp, waitMs: 10_000 }
      run = (await writer.call<Run>(queryById, { params: { id: begun.queryId }, query: asked })).data
      expect(run.status).toMatch(/queued|running/)
      if (run.rowCount > 0) counts.add(run.rowCount)
    }
    expect([...counts]).toEqual([...counts].sort((one, other) => one - other))
    await writer.call(cancelQuery, { params: { id: begun.queryId }, body: {} })
    expect((await ended(writer, begun.queryId)).status).toBe('canceled')
  })

  it('end with the caller who reads them, and say so', async () => {
    await house.app.listen({ host: '127.0.0.1', port: 0 })
    const address = house.app.server.address() as { port: number }
    const origin = `http://127.0.0.1:${address.port}`
    const leaving = new AbortController()
    const answer = await fetch(`${origin}/api/s1/redirect/aliyun/export`, {
      method: 'POST',
      headers: { cookie: writer.cookie, 'content-type': 'application/json', origin },
      body: JSON.stringify({ sql: wide, name: '读到一半' }),
      signal: leaving.signal,
    })
    await answer.body?.getReader().read()
    leaving.abort()
    const found = await writer.call<{ rows: Run[] }>(listSqlQueryHistory, { query: { text: '读到一半' } })
    const run = await ended(writer, found.data.rows[0]?.queryId as string)
    expect(run).toMatchObject({
      status: 'canceled',
      problem: { message: '已取消：等待结果的页面或程序已离开' },
    })
  })
})
