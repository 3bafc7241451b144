// Explanations of cells: the figure, its parts, the rows behind it, and who may see them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import type { Person } from '#tests/factories/house.ts'
import { forgetModel } from '#features/config/server/index.ts'
import {
  type Cell,
  type ExplainedDimension,
  type ExplainedPoint,
  explainCell,
  explainColumns,
  getReportDataByInfo,
  type ReportTable,
} from '#features/statement/contract.ts'
import type { ExplainedCell } from '#features/statement/server/explain/cell.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
let analyst: Person
beforeAll(async () => {
  office = await makeOffice()
  analyst = await office.person({ keys: ['search_sqlQuery'] })
})
afterAll(() => office?.dispose())

const send = (
  change: Partial<ReportInfo>,
  key: string,
  cells: Record<string, Cell> = {},
  person = analyst,
  more = {},
) => person.call<ExplainedCell>(explainCell, { body: { info: office.info(change), key, cells, ...more } })
const ask = async (...given: Parameters<typeof send>) => (await send(...given)).data

it('computes the cell alone, and lists the rows behind it with their number', async () => {
  const { dims, points } = office
  const change = { dims: [dims.date, dims.channel], points: [points.minutes] }
  const cells = { [`d${dims.date}`]: '2026-10-01', [`d${dims.channel}`]: 'web' }
  const cell = await ask(change, `p${points.minutes}`, cells)
  expect(cell).toMatchObject({ value: 30, parts: [], point: { name: '在线时长', type: '可加' } })
  expect(cell.sql).toContain("'web'")
  const [rows] = cell.rows ?? []
  expect(rows).toMatchObject({ table: 'visit', rowCount: 2, total: 2 })
  const minutes = rows?.columns.findIndex(({ name }) => name === 'minutes') ?? -1
  expect(rows?.data[minutes]?.toSorted()).toEqual([10, 20])
  expect(rows?.sql).toContain('"visit"')
})

it('explains a calculation by its row of the whole report, and the figure that it is made of', async () => {
  const { dims, points } = office
  const calculated: Partial<ReportInfo> = {
    dims: [dims.date],
    points: [points.minutes],
    order: [{ key: `d${dims.date}`, desc: false }],
    calculations: [
      { number: 1, of: points.minutes, kind: 'running' },
      { number: 2, of: points.minutes, kind: 'average', periods: 2 },
    ],
  }
  const { data } = await analyst.call<ReportTable>(getReportDataByInfo, {
    body: { info: office.info(calculated) },
  })
  expect(data.columns.slice(1).map(({ title, role }) => [title, role])).toEqual([
    ['在线时长', undefined],
    ['在线时长 累计', 'calculation'],
    ['在线时长 2 日均', 'calculation'],
  ])
  const last = data.rowCount - 1
  const cells = { [`d${dims.date}`]: data.data[0]?.[last] ?? null }
  expect(data.data[2]?.[last]).toBe(data.summary?.[1])
  const running = await ask(calculated, `p${points.minutes}_c1`, cells)
  expect(running).toMatchObject({
    value: data.data[2]?.[last],
    parts: [{ name: '在线时长', value: data.data[1]?.[last] }],
    point: { name: '在线时长' },
  })
  expect((await ask(calculated, `p${points.minutes}_c2`, cells)).value).toBe(data.data[3]?.[last])
  expect(data.summary?.[3]).toBeNull()
})

it('names the fixed row that a figure is set against, and its figure, where the report has no such row', async () => {
  const { dims, points } = office
  const change = (value: string): Partial<ReportInfo> => ({
    dims: [dims.date, dims.channel],
    points: [points.minutes],
    dateRange: { from: '2026-10-02', to: '2026-10-03' },
    calculations: [{ number: 1, of: points.minutes, kind: 'change', base: { value } }],
  })
  const cells = { [`d${dims.date}`]: '2026-10-02', [`d${dims.channel}`]: 'web' }
  expect(await ask(change('2026-10-01'), `p${points.minutes}_c1`, cells)).toMatchObject({
    value: 40 / 30 - 1,
    parts: [
      { name: '在线时长', value: 40 },
      { name: '基准：「2026-10-01」', value: 30 },
    ],
  })
  expect(await ask(change('2999-01-01'), `p${points.minutes}_c1`, cells)).toMatchObject({
    value: null,
    parts: [{ value: 40 }, { name: '基准：「2999-01-01」（基准的日期还没到）', value: null }],
  })
})

