// Exports of SQL: streamed or in the background, of stored results or of statements.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  cancelQuery,
  downloadExport,
  exportCsv,
  exportDataByAsync,
  exportDataByQueryMCQA,
  exportXlsx,
  lightingSqlQuery,
  listSqlQueryHistory,
  queryById,
  querySql,
  type Run,
  resultView,
} from '#features/code/contract.ts'

let house: House
let analyst: Person
let other: Person
beforeAll(async () => {
  house = await makeHouse({
    warehouseSql: [
      `CREATE TABLE pay AS SELECT i AS id, ['云海仙途', '烽火,三国', '=1+1', NULL][i % 4 + 1] AS game,
        i * 0.5 AS amount, DATE '2026-10-01' + (i % 30)::INTEGER AS day FROM range(5000) r(i)`,
    ],
  })
  analyst = await house.person({ keys: ['search_sqlQuery'] })
  other = await house.person({ keys: ['search_sqlQuery'] })
})
afterAll(() => house.dispose())

const ended = async (person: Person, run: Run): Promise<Run> => {
  let state = run
  while (state.status === 'queued' || state.status === 'running') {
    const query = { after: String(state.stamp), waitMs: '5000', count: '0' }
    state = (await person.call<Run>(queryById, { params: { id: run.queryId }, query })).data
  }
  return state
}
const linesOf = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')

