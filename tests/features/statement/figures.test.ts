// A report's figures through the call: the answer, the games that apply, and refusals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filledTooFar } from '#semantic/plan/columns/fill.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import type { Person } from '#tests/factories/house.ts'
import { forgetModel } from '#features/config/server/index.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  getReportByViewMetaId,
  getReportDataByInfo,
  getReportUpdateTime,
  type Report,
  type ReportTable,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

describe('figures of a report', () => {
  let office: Office
  let reader: Person
  beforeAll(async () => {
    office = await makeOffice()
    reader = await office.person()
  })
  afterAll(() => office?.dispose())

  const ask = (person: Person, body: object) => person.call<ReportTable>(getReportDataByInfo, { body })
  const figures = async (person: Person, change: object = {}) =>
    (await ask(person, { info: office.info(change) })).data
  const failure = async (change: object) => {
    const { status, envelope } = await ask(reader, { info: office.info(change) })
    expect([status, envelope?.isSuccess]).toEqual([200, false])
    return envelope?.msg ?? ''
  }

  it('travels by columns with the total apart', async () => {
    const { dims, points } = office
    const table = await figures(reader, {
      dims: [dims.channel],
      points: [points.players, points.minutes, points.revenue, points.arpu],
    })
    expect(table.columns).toEqual([
      {
        key: `d${dims.channel}`,
        title: '渠道',
        kind: 'dimension',
        type: 'string',
        format: null,
        unit: '',
        dictId: office.dictionary,
      },
      {
        key: `p${points.players}`,
        title: '活跃用户',
        kind: 'point',
        type: 'integer',
        format: 'integer',
        unit: '人',
        dictId: null,
        total: 'distinct',
      },
      {
        key: `p${points.minutes}`,
        title: '在线时长',
        kind: 'point',
        type: 'integer',
        format: 'integer',
        unit: '',
        dictId: null,
      },
      {
        key: `p${points.revenue}`,
        title: '充值金额',
        kind: 'point',
        type: 'number',
        format: 'decimal',
        unit: '元',
        dictId: null,
      },
      {
        key: `p${points.arpu}`,
        title: 'ARPU',
        kind: 'computed',
        type: 'number',
        format: 'decimal',
        unit: '元',
        dictId: null,
        total: 'ratio',
      },
    ])
    const rows = table.data[0]?.map((channel, row) => [
      channel,
      ...table.data.slice(1).map((column) => column[row]),
    ])
    expect(rows).toHaveLength(5)
    expect(rows).toEqual(
      expect.arrayContaining([
        ['web', 2, 70, 100, 50],
        ['store', 1, 80, 950, 950],
        ['', 1, 5, 0, 0],
        [null, 1, 5, 0, 0],
        ['gold', 0, 0, 7, null],
      ]),
    )
    expect(table).toMatchObject({
      rowCount: 5,
      truncated: false,
      cached: false,
      range: { from: '2026-10-01', to: '2026-10-03' },
      summary: [null, 5, 160, 1057, 211.4],
    })
    expect(table.updateTime).toMatch(/^20\d\d-\d\d-\d\dT/)
  })

  it('titles a column by the name of the row that it is set against', async () => {
    const { dims, points } = office
    const against = async (value: string) => {
      const calculations = [{ number: 1, of: points.minutes, kind: 'difference', base: { value } }]
      const table = await figures(reader, { dims: [dims.channel], points: [points.minutes], calculations })
      const { title, baseName } = table.columns.at(-1) ?? {}
      return [title, baseName]
    }
    expect(await against('web')).toEqual(['在线时长 较 官网 之差', '官网'])
    expect(await against('none')).toEqual(['在线时长 较 none 之差', undefined])
  })

  it('cuts at the limit and keeps the whole total', async () => {
    const { dims, points } = office
    const order = [{ key: `p${points.minutes}`, desc: true }]
    const table = await figures(reader, { dims: [dims.channel], points: [points.minutes], order, limit: 2 })
    expect(table.data).toEqual([
      ['store', 'web'],
      [80, 70],
    ])
    expect(table).toMatchObject({ rowCount: 2, truncated: true, summary: [null, 160] })
    expect(
      await figures(reader, { dims: [dims.channel], points: [points.minutes], order, limit: 4 }),
    ).toMatchObject({
      rowCount: 4,
      truncated: false,
    })
  })

  it('marks subtotals and the rest beside the cells', async () => {
    const { dims, points } = office
    const change = {
      dims: [dims.channel, dims.date],
      points: [points.minutes, points.players],
      order: [{ key: `p${points.minutes}`, desc: true }],
    }
    const top = { dim: dims.channel, count: 1, by: points.minutes }
    const table = await figures(reader, { ...change, subtotals: true, top })
    expect(table.data).toEqual([
      ['store', 'store', 'store', null, null, null],
      [null, '2026-10-02', '2026-10-01', null, '2026-10-02', '2026-10-01'],
      [80, 50, 30, 80, 50, 30],
      [1, 1, 1, 4, 3, 2],
    ])
    expect(table).toMatchObject({
      levels: [1, 2, 2, 1, 2, 2],
      others: [false, false, false, true, true, true],
      summary: [null, null, 160, 5],
      rowCount: 6,
    })
    expect(table.columns).toHaveLength(4)
    expect(await figures(reader, change)).toMatchObject({ levels: null, others: null })
    const none = { from: '2020-01-01', to: '2020-01-02' }
    expect(await figures(reader, { ...change, subtotals: true, top, dateRange: none })).toMatchObject({
      levels: [],
      others: [],
      summary: [null, null, 0, 0],
    })
  })

  it('answers no rows and no dimensions', async () => {
    const none = await figures(reader, { dateRange: { from: '2020-01-01', to: '2020-01-02' } })
    expect(none).toMatchObject({ rowCount: 0, data: [[], []] })
    const total = await figures(reader, { dims: [] })
    expect(total).toMatchObject({ rowCount: 1, data: [[160]], summary: [160] })
  })

  it('passes quotes, brackets and line breaks in cells through whole', async () => {
    const odd = ['a","b', '\\"]', '],[', 'line\nbreak', '行"尾\\', "O'Neil", '🐉']
    const rows = odd.map(
      (text, index) => `('2026-10-0${1 + (index % 3)}', 'a', '${text.replaceAll("'", "''")}', ${index}, 1)`,
    )
    const other = await makeOffice({
      extraSql: [`DELETE FROM visit`, `INSERT INTO visit VALUES ${rows.join(',')}`],
    })
    const info = other.info({ dims: [other.dims.channel], points: [other.points.players] })
    const { data } = await ask(other.admin, { info })
    expect(data.data[0]?.toSorted()).toEqual(odd.toSorted())
    await other.dispose()
  })

  it('counts the caller’s games alone, everywhere', async () => {
    const limited = await office.person({ games: ['a'], keys: ['search_config'] })
    const nobody = await office.person({ games: [] })
    const { dims, points } = office
    const change = {
      dims: [dims.game, dims.channel],
      points: [points.players, points.minutes, points.revenue, points.arpu],
    }
    const table = await ask(limited, { info: office.info(change) })
    expect(table.data.summary).toEqual([null, null, 4, 80, 150, 37.5])
    expect(new Set(table.data.data[0])).toEqual(new Set(['a']))
    for (const canary of ['gold', '900', '950', '"b"', '"c"'])
      expect(JSON.stringify(table.data.data)).not.toContain(canary)
    const filters = [{ dim: dims.game, op: 'in', values: ['b', 'c'] }]
    expect((await figures(limited, { ...change, filters })).data[0]).toEqual([])
    const empty = await figures(nobody, change)
    expect(empty.rowCount).toBe(0)
    expect(empty.summary?.every((cell) => cell === null || cell === 0)).toBe(true)
  })

  it('shows the statement to those who may see SQL', async () => {
    const withoutRight = await figures(reader)
    expect(withoutRight.sql).toBe('')
    for (const key of ['search_config', 'search_sqlQuery'] as const) {
      const { sql } = await figures(await office.person({ keys: [key] }), {
        filters: [{ dim: office.dims.channel, op: 'in', values: ["we'b"] }],
      })
      expect(sql).toMatch(/select/i)
      expect(sql).toContain("we''b")
    }
  })

  it('takes a saved report that the caller may see, and its changed definition', async () => {
    const secret = (
      await office.admin.call<{ id: number }>(addOrUpdateViewMeta, {
        body: { name: '私', typeId: office.folder },
      })
    ).data.id
    const saved = await office.admin.call<{ id: number }>(addOrUpdateReportMeta, {
      body: { viewMetaId: secret, reportName: '私', info: office.info() },
    })
    const visible = await ask(reader, { reportId: office.report, info: office.info({ grain: 'month' }) })
    expect(visible.data.data).toEqual([['2026-10-01'], [160]])
    for (const reportId of [saved.data.id, 999_999]) {
      expect((await ask(reader, { reportId, info: office.info() })).envelope?.code).toBe('object_missing')
    }
  })

  it('refuses backwards ranges, unreachable dimensions and unknown ids, in Chinese', async () => {
    expect(await failure({ dateRange: { from: '2026-10-03', to: '2026-10-01' } })).toContain('晚于')
    expect(await failure({ dims: [office.dims.state] })).toContain('状态')
    expect(await failure({ points: [424_242] })).toContain('指标')
    expect(await failure({ dims: [], points: [] })).toMatch(/[一-龥]/)
    expect((await ask(reader, { info: { ...office.info(), nonsense: 1 } })).status).toBe(400)
    expect((await ask(reader, { info: office.info({ limit: 2_000_000 }) })).status).toBe(400)
  })

  it('stands the other period beside the figures and says which days it has, both included', async () => {
    const { dims, points } = office
    const table = await figures(reader, {
      dims: [dims.date],
      points: [points.minutes],
      dateRange: { from: '2026-10-01', to: '2026-10-02' },
      compare: 'previous',
    })
    expect(table.columns.map(({ key, role, of }) => [key, role, of])).toEqual([
      [`d${dims.date}`, undefined, undefined],
      [`p${points.minutes}`, undefined, undefined],
      [`p${points.minutes}_prev`, 'previous', `p${points.minutes}`],
      [`p${points.minutes}_diff`, 'change', `p${points.minutes}`],
    ])
    // 100 minutes on the 2nd after 60 on the 1st; nothing before.
    expect(table.data).toEqual([
      ['2026-10-02', '2026-10-01'],
      [100, 60],
      [60, 0],
      [100 / 60 - 1, null],
    ])
    expect(table.summary).toEqual([null, 160, 0, null])
    expect(table.comparedRange).toEqual({ from: '2026-09-29', to: '2026-09-30' })
    expect(table.unfinishedFrom).toBeNull()
    expect((await figures(reader)).comparedRange).toBeNull()
  })

  it('marks today, and fills the dates up to it', async () => {
    const { dims, points } = office
    const table = await figures(reader, {
      dims: [dims.date],
      points: [points.minutes],
      dateRange: { relative: 'last7' },
      compare: 'week',
      fillDates: true,
    })
    expect(table.unfinishedFrom).toBe(table.range?.to)
    expect(table.data[0]).toHaveLength(7)
    expect(table.data[0]?.[0]).toBe(table.unfinishedFrom)
  })

  it('refuses comparisons that have no other period, and too many filled dates, in words', async () => {
    const { dims, points } = office
    expect(await failure({ compare: 'year', dateRange: { relative: 'all' } })).toContain('对比需要日期范围')
    expect(
      await failure({ compare: 'range', compareRange: { from: '2026-09-02', to: '2026-09-01' } }),
    ).toContain('晚于')
    expect(
      await failure({ compare: 'range', compareRange: { from: '2026-09-01', to: '2026-09-01' } }),
    ).toContain('逐日对比须天数相同')
    const onPoint = { compare: 'filters', compareFilters: [{ point: points.minutes, op: 'gt', values: [1] }] }
    expect(await failure(onPoint)).toContain('只能用维度')
    const dated = { compare: 'week', filters: [{ dim: dims.date, op: 'gte', values: ['2026-10-01'] }] }
    expect(await failure(dated)).toContain('请改用日期范围')
    // What the warehouse itself refuses.
    const sql = `SELECT ${duckdb.unless('TRUE', filledTooFar, '1')}`
    const run = office.deps.warehouse.run({ sql, params: [], pool: 'report', limit: 1 })
    await expect(run).rejects.toMatchObject({ code: 'report_invalid', message: filledTooFar })
  })

  it('refuses 10,000 filters and answers 200 points', async () => {
    const filters = Array.from({ length: 10_000 }, () => ({
      dim: office.dims.channel,
      op: 'in' as const,
      values: ['web'],
    }))
    expect((await ask(reader, { info: office.info({ filters }) })).status).toBe(400)
    const { db } = office.deps.metadata
    const template = await db
      .selectFrom('point')
      .selectAll()
      .where('id', '=', office.points.minutes)
      .executeTakeFirstOrThrow()
    const { id: _, ...row } = template
    const rows = Array.from({ length: 200 }, (_, index) => ({
      ...row,
      name: `指标${index}`,
      name_sql: `minutes + ${index}`,
    }))
    const made = await db.insertInto('point').values(rows).returning('id').execute()
    await expect
      .poll(
        async () =>
          (await ask(reader, { info: office.info({ points: made.map(({ id }) => id) }) })).envelope
            ?.isSuccess,
        { timeout: 60_000 },
      )
      .toBe(true)
    const table = await figures(reader, { points: made.map(({ id }) => id) })
    expect(table.columns).toHaveLength(201)
    // Seven rows of visits: each point is 160 and its own number seven times.
    expect(table.summary?.slice(1)).toEqual(rows.map((_, index) => 160 + 7 * index))
  })

  it('ends an earlier question of the same request id', async () => {
    // Of fresh figures: cached ones are there before the newer question comes.
    const body = { info: office.info(), fresh: true }
    const headers = { cookie: reader.cookie, 'request-id': 'page-report-1' }
    /** Twice while no process of the warehouse answers: the first is under way when the second comes. */
    const twice = async (given: Record<string, string>) => {
      await figures(reader)
      const pids = office.warehouse.warehouse.readerPids()
      expect(pids.length).toBeGreaterThan(0)
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      const [first, second] = [1, 2].map(() => office.send(getReportDataByInfo, { body }, given))
      const ended = await first
      // One that does not heed is ended for another.
      for (const pid of office.warehouse.warehouse.readerPids()) process.kill(pid, 'SIGCONT')
      return [ended?.status, (await second)?.status]
    }
    expect(await twice(headers)).toEqual([499, 200])
    const others = await Promise.all([
      office.send(getReportDataByInfo, { body }, headers),
      office.send(getReportDataByInfo, { body }, { ...headers, cookie: office.admin.cookie }),
      office.send(getReportDataByInfo, { body }, { ...headers, 'request-id': 'page-report-2' }),
    ])
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
    // However the page names its requests.
    expect(await twice({ cookie: reader.cookie, 'request-id': 'r:1' })).toEqual([499, 200])
  })
})