it('tells the empty value from the empty text, and the total from both', async () => {
  const { dims, points } = office
  const change = { dims: [dims.channel], points: [points.minutes, points.players] }
  const at = (cells: Record<string, Cell>) => ask(change, `p${points.players}`, cells)
  expect((await at({ [`d${dims.channel}`]: null })).value).toBe(1)
  expect((await at({ [`d${dims.channel}`]: '' })).value).toBe(1)
  expect((await at({})).value).toBe(5)
  expect((await at({})).rows?.[0]?.total).toBe(7)
  expect((await at({ [`d${dims.channel}`]: null })).rows?.[0]?.total).toBe(1)
})

it('gives a computed figure with its parts, and the rows of both facts under their points’ conditions', async () => {
  const { dims, points } = office
  const cell = await ask({ dims: [dims.channel], points: [points.arpu] }, `p${points.arpu}`, {
    [`d${dims.channel}`]: 'web',
  })
  expect(cell.value).toBe(50)
  expect(cell.parts).toEqual([
    { name: '充值金额', value: 100, unit: '元' },
    { name: '活跃用户', value: 2, unit: '人' },
  ])
  // The refunded order is none of them.
  expect(cell.rows?.map(({ table, total }) => [table, total]).toSorted()).toEqual([
    ['orders', 1],
    ['visit', 3],
  ])
})

it('cuts dates at the report’s grain, within its days', async () => {
  const { dims, points } = office
  const cells = { [`d${dims.date}`]: '2026-10-01' }
  const range = { dateRange: { from: '2026-10-02', to: '2026-10-03' } }
  expect((await ask({ grain: 'month' }, `p${points.minutes}`, cells)).value).toBe(160)
  const part = await ask({ grain: 'month', ...range }, `p${points.minutes}`, cells)
  expect([part.value, part.rows?.[0]?.total]).toEqual([100, 4])
  expect(
    (await ask({ grain: 'week' }, `p${points.minutes}`, { [`d${dims.date}`]: '2026-09-28' })).value,
  ).toBe(160)
})

it('cuts a dimension of months by months, and beside days by both', async () => {
  const { dims, points, deps } = office
  const { id, ...date } = await deps.metadata.db
    .selectFrom('dimension')
    .selectAll()
    .where('id', '=', dims.date)
    .executeTakeFirstOrThrow()
  const month = await deps.metadata.db
    .insertInto('dimension')
    .values({ ...date, name: '月份', count_quantum: 'month' })
    .returning('id')
    .executeTakeFirstOrThrow()
  forgetModel(office.deps.metadata)
  const range = { dateRange: { from: '2026-10-02', to: '2026-10-03' } }
  const monthKey = `d${month.id}`
  const alone = await ask({ dims: [month.id], ...range }, `p${points.minutes}`, { [monthKey]: '2026-10-01' })
  expect([alone.value, alone.rows?.[0]?.total]).toEqual([100, 4])
  for (const both of [
    [month.id, id],
    [id, month.id],
  ]) {
    const cells = Object.fromEntries(
      both.map((dim) => [`d${dim}`, dim === id && both[0] === id ? '2026-10-02' : '2026-10-01']),
    )
    const found = await ask(
      {
        dims: both,
        ...range,
        ...(both[0] === id ? {} : { dateRange: { from: '2026-10-01', to: '2026-10-03' }, grain: 'month' }),
      },
      `p${points.minutes}`,
      cells,
    )
    expect([found.value, found.rows?.[0]?.total]).toEqual(both[0] === id ? [100, 4] : [60, 3])
  }
})

