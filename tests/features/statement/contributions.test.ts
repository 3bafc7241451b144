// 变化来自谁: which values a change comes from. Every split is counted a second way, from reports of both days.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Person } from '#tests/factories/house.ts'
import {
  type Cell,
  type ChangeByDimension,
  type ExplainedChange,
  explainChange,
  getReportDataByInfo,
  type ReportTable,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
let analyst: Person
beforeAll(async () => {
  office = await makeOffice({
    // A player who plays by one channel on one day, and by two on the next.
    extraSql: [
      `INSERT INTO visit VALUES ('2026-10-05', 'a', 'web', 7, 1), ('2026-10-06', 'a', 'web', 7, 1),
        ('2026-10-06', 'a', 'store', 7, 1)`,
    ],
  })
  analyst = await office.person({})
})
afterAll(() => office?.dispose())

const dayAt = (day: string) => ({ [`d${office.dims.date}`]: day })
const send = (
  change: Partial<ReportInfo>,
  point: number,
  cells: Record<string, Cell>,
  person = analyst,
  more = {},
) =>
  person.call<ExplainedChange>(explainChange, {
    body: { info: office.info({ points: [point], ...change }), key: `p${point}`, cells, ...more },
  })
const ask = async (...given: Parameters<typeof send>) => (await send(...given)).data
const by = ({ dims }: ExplainedChange, name: string): ChangeByDimension => {
  const found = dims.find(({ dimName }) => dimName === name)
  if (!found) throw new Error(`no ${name} among ${dims.map(({ dimName }) => dimName).join()}`)
  return found
}
const changes = ({ rows }: ChangeByDimension) =>
  Object.fromEntries(rows.map(({ label, change }) => [label, change]))

/** Figures by a dimension on one day, read as a report. */
async function reportOf(point: number, dim: number, day: string, filters: ReportInfo['filters'] = []) {
  const { data } = await analyst.call<ReportTable>(getReportDataByInfo, {
    body: { info: { dims: [dim], points: [point], dateRange: { from: day, to: day }, filters } },
  })
  const values = data.data[0] ?? []
  return new Map(values.map((value, row) => [value, Number(data.data[1]?.[row] ?? 0)]))
}

describe('a figure that adds up', () => {
  it('is split by difference, with values that one day alone has', async () => {
    const { dims, points } = office
    const answer = await ask({}, points.minutes, dayAt('2026-10-02'))
    expect(answer).toMatchObject({ against: 'previous', before: 60, after: 100 })
    expect([answer.beforeDays, answer.afterDays]).toEqual(['2026-10-01（1 天）', '2026-10-02（1 天）'])
    const channel = by(answer, '渠道')
    expect(channel.method).toBe('sum')
    expect(
      channel.rows.map(({ label, before, after, change, share }) => [label, before, after, change, share]),
    ).toEqual([
      ['应用商店', 30, 50, 20, 0.5],
      ['官网', 30, 40, 10, 0.25],
      ...[expect.anything(), expect.anything()],
    ])
    const [was, is] = [
      await reportOf(points.minutes, dims.channel, '2026-10-01'),
      await reportOf(points.minutes, dims.channel, '2026-10-02'),
    ]
    for (const { value, change } of channel.rows)
      expect(change).toBe((is.get(value) ?? 0) - (was.get(value) ?? 0))
    expect(changes(channel)).toMatchObject({ '–': 5, '(空文本)': 5 })
    expect(channel.remainder).toBeNull()
  })

  it('counts values with a past and no present', async () => {
    const answer = await ask({}, office.points.minutes, dayAt('2026-10-03'))
    expect(changes(by(answer, '渠道'))).toEqual({ 应用商店: -50, 官网: -40, '–': -5, '(空文本)': -5 })
  })

  it('says where conditions on points are left out: of totals, not of rows', async () => {
    const { dims, points } = office
    const day = '2026-10-02'
    const change = {
      dims: [dims.channel],
      dateRange: { from: day, to: day },
      filters: [{ point: points.minutes, op: 'gte' as const, values: [45] }],
    }
    const { data: report } = await analyst.call<ReportTable>(getReportDataByInfo, {
      body: { info: office.info({ points: [points.minutes], ...change }) },
    })
    // The report's total is of the rows that it shows; the split is of all.
    expect(report.summary?.at(-1)).toBe(50)
    const whole = await ask(change, points.minutes, {})
    expect([whole.after, whole.allRows]).toEqual([100, true])
    const row = await ask(change, points.minutes, { [`d${dims.channel}`]: 'store' })
    expect([row.after, row.allRows]).toEqual([50, false])
    expect((await ask({ ...change, filters: [] }, points.minutes, {})).allRows).toBe(false)
  })

  it('is split within the row’s own values and conditions, and not by what is one value there', async () => {
    const { dims, points } = office
    const cells = { ...dayAt('2026-10-02'), [`d${dims.channel}`]: 'store' }
    const row = await ask({ dims: [dims.date, dims.channel] }, points.minutes, cells)
    expect(row).toMatchObject({ before: 30, after: 50 })
    expect(row.dims.concat(row.left as never).map(({ dimName }) => dimName)).not.toContain('渠道')
    const filters = [{ dim: dims.game, op: 'in' as const, values: ['a'] }]
    const game = await ask({ filters }, points.minutes, dayAt('2026-10-02'))
    expect(game).toMatchObject({ before: 30, after: 50 })
    expect(changes(by(game, '渠道'))).toEqual({ 官网: 10, '–': 5, '(空文本)': 5 })
  })
})

describe('a quotient', () => {
  it('is split into rate and weight, which add up to the change to the last digit', async () => {
    const { dims, points } = office
    const answer = await ask({}, points.arpu, dayAt('2026-10-02'))
    // 100 / 3 players, then 950 / 4.
    expect(answer.before).toBeCloseTo(100 / 3, 10)
    expect(answer.after).toBeCloseTo(950 / 4, 10)
    const whole = (answer.after ?? 0) - (answer.before ?? 0)
    for (const dimension of answer.dims.filter(({ method }) => method === 'rate')) {
      const sum = (of: 'change' | 'rate' | 'weight') =>
        dimension.rows.reduce((total, row) => total + (row[of] ?? 0), 0)
      expect(sum('change')).toBeCloseTo(whole, 10)
      expect(sum('rate') + sum('weight')).toBeCloseTo(whole, 10)
    }
    const channel = by(answer, '渠道')
    expect(channel.method).toBe('rate')
    // Counted again: revenue and players of both days by channel, the mean weight times the change of the rate.
    const read = (point: number, day: string) => reportOf(point, dims.channel, day)
    const [top0, top1] = [await read(points.revenue, '2026-10-01'), await read(points.revenue, '2026-10-02')]
    const [low0, low1] = [await read(points.players, '2026-10-01'), await read(points.players, '2026-10-02')]
    const store = channel.rows.find(({ value }) => value === 'store')
    const rate0 = (top0.get('store') ?? 0) / (low0.get('store') ?? 0)
    const rate1 = (top1.get('store') ?? 0) / (low1.get('store') ?? 0)
    const [weight0, weight1] = [(low0.get('store') ?? 0) / 3, (low1.get('store') ?? 0) / 4]
    expect(store?.rate).toBeCloseTo(((weight0 + weight1) / 2) * (rate1 - rate0), 10)
    expect(store?.weight).toBeCloseTo((weight1 - weight0) * ((rate0 + rate1) / 2 - 100 / 3), 10)
    // Came that day, and pay nothing: weight alone.
    expect(channel.rows.find(({ value }) => value === null)).toMatchObject({
      before: null,
      after: 0,
      rate: 0,
    })
  })

  it('turned round in time has the rates turned round', async () => {
    const { dims, points } = office
    const filters = [{ dim: dims.channel, op: 'in' as const, values: ['web', 'store'] }]
    const between = (from: string, to: string) =>
      ask(
        {
          filters,
          dateRange: { from: to, to },
          compare: 'range',
          compareRange: { from, to: from },
        },
        points.arpu,
        {},
      )
    const [there, back] = [
      by(await between('2026-10-01', '2026-10-02'), '渠道'),
      by(await between('2026-10-02', '2026-10-01'), '渠道'),
    ]
    const rates = ({ rows }: ChangeByDimension) => new Map(rows.map(({ value, rate }) => [value, rate ?? 0]))
    expect(rates(there).size).toBe(2)
    for (const [value, rate] of rates(there)) expect(rates(back).get(value)).toBeCloseTo(-rate, 10)
  })
})

it('lists side by side what does not add up, and tells no shares', async () => {
  const { points } = office
  const dateRange = { from: '2026-10-05', to: '2026-10-06' }
  const answer = await ask({ dateRange }, points.players, dayAt('2026-10-06'))
  expect(answer).toMatchObject({ before: 1, after: 1 })
  const channel = by(answer, '渠道')
  expect(channel).toMatchObject({ method: 'alone', rest: null, remainder: null })
  expect(channel.rows.map(({ label, before, after, share }) => [label, before, after, share])).toEqual([
    ['应用商店', 0, 1, null],
    ['官网', 1, 1, null],
  ])
  // Where each player has one value the same figure adds up.
  expect(by(await ask({}, points.players, dayAt('2026-10-02')), '渠道')).toMatchObject({
    ...{ method: 'sum', before: 3, after: 4 },
  })
})

it('is set against the report’s own comparison, or against the one that is asked for', async () => {
  const { points } = office
  const own = await ask({ compare: 'week' }, points.minutes, dayAt('2026-10-02'))
  expect([own.against, own.before, own.beforeDays]).toEqual(['week', 0, '2026-09-25（1 天）'])
  const other = await ask({ compare: 'week' }, points.minutes, dayAt('2026-10-02'), analyst, {
    against: 'previous',
  })
  expect([other.against, other.before]).toEqual(['previous', 60])
})

it('compares two sets of conditions over the same days', async () => {
  const { dims, points } = office
  const of = (game: string) => [{ dim: dims.game, op: 'in' as const, values: [game] }]
  const answer = await ask(
    { filters: of('a'), compare: 'filters', compareFilters: of('b') },
    points.minutes,
    {},
  )
  expect(answer).toMatchObject({ against: 'filters', before: 80, after: 80, beforeDays: '' })
  expect(changes(by(answer, '渠道'))).toEqual({ 应用商店: -80, 官网: 70, '–': 5, '(空文本)': 5 })
})

it('shows nobody more than a report would: games and row rules hold', async () => {
  const { dims, points } = office
  const inA = await office.person({ games: ['a'] })
  const answer = await ask({}, points.minutes, dayAt('2026-10-02'), inA)
  expect(answer).toMatchObject({ before: 30, after: 50 })
  expect(changes(by(answer, '渠道'))).toEqual({ 官网: 10, '–': 5, '(空文本)': 5 })
  const ofWeb = await office.person({
    rules: [{ dim: dims.channel, how: 'only', values: ['web'], open: false }],
  })
  const ruled = await ask({}, points.minutes, dayAt('2026-10-02'), ofWeb)
  expect(ruled).toMatchObject({ before: 30, after: 40 })
  expect(JSON.stringify(ruled)).not.toContain('应用商店')
})

it('says why a change can’t be split', async () => {
  const { points } = office
  const today = { dims: [], dateRange: { relative: 'today' as const } }
  expect((await send(today, points.minutes, {})).envelope?.msg).toContain('没有可比的日期')
  const retention = { kind: 'retention' as const, dims: [], points: [points.players, points.players] }
  const { envelope } = await analyst.call(explainChange, {
    body: { info: office.info(retention), key: 'n', cells: {} },
  })
  expect(envelope).toMatchObject({ isSuccess: false, msg: expect.stringContaining('不能按维度拆分') })
})
