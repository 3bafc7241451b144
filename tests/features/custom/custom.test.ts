// Custom reports through the calls: who may see, change and run them, in which games and with which values.
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { saveCalendarYear } from '#features/calendar/contract.ts'
import {
  type CustomReport,
  type CustomSummary,
  type CustomTable,
  deleteCustomReport,
  exportCustomReport,
  getCustomReport,
  listCustomReports,
  runCustomReport,
  saveCustomReport,
} from '#features/custom/contract.ts'
import { setDisabled } from '#features/session/server/index.ts'
import type { TraceEntry } from '#features/trace/contract.ts'
import { lookUpTrace } from '#features/trace/contract.ts'
import { runsSql } from '../code/runsHouse.ts'

let house: House
let publisher: Person
let reader: Person

beforeAll(async () => {
  house = await makeHouse({ warehouseSql: runsSql })
  publisher = await house.person({ keys: ['search_sqlQuery', 'search_customReport'], games: ['a', 'b'] })
  reader = await house.person({ keys: ['search_customReport'], games: ['b', 'c'] })
})
afterAll(() => house.dispose())

const visits = 'select cgi, sum(minutes) as minutes from visit group by cgi order by cgi'
let saved = 0
const save = async (body: Record<string, unknown>, by = publisher) =>
  by.call<CustomReport>(saveCustomReport, {
    body: { name: `访问 ${saved++}`, sql: visits, params: [], chart: null, published: true, ...body },
  })
const run = (person: Person, id: string, body: Record<string, unknown> = {}) =>
  person.call<CustomTable>(runCustomReport, { params: { id }, body })
const parameter = (given: Record<string, unknown>) => ({ label: '', default: '', dictId: null, ...given })

describe('who sees a custom report', () => {
  it('shows published ones to readers without their SQL, drafts to their publisher alone', async () => {
    const shown = (await save({ name: '已发布的' })).data
    const draft = (await save({ name: '草稿', published: false })).data
    const names = async (person: Person) =>
      (await person.call<CustomSummary[]>(listCustomReports)).data.map(({ name }) => name)
    expect(await names(reader)).toContain('已发布的')
    expect(await names(reader)).not.toContain('草稿')
    expect(await names(publisher)).toContain('草稿')
    const read = await reader.call<CustomReport>(getCustomReport, { params: { id: shown.id } })
    expect(read.data).toMatchObject({ name: '已发布的', sql: '', own: false, problem: '' })
    const missing = await reader.call(getCustomReport, { params: { id: draft.id } })
    const never = await reader.call(getCustomReport, { params: { id: 'never' } })
    expect([missing.status, missing.text]).toEqual([404, never.text])
    expect((await run(reader, draft.id)).status).toBe(404)
  })

  it('lets nobody but its publisher change or delete it, and brings a deleted one back', async () => {
    const { id } = (await save({ name: '我的' })).data
    const other = await house.person({ keys: ['search_sqlQuery', 'search_customReport'] })
    expect((await save({ id, name: '抢来的' }, other)).envelope?.code).toBe('permission_missing')
    expect((await other.call(deleteCustomReport, { params: { id }, body: {} })).status).toBe(403)
    await publisher.call(deleteCustomReport, { params: { id }, body: {} })
    expect((await run(reader, id)).status).toBe(404)
    expect((await other.call(deleteCustomReport, { params: { id }, body: { restored: true } })).status).toBe(
      404,
    )
    await publisher.call(deleteCustomReport, { params: { id }, body: { restored: true } })
    expect((await run(reader, id)).data.rowCount).toBe(1)
  })

  it('keeps both texts when two save one report', async () => {
    const { id, version } = (await save({ name: '两人' })).data
    expect((await save({ id, version, name: '先存' })).data.version).toBe(version + 1)
    expect((await save({ id, version, name: '后存' })).envelope?.code).toBe('object_conflict')
    expect((await save({ id, version, name: '后存', overwrite: true })).data.name).toBe('后存')
  })
})