it('leads a change to its own days: those that are not compared are in no part and no row', async () => {
  const { dims, points } = office
  const shift = (days: number) => shiftDay(businessDay(office.deps.settings, new Date()), days)
  // Beside 1, 2 and 3 October stand yesterday, today and tomorrow: yesterday alone is over.
  const change = {
    dims: [dims.channel],
    points: [points.minutes],
    dateRange: { from: '2026-10-01', to: '2026-10-03' },
    compare: 'range',
    compareRange: { from: shift(-1), to: shift(1) },
  } satisfies Partial<ReportInfo>
  const told = ({ parts, rows }: ExplainedCell) => [
    parts.map(({ value }) => value),
    rows?.map(({ title, total }) => [title, total]),
  ]
  const total = await ask(change, `p${points.minutes}_diff`)
  expect(told(total)).toEqual([
    [60, 0, 160],
    [
      ['本期：访问', 3],
      ['对比期：访问', 0],
    ],
  ])
  expect(total.parts[0]?.name).toBe('本期可比的日期 2026-10-01（1 天）')
  expect(total.parts[1]?.name).toBe(`对比期 ${shift(-1)}（1 天）`)
  const web = { [`d${dims.channel}`]: 'web' }
  expect(told(await ask(change, `p${points.minutes}_diff`, web))[0]).toEqual([30, 0, 70])
  // A month's row shows the three days, and is compared by the first of them.
  const month = await ask({ ...change, dims: [dims.date], grain: 'month' }, `p${points.minutes}_diff`, {
    [`d${dims.date}`]: '2026-10-01',
  })
  expect(told(month)).toEqual(told(total))
  const byDay = { ...change, dims: [dims.date], compareRange: { from: '2026-09-30', to: '2026-10-02' } }
  const second = { [`d${dims.date}`]: '2026-10-02' }
  const day = await ask(byDay, `p${points.minutes}_diff`, second)
  expect(day.value).toBeCloseTo(100 / 60 - 1)
  expect(told(day)).toEqual([
    [100, 60],
    [
      ['本期：访问', 4],
      ['对比期：访问', 3],
    ],
  ])
  expect(told(await ask(byDay, `p${points.minutes}_prev`, second))[1]).toEqual([['对比期：访问', 3]])
  const others = {
    ...change,
    compare: 'filters',
    compareFilters: [{ dim: dims.channel, op: 'in', values: ['store'] }],
  } satisfies Partial<ReportInfo>
  expect(told(await ask({ ...others, dims: [] }, `p${points.minutes}_diff`))).toEqual([
    [160, 80],
    [
      ['本期：访问', 7],
      ['对比期：访问', 2],
    ],
  ])
  const table = await analyst.call<ReportTable>(getReportDataByInfo, { body: { info: office.info(change) } })
  expect(table.data.bases?.[`p${points.minutes}`]?.total).toBe(60)
  expect(table.data.baseRange).toEqual({ from: '2026-10-01', to: '2026-10-01' })
})

it('says what a figure is where there is nothing to count, and gives it alone as in the report', async () => {
  const { dims, points } = office
  const { data } = await analyst.call<{ points: ExplainedPoint[] }>(explainColumns, {
    body: { points: [points.minutes, points.arpu], dims: [] },
  })
  expect(data.points.map(({ nothing }) => nothing)).toEqual(['为 0', expect.stringContaining('除数')])
  const change = { dims: [dims.channel], points: [points.minutes, points.revenue] }
  const gold = await ask(change, `p${points.minutes}`, { [`d${dims.channel}`]: 'gold' })
  expect([gold.value, gold.rows?.[0]?.total]).toEqual([0, 0])
})

it('stays within the reader’s games', async () => {
  const limited = await office.person({ keys: ['search_config'], games: ['a'] })
  const { dims, points } = office
  const total = await send(
    { dims: [dims.channel], points: [points.revenue] },
    `p${points.revenue}`,
    {},
    limited,
  )
  expect(total.data.value).toBe(150)
  expect(total.data.rows?.[0]?.total).toBe(2)
  for (const canary of ['gold', '900', '"b"', '"c"'])
    expect(JSON.stringify(total.data.rows)).not.toContain(canary)
  const foreign = await send(
    { dims: [dims.game], points: [points.revenue] },
    `p${points.revenue}`,
    { [`d${dims.game}`]: 'b' },
    limited,
  )
  expect(foreign.text).not.toContain('900')
  const nobody = await office.person({ keys: ['search_config'], games: [] })
  expect((await ask({ points: [points.minutes] }, `p${points.minutes}`, {}, nobody)).rows?.[0]?.total).toBe(0)
})