describe('a csv of a statement', () => {
  it('is UTF-8 with a mark, exact, and formula-like texts stay text', async () => {
    const sql = `select 1 as "序号", '中文,"引号"' as t, '=1+1' as f, -5 as n, null as e, 12345678901234567890::hugeint as big`
    const answer = await analyst.call(exportCsv, { body: { sql, name: '首充/转化' } })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(
      /首充_转化\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d\.csv$/,
    )
    expect(answer.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const [head, row] = linesOf(answer.text)
    expect(head).toBe('序号,t,f,n,e,big')
    expect(row).toBe(`1,"中文,""引号""",'=1+1,-5,,12345678901234567890`)
  })

  it('holds every row, past the limits of the screen', async () => {
    const answer = await analyst.call(exportCsv, { body: { sql: 'select range as i from range(30000)' } })
    const lines = linesOf(answer.text)
    expect(lines.length).toBe(30_001)
    expect(lines.at(-1)).toBe('29999')
  })

  it('has its head when there are no rows', async () => {
    const answer = await analyst.call(exportCsv, { body: { sql: 'select id, game from pay where false' } })
    expect(answer.text).toBe('\ufeffid,game\r\n')
  })

  it('takes typed parameters', async () => {
    const body = {
      sql: 'select count(*) as n from pay where day = :day and game in (:games)',
      params: {
        day: { type: 'date', value: '2026-10-05' },
        games: { type: 'list', value: ['云海仙途', '烽火,三国'] },
      },
    }
    const count = await house.warehouse.rows(
      "select count(*) from pay where day = DATE '2026-10-05' and game in ('云海仙途', '烽火,三国')",
    )
    expect(linesOf((await analyst.call(exportCsv, { body })).text)[1]).toBe(String(count[0]?.[0]))
  })

  it('tells failures as any call does, with their place', async () => {
    const answer = await analyst.call(exportCsv, { body: { sql: 'select nothing\nfrom pay' } })
    expect(answer.envelope).toMatchObject({
      isSuccess: false,
      code: 'sql_error',
      data: { line: 1, column: 8 },
    })
    expect((await analyst.call(exportCsv, { body: {} })).envelope?.code).toBe('parameter_wrong')
    const both = await analyst.call(exportCsv, { body: { sql: 'select 1', queryId: 'a' } })
    expect(both.envelope?.code).toBe('parameter_wrong')
  })

  it('leaves an audit row and stands in the history', async () => {
    await analyst.call(exportCsv, { body: { sql: 'select 41 as audited', name: '留痕' } })
    const rows = await house.deps.metadata.db
      .selectFrom('audit')
      .selectAll()
      .where('user_id', '=', analyst.id)
      .where('action', '=', 'sql.export')
      .execute()
    expect(rows.some(({ detail }) => detail.includes('41 as audited'))).toBe(true)
    const history = await analyst.call<{ rows: Run[] }>(listSqlQueryHistory, {
      query: { kind: 'export', text: '留痕' },
    })
    expect(history.data.rows[0]).toMatchObject({ kind: 'export', title: '留痕' })
  })
})

describe('of a kept result', () => {
  it('exports the rows as they are sorted and filtered', async () => {
    const run = (
      await analyst.call<Run>(querySql, { body: { sql: 'select id, game from pay where id < 10' } })
    ).data
    const view = { sort: [{ column: 0, desc: true }], filters: [{ column: 1, op: 'eq', value: '云海仙途' }] }
    const { viewId } = (
      await analyst.call<{ viewId: string }>(resultView, { params: { id: run.queryId }, body: view })
    ).data
    const csv = await analyst.call(exportCsv, { body: { queryId: run.queryId, view: viewId } })
    expect(linesOf(csv.text)).toEqual(['id,game', '8,云海仙途', '4,云海仙途', '0,云海仙途'])
    const chosen = { queryId: run.queryId, view: viewId, columns: [1] }
    expect(linesOf((await analyst.call(exportCsv, { body: chosen })).text)).toEqual([
      'game',
      ...Array.from({ length: 3 }, () => '云海仙途'),
    ])
    const beyond = await analyst.call(exportCsv, { body: { ...chosen, columns: [2] } })
    expect(beyond.envelope?.msg).toBe('结果只有 2 列，没有第 3 列')
    const unkept = await analyst.call(exportCsv, { body: { sql: 'select 1', columns: [0] } })
    expect(unkept.envelope?.msg).toBe('只有导出已有结果时才能选列')
    const xlsx = await analyst.call(exportXlsx, { body: { queryId: run.queryId } })
    const sheet = Object.values(XLSX.read(xlsx.bytes).Sheets)[0] as XLSX.WorkSheet
    expect(sheet['!ref']).toBe('A1:B11')
    expect(sheet.B4).toMatchObject({ t: 's', v: '=1+1' })
  })

  it('is nobody else’s', async () => {
    const run = (await analyst.call<Run>(querySql, { body: { sql: 'select 1' } })).data
    for (const call of [exportCsv, exportXlsx, exportDataByAsync, exportDataByQueryMCQA]) {
      const foreign = await other.call(call, { body: { queryId: run.queryId } })
      const missing = await other.call(call, { body: { queryId: 'nothing' } })
      expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    }
  })
})

describe('accelerated', () => {
  it('uses the kept result of an equal run, and says so', async () => {
    const sql = 'select count(*) as n from pay -- accelerated'
    const first = await analyst.call(exportDataByQueryMCQA, { body: { sql } })
    expect([first.headers['x-cached'], linesOf(first.text)]).toEqual(['0', ['n', '5000']])
    await analyst.call(lightingSqlQuery, { body: { sql } })
    const second = await analyst.call(exportDataByQueryMCQA, { body: { sql } })
    expect([second.headers['x-cached'], linesOf(second.text)]).toEqual(['1', ['n', '5000']])
    // Another user has no part in it.
    const foreign = await other.call(exportDataByQueryMCQA, { body: { sql } })
    expect(foreign.headers['x-cached']).toBe('0')
  })
})

describe('in the background', () => {
  it.each(['csv', 'xlsx'] as const)(
    'writes a %s that can be downloaded by its owner alone',
    async (format) => {
      const body = { sql: 'select id, game from pay order by id', format, name: '后台' }
      const begun = (await analyst.call<Run>(exportDataByAsync, { body })).data
      const run = await ended(analyst, begun)
      expect(run).toMatchObject({ kind: 'export', status: 'done', rowCount: 5000, title: '后台' })
      const answer = await analyst.call(downloadExport, { params: { id: run.queryId } })
      expect(answer.bytes.length).toBe(run.file?.bytes)
      if (format === 'csv') expect(linesOf(answer.text).length).toBe(5001)
      else expect(Object.values(XLSX.read(answer.bytes).Sheets)[0]?.['!ref']).toBe('A1:B5001')
      const foreign = await other.call(downloadExport, { params: { id: run.queryId } })
      const missing = await other.call(downloadExport, { params: { id: 'nothing' } })
      expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    },
  )

  it('tells what failed, keeps no file, and nothing can be downloaded', async () => {
    const body = { sql: 'select nothing from pay' }
    const run = await ended(analyst, (await analyst.call<Run>(exportDataByAsync, { body })).data)
    expect(run).toMatchObject({
      status: 'failed',
      file: null,
      problem: { code: 'sql_error', line: 1, column: 8 },
    })
    expect((await analyst.call(downloadExport, { params: { id: run.queryId } })).status).toBe(404)
    const folder = join(house.dataDir, 'kept-exports')
    const left = existsSync(folder) ? readdirSync(folder).filter((name) => name.includes(run.queryId)) : []
    expect(left).toEqual([])
  })

  it('can be canceled, and leaves nothing', async () => {
    const body = { sql: 'select a.id, b.id as other from pay a, pay b, pay c', format: 'csv' as const }
    const begun = (await analyst.call<Run>(exportDataByAsync, { body })).data
    const folder = join(house.dataDir, 'kept-exports')
    await vi.waitFor(() => expect(readdirSync(folder).join()).toContain(`${begun.queryId}.csv.`))
    await analyst.call(cancelQuery, { params: { id: begun.queryId }, body: {} })
    const run = await ended(analyst, begun)
    expect(run.status).toBe('canceled')
    await vi.waitFor(() => expect(readdirSync(folder).join()).not.toContain(begun.queryId))
    expect(house.deps.sandbox.pids().length).toBeLessThan(10)
  })
})

describe('over a restart', () => {
  it('what waits and what a kill ended is written after it, for who may still have it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'house-'))
    const first = await makeHouse({ dataDir, warehouseSql: ['CREATE TABLE one AS SELECT 1 AS i'] })
    const writer = await first.person({ keys: ['search_sqlQuery'] })
    const leaver = await first.person({ keys: ['search_sqlQuery'] })
    const { db } = first.deps.metadata
    // As a kill leaves them: noted, and nothing of them told.
    await first.app.jobs.stop()
    const send = async (person: Person, name: string) =>
      (await person.call<Run>(exportDataByAsync, { body: { sql: 'select range as i from range(7)', name } }))
        .data
    const [killed, waiting, refused, dropped] = [
      await send(writer, 'killed'),
      await send(writer, 'waiting'),
      await send(leaver, 'refused'),
      await send(writer, 'dropped'),
    ]
    expect([killed.status, waiting.status]).toEqual(['queued', 'queued'])
    const canceled = (await writer.call<Run>(cancelQuery, { params: { id: dropped.queryId }, body: {} })).data
    expect(canceled).toMatchObject({ status: 'canceled', problem: { message: '已取消：你取消了这次运行' } })
    await db
      .updateTable('job')
      .set({ status: 'running', server: 'killed', attempt: 1, fence: 1 })
      .where('id', '=', killed.queryId)
      .execute()
    await db.updateTable('job_kind').set({ fence: 1 }).execute()
    await db.updateTable('sql_run').set({ status: 'running' }).where('id', '=', killed.queryId).execute()
    const role = db.selectFrom('user').select('role_id').where('id', '=', leaver.id)
    await db.updateTable('role').set({ authority_info: '{}' }).where('id', '=', role).execute()
    await first.dispose()

    const second = await makeHouse({ dataDir, warehouseSql: [] })
    const again = {
      ...writer,
      call: ((definition, input) =>
        second.send(definition, input, { cookie: writer.cookie })) as Person['call'],
    }
    for (const run of [killed, waiting]) {
      expect(await ended(again, run)).toMatchObject({ status: 'done', rowCount: 7, startedAt: run.startedAt })
      const { text } = await again.call(downloadExport, { params: { id: run.queryId } })
      expect(linesOf(text)).toHaveLength(8)
    }
    const rows = second.deps.metadata.db.selectFrom('sql_run').select(['status', 'problem'])
    const row = await rows.where('id', '=', refused.queryId).executeTakeFirst()
    expect([row?.status, JSON.parse(row?.problem ?? '{}').message]).toEqual([
      'failed',
      '权限已被收回，没有运行',
    ])
    expect((await again.call<Run>(queryById, { params: { id: dropped.queryId } })).data.status).toBe(
      'canceled',
    )
    await second.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('a result is read, viewed and exported as before, and a finished export is downloaded', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'house-'))
    const sql = 'select range as i, range % 3 as k from range(20)'
    const first = await makeHouse({ dataDir, warehouseSql: ['CREATE TABLE one AS SELECT 1 AS i'] })
    const writer = await first.person({ keys: ['search_sqlQuery'] })
    const run = (await writer.call<Run>(lightingSqlQuery, { body: { sql } })).data
    const params = { id: run.queryId }
    const body = { sort: [{ column: 0, desc: true }], filters: [{ column: 1, op: 'eq', value: 0 }] }
    const { viewId } = (await writer.call<{ viewId: string }>(resultView, { params, body })).data
    const view = { query: { view: viewId }, params }
    const shown = (await writer.call<Run>(queryById, view)).data.data
    const csv = (await writer.call(exportCsv, { body: { queryId: run.queryId } })).text
    const exported = (await writer.call<Run>(exportDataByAsync, { body: { sql } })).data
    await ended(writer, exported)
    await first.dispose()

    const second = await makeHouse({ dataDir, warehouseSql: [] })
    // The session is the same person's still.
    const again: Person['call'] = (definition, input) =>
      second.send(definition, input, { cookie: writer.cookie })
    expect((await again<Run>(queryById, { params })).data.data).toEqual(run.data)
    expect((await again<Run>(queryById, view)).data.data).toEqual(shown)
    expect((await again(exportCsv, { body: { queryId: run.queryId } })).text).toBe(csv)
    expect((await again(downloadExport, { params: { id: exported.queryId } })).text).toBe(csv)
    expect((await again<Run>(lightingSqlQuery, { body: { sql } })).data).toMatchObject({
      cached: true,
      queryId: run.queryId,
    })
    await second.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