describe('what a saved report uses is deleted', () => {
  let office: Office
  beforeAll(async () => {
    office = await makeOffice()
  })
  afterAll(() => office?.dispose())

  const ask = (info: object) =>
    office.admin.call<ReportTable>(getReportDataByInfo, { body: { reportId: office.report, info } })

  it('names the point that is gone, keeps the definition, and answers what is left', async () => {
    const { db } = office.deps.metadata
    await db.deleteFrom('point').where('id', '=', office.points.minutes).execute()
    forgetModel(office.deps.metadata)
    const gone = await ask(office.info())
    expect(gone.envelope).toMatchObject({
      isSuccess: false,
      code: 'report_invalid',
      msg: expect.stringContaining('已被删除'),
    })
    expect(JSON.stringify(gone.envelope?.data)).toContain(String(office.points.minutes))
    const [saved] = (
      await office.admin.call<Report[]>(getReportByViewMetaId, { params: { id: office.view } })
    ).data
    expect(saved?.info.points).toEqual([office.points.minutes])
    const times = await office.admin.call(getReportUpdateTime, { body: { reportIds: [office.report] } })
    expect(times.data).toEqual([{ reportId: office.report, updateTime: null }])
    expect((await ask(office.info({ points: [office.points.players] }))).envelope?.isSuccess).toBe(true)
    const renamed = await office.admin.call(addOrUpdateReportMeta, {
      body: { id: office.report, reportName: '仍可改名' },
    })
    expect(renamed.envelope?.isSuccess).toBe(true)
  })

  it('names the table that is gone', async () => {
    const { db } = office.deps.metadata
    await db
      .updateTable('point_table')
      .set({ table_truename: 'vanished' })
      .where('id', '=', office.tables.orders)
      .execute()
    forgetModel(office.deps.metadata)
    const gone = await ask(office.info({ points: [office.points.revenue] }))
    expect(gone.envelope).toMatchObject({
      isSuccess: false,
      code: 'report_invalid',
      msg: expect.stringContaining('vanished'),
    })
  })

  it('refuses a join to a table whose key repeats, naming none of its keys', async () => {
    await office.warehouse.publish([
      "CREATE OR REPLACE TABLE channels AS SELECT * FROM (VALUES ('web', 'x'), ('web', 'y')) t(code, kind)",
    ])
    const joined = office.info({ dims: [office.dims.kind], points: [office.points.players] })
    const told = async () => (await ask(joined)).envelope?.msg
    await expect.poll(told).toContain('有重复值')
    expect(await told()).not.toContain('web')
    expect((await ask(office.info({ points: [office.points.players] }))).envelope?.isSuccess).toBe(true)
  })
})

it('says of a number that becomes too large which points may have made it', async () => {
  const office = await makeOffice()
  try {
    const analyst = await office.person({ keys: ['search_sqlQuery'] })
    const { id } = await office.deps.metadata.db
      .insertInto('point')
      .values({
        table_id: null,
        point_type_id: null,
        name_sql: `[充值金额] * ${'9'.repeat(18)} * ${'9'.repeat(18)}`,
        event_filter: '',
        filter: '',
        types: 'computed',
        name: '天文数字',
        describe: '',
        info: '{}',
        note: '',
        create_time: '2026-10-04T00:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const info = office.info({ points: [office.points.players, id] })
    const { envelope } = await analyst.call(getReportDataByInfo, { body: { info } })
    expect(envelope).toMatchObject({ isSuccess: false, code: 'report_invalid' })
    expect(envelope?.msg).toMatch(/^指标「天文数字」：小数相乘的结果超出 38 位，.*cast\(… as double\)/)
  } finally {
    await office.dispose()
  }
})