it('lists the players behind a cell of a report about players, and the rows that make them count', async () => {
  const { dims, points } = office
  const retention = {
    kind: 'retention',
    dims: [dims.date],
    points: [points.players, points.players],
    retention: { days: [1] },
  } satisfies Partial<ReportInfo>
  const cells = { [`d${dims.date}`]: '2026-10-01' }
  const told = ({ rows }: ExplainedCell) => rows?.map(({ title, table, total }) => [title, table, total])
  // 1, 2 and 3 came first on the 1st; 1 and 3 came back.
  const rate = await ask(retention, 'r1', cells)
  expect(rate.value).toBeCloseTo(2 / 3)
  expect(told(rate)).toEqual([
    ['分子：回来的玩家', '', 2],
    ['分母：满这么多天的玩家', '', 3],
    ['分子：回来当天的行', 'visit', 2],
    ['分母：首日的行', 'visit', 3],
  ])
  expect(rate.rows?.[0]?.columns.map(({ name }) => name)).toEqual(['player', 'first_day', 'n1'])
  expect(rate.rows?.[0]?.data).toEqual([
    [1, 3],
    ['2026-10-01', '2026-10-01'],
    [1, 1],
  ])
  expect(rate.rows?.[2]?.sql).toContain('SEMI JOIN')
  expect(told(await ask(retention, 'n'))?.[0]).toEqual(['玩家', '', 5])
  const spread = {
    kind: 'distribution',
    dims: [],
    points: [points.players, points.minutes],
    distribution: { bounds: [0, 50] },
  } satisfies Partial<ReportInfo>
  // 1: 50, 3: 80; 2: 20, 4 and 5: 5.
  expect(told(await ask(spread, 'n', { b: '50 以上' }))).toEqual([
    ['玩家', '', 2],
    ['「在线时长」的行', 'visit', 4],
  ])
  const share = await ask(spread, 'n_share', { b: '50 以上' })
  expect([share.value, share.parts.map(({ value }) => value)]).toEqual([0.4, [2, 5]])
  expect(share.parts[1]?.name).toBe('同一行各档的全部玩家')
  const limited = await office.person({ keys: ['search_sqlQuery'], games: ['a'] })
  const own = await ask(retention, 'n', {}, limited)
  expect([own.value, told(own)?.[0]?.[2]]).toEqual([4, 4])
  expect(JSON.stringify(own.rows?.map(({ data }) => data))).not.toContain('"b"')
  const reader = await office.person({ keys: ['search_customReport'] })
  expect((await ask(retention, 'n', {}, reader)).rows).toBeNull()
})

it('makes LTV of what its players paid, of those whose days are over, and of nobody else', async () => {
  const { dims, points } = office
  const worth = {
    kind: 'ltv',
    dims: [dims.date],
    points: [points.players, points.minutes],
    ltv: { days: [1, 2] },
  } satisfies Partial<ReportInfo>
  const cells = { [`d${dims.date}`]: '2026-10-01' }
  const cell = await ask(worth, 'l2', cells)
  const [paid, people] = cell.parts.map(({ value }) => Number(value))
  expect(people).toBe(3)
  expect(cell.value).toBeCloseTo((paid as number) / 3)
  expect(cell.point?.name).toBe('在线时长')
  const [earned] = cell.rows?.filter(({ title }) => title === '分子：前 2 天的收入') ?? []
  const at = earned?.columns.findIndex(({ name }) => name === 'minutes') ?? -1
  expect(earned?.data[at]?.reduce<number>((sum, value) => sum + Number(value), 0)).toBe(paid)
  expect(cell.rows?.map(({ title, total }) => [title, total]).slice(1, 2)).toEqual([
    ['分母：满 2 天的玩家', 3],
  ])
  expect((await ask(worth, 'n', cells)).point?.name).toBe('活跃用户')
})

it('shows neither statement nor rows to who may see none', async () => {
  const reader = await office.person({ keys: ['search_customReport'] })
  const cell = await ask({}, `p${office.points.minutes}`, {}, reader)
  expect(cell).toMatchObject({ value: 160, sql: '', rows: null, point: { formula: '对「minutes」求和' } })
})