describe('rows of a custom report', () => {
  it('are those of the games that publisher and reader both have', async () => {
    const { id } = (await save({})).data
    expect((await run(publisher, id)).data.data).toEqual([
      ['a', 'b'],
      [70, 80],
    ])
    expect((await run(reader, id)).data.data).toEqual([['b'], [80]])
    const all = await house.person({ keys: ['search_customReport'] })
    expect((await run(all, id)).data.data).toEqual([
      ['a', 'b'],
      [70, 80],
    ])
    const none = await house.person({ keys: ['search_customReport'], games: [] })
    expect((await run(none, id)).data.rowCount).toBe(0)
  })

  it('never hold a foreign canary, whoever asked before', async () => {
    const { id } = (await save({ sql: 'select * from visit' })).data
    await run(await house.person({ keys: ['search_customReport'] }), id)
    const answer = await run(reader, id)
    expect(answer.text).toContain('canary-b')
    expect(answer.text).not.toMatch(/canary-[ac]/)
    const file = await reader.call(exportCustomReport, { params: { id }, body: { format: 'csv' } })
    expect(file.text).toContain('canary-b')
    expect(file.text).not.toMatch(/canary-[ac]/)
    const secret = (await save({ sql: 'select * from secret' })).data
    expect((await run(reader, secret.id)).envelope?.code).toBe('sql_error')
  })

  it('end with the rights of the publisher', async () => {
    const leaver = await house.person({ keys: ['search_sqlQuery', 'search_customReport'] })
    const { id } = (await save({}, leaver)).data
    expect((await run(reader, id)).data.rowCount).toBe(2)
    await setDisabled(house.deps.metadata.db, leaver.id, true)
    const refused = await run(reader, id)
    expect([refused.envelope?.code, refused.envelope?.msg]).toEqual([
      'report_invalid',
      '发布者的账号已停用，报表暂不能运行，请联系管理员',
    ])
    const read = await reader.call<CustomReport>(getCustomReport, { params: { id } })
    expect(read.data.problem).toContain('已停用')
  })

  it('come from memory for an equal question, and anew when asked to', async () => {
    const { id } = (await save({ sql: `${visits} -- kept` })).data
    expect((await run(reader, id)).data.cached).toBe(false)
    expect((await run(reader, id)).data.cached).toBe(true)
    expect((await run(reader, id, { fresh: true })).data.cached).toBe(false)
    const changing = (await save({ sql: 'select random() as r' })).data
    await run(reader, changing.id)
    expect((await run(reader, changing.id)).data.cached).toBe(false)
  })

  it('can be traced to who took them', async () => {
    const { id } = (await save({ name: '可追溯' })).data
    const file = await reader.call(exportCustomReport, { params: { id }, body: { format: 'xlsx' } })
    const { columns, data, rowCount } = (await run(reader, id)).data
    const [sheet] = Object.values(XLSX.read(file.bytes).Sheets)
    const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet as XLSX.WorkSheet, { header: 1 })
    expect(rowCount).toBeGreaterThan(0)
    expect(rows).toEqual([
      columns.map(({ title }) => title),
      ...Array.from({ length: rowCount }, (_, row) => data.map((column) => column[row])),
    ])
    const manager = await house.person({ keys: ['manage_authority'] })
    const code = String(file.headers['x-trace'])
    const entry = (await manager.call<TraceEntry>(lookUpTrace, { params: { code } })).data
    expect(entry).toMatchObject({ kind: 'export', reportName: '可追溯', user: { email: reader.email } })
  })
})