it('refuses columns and rows that the report does not have, and reports of others', async () => {
  const { dims, points } = office
  expect((await send({}, `p${points.revenue}`)).envelope?.code).toBe('report_invalid')
  expect((await send({}, `d${dims.date}`)).envelope?.code).toBe('report_invalid')
  expect((await send({}, `p${points.minutes}`, { [`d${dims.channel}`]: 'web' })).envelope?.code).toBe(
    'parameter_wrong',
  )
  expect(
    (await send({ dims: [dims.channel] }, `p${points.minutes}`, { [`d${dims.channel}`]: 'nowhere' })).envelope
      ?.code,
  ).toBe('object_missing')
  expect((await send({}, `p${points.minutes}`, {}, analyst, { reportId: 424_242 })).status).toBe(404)
})

it('says what points and dimensions mean, with their tables, and leaves out what is gone', async () => {
  const { dims, points } = office
  const body = { points: [points.arpu, points.revenue, 424_242], dims: [dims.kind, dims.date, dims.channel] }
  const reader = await office.person()
  const { data } = await reader.call<{ points: ExplainedPoint[]; dimensions: ExplainedDimension[] }>(
    explainColumns,
    {
      body,
    },
  )
  expect(data.points).toMatchObject([
    {
      name: 'ARPU',
      type: '计算',
      formula: '[充值金额] / [活跃用户]',
      parts: [
        { name: '充值金额', formula: "对「amount」求和，条件：state = 'paid'" },
        { name: '活跃用户', formula: '对「player_id」去重计数' },
      ],
      tables: [{ tableName: 'visit' }, { tableName: 'orders' }],
    },
    { name: '充值金额', type: '可加', unit: '元', parts: [] },
  ])
  expect(data.dimensions).toMatchObject([
    { name: '渠道类型', formula: 'kind', tables: [{ name: '渠道表', tableName: 'channels' }] },
    { name: '日期', formula: '各指标表的日期列' },
    { name: '渠道', formula: 'channel' },
  ])
})

it('names no value of a formula to readers of some games who see no SQL', async () => {
  const { points } = office
  const formulasOf = async (person: Person) => {
    const body = { points: [points.arpu, points.revenue] }
    const { data } = await person.call<{ points: ExplainedPoint[] }>(explainColumns, { body })
    return data.points.flatMap(({ formula, parts }) => [formula, ...parts.map((part) => part.formula)])
  }
  const limited = await office.person({ games: ['a'] })
  const told = await formulasOf(limited)
  expect(told).toContain("对「amount」求和，条件：state = '…'")
  expect(told.join()).not.toContain('paid')
  const { data } = await send({ points: [points.revenue] }, `p${points.revenue}`, {}, limited)
  expect(JSON.stringify(data.point)).not.toContain('paid')
  const writer = await office.person({ games: ['a'], keys: ['search_sqlQuery'] })
  expect((await formulasOf(writer)).join()).toContain("state = 'paid'")
})

it('names who looks after a table: the owner of its source, else whoever defined it, and nobody who left', async () => {
  const { db } = office.deps.metadata
  const [definer, owner] = [await office.person(), await office.person()]
  await db
    .updateTable('point_table')
    .set({ owner_id: definer.id })
    .where('table_truename', '=', 'visit')
    .execute()
  const nameOf = ({ email }: Person) => email.split('@')[0]
  const keeper = async () => {
    const body = { points: [office.points.minutes] }
    const { data } = await office.admin.call<{ points: ExplainedPoint[] }>(explainColumns, { body })
    return data.points[0]?.tables[0]?.keeper
  }
  expect(await keeper()).toBe(nameOf(definer))
  await db
    .insertInto('source')
    .values({
      ...{ name: '访问', games: '"*"', kind: 'folder', settings: '{}', secrets: '', kept: '[]', note: '' },
      ...{ table_name: 'VISIT', mode: 'rows', joining: '{}', timing: '{}', paused: 0, revision: 1 },
      ...{ owner_id: owner.id, modified_by: owner.id, created_at: '2026-10-01', modified_at: '2026-10-01' },
    })
    .execute()
  expect(await keeper()).toBe(nameOf(owner))
  for (const { id } of [owner, definer])
    await db.updateTable('user').set({ disabled: 1 }).where('id', '=', id).execute()
  expect(await keeper()).toBeUndefined()
})