describe('values of parameters', () => {
  const sql =
    'select * from visit where day >= :start and minutes > :least and cgi in (:games) order by day, minutes'
  const params = [
    parameter({ name: 'start', type: 'date', label: '开始', default: '2026-10-01' }),
    parameter({ name: 'least', type: 'number', label: '', default: 25 }),
    parameter({ name: 'games', type: 'list', label: '游戏', default: ['b'] }),
  ]

  it('are bound with their defaults, and with what the reader chose', async () => {
    const { id } = (await save({ sql, params })).data
    const usual = (await run(reader, id)).data
    expect(usual.values).toEqual({ start: '2026-10-01', least: 25, games: ['b'] })
    expect(usual.rowCount).toBe(2)
    for (const least of ['40.5', '４０．５']) {
      const chosen = (await run(reader, id, { values: { start: '2026-10-02', least } })).data
      expect(chosen.data[3]).toEqual([50])
    }
  })

  it('may be days counted from today', async () => {
    const relative = [parameter({ name: 'd', type: 'date', default: 'today-1' })]
    const { id } = (await save({ sql: 'select :d as d', params: relative })).data
    const yesterday = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
      new Date(Date.now() - 86_400_000),
    )
    expect((await run(reader, id)).data.values).toEqual({ d: yesterday })
  })

  it('may be a stretch where they begin or end one, festivals as the calendar has them', async () => {
    const editor = await house.person({ keys: ['search_config'] })
    const year = new Date().getFullYear()
    const days = [`${year}-01-29`, `${year}-01-30`, `${year}-02-02`].map((day) => ({
      day,
      kind: 'rest',
      name: '国庆节',
    }))
    await editor.call(saveCalendarYear, { body: { year, days } })
    const ranged = [
      parameter({ name: 'start_date', type: 'date', default: `${year}年国庆` }),
      parameter({ name: 'end_date', type: 'date', default: `${year}年国庆` }),
    ]
    const { id } = (await save({ sql: 'select :start_date as a, :end_date as b', params: ranged })).data
    expect((await run(reader, id)).data.values).toEqual({ start_date: days[0]?.day, end_date: days[2]?.day })
    const chosen = await run(reader, id, { values: { start_date: `${year}-01`, end_date: `${year}-02-01` } })
    expect(chosen.data.values).toEqual({ start_date: `${year}-01-01`, end_date: `${year}-02-01` })
  })

  it('which is no end of anything is one day alone', async () => {
    const one = [parameter({ name: 'd', type: 'date', default: '2026-01' })]
    const { id } = (await save({ sql: 'select :d as d', params: one })).data
    expect((await run(reader, id)).envelope?.msg).toContain('是一段日期，这里要填一天')
  })

  it.each([
    [{ start: '2026-02-30' }, '参数「开始」不是有效的日期：2026 年 2 月没有 30 日'],
    [{ start: '' }, '请填写参数「开始」'],
    [{ least: '很多' }, '参数「least」应为数字'],
    [{ games: [] }, '请至少填写一项参数「游戏」'],
    [{ other: 1 }, '报表没有参数「other」，请刷新页面后再试'],
  ])('%o is refused with what to mend', async (values, message) => {
    const { id } = (await save({ sql, params })).data
    const answer = await run(reader, id, { values })
    expect([answer.envelope?.code, answer.envelope?.msg]).toEqual(['parameter_wrong', message])
  })

  it('stay values, whatever they hold', async () => {
    const text = [parameter({ name: 't', type: 'text', default: '' })]
    const { id } = (await save({ sql: 'select :t as t', params: text })).data
    const hostile = "'; drop table visit; --%_\\ “全角”"
    expect((await run(reader, id, { values: { t: hostile } })).data.data).toEqual([[hostile]])
  })

  it('are those of the statement, whatever else was sent', async () => {
    const extra = [parameter({ name: 'gone', type: 'text' })]
    const { params: kept } = (await save({ sql: 'select :left as a', params: extra })).data
    expect(kept.map(({ name }) => name)).toEqual(['left'])
  })
})

describe('what a publisher may not do', () => {
  it.each([
    [{ name: '  ' }, '名称不能为空'],
    [{ sql: ' ' }, 'SQL 为空'],
    [{ folder: 'a/b/c/d/e/f' }, '文件夹最多 5 层'],
  ])('%o is refused', async (body, message) => {
    const answer = await save(body)
    expect(answer.envelope?.code).toBe('parameter_wrong')
    expect(answer.envelope?.msg).toContain(message)
  })

  it('use temp tables, which are nobody else’s', async () => {
    const { id } = (await save({ sql: 'select * from tmp.mine' })).data
    expect((await run(reader, id)).envelope?.code).toBe('sql_error')
  })

  it.each(["select * from read_csv('/etc/passwd')", 'drop table visit', 'select 1; select 2'])(
    '%s stays in the sandbox',
    async (sql) => {
      const { id } = (await save({ sql })).data
      expect((await run(reader, id)).envelope?.code).toBe('sql_error')
    },
  )
})
