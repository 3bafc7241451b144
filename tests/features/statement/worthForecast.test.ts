// Forecasts of LTV, as a table, a file, a message and an explanation: the same figures everywhere, learned from what the
// warehouse says, counted here a second way.
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRows } from '#semantic/model/rowScope.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import type { Person } from '#tests/factories/house.ts'
import {
  explainCell,
  exporeExcel,
  getReportDataByInfo,
  type ReportTable,
} from '#features/statement/contract.ts'
import type { ExplainedCell } from '#features/statement/server/explain/cell.ts'
import { showReport } from '#features/subscription/server/content/shownReport.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
let reader: Person
let analyst: Person
const today = businessDay({ zone: 'Asia/Shanghai', cutoffHour: 0 })
const ago = (days: number): string => shiftDay(today, -days)

/** What a player of a channel, who came so many days ago, brings on the day `age`. */
const brings = (channel: string, first: number, player: number, age: number): number =>
  (channel === 'late' ? age * 2 : 40 - age) + ((first * 7 + player * 3 + age * 5) % 11)

const cohorts = Array.from({ length: 120 }, (_, at) => at).flatMap((first) =>
  ['early', 'late'].flatMap((channel, place) =>
    [0, 1, 2].map((player) => ({ first, channel, player, id: 10_000 + first * 10 + place * 4 + player })),
  ),
)
const most = 15
const rows = cohorts.flatMap(({ first, channel, player, id }) =>
  Array.from({ length: most }, (_, age) => age)
    .filter((age) => age <= first)
    .map(
      (age) => `('${ago(first - age)}', 'a', '${channel}', ${id}, ${brings(channel, first, player, age)})`,
    ),
)

beforeAll(async () => {
  office = await makeOffice({
    extraSql: ['DELETE FROM visit', `INSERT INTO visit VALUES ${rows.join(', ')}`],
  })
  reader = await office.person()
  analyst = await office.person({ keys: ['search_sqlQuery'] })
})
afterAll(() => office?.dispose())

const asked = (change: Partial<ReportInfo> = {}) =>
  office.info({
    kind: 'ltv',
    dims: [office.dims.channel],
    points: [office.points.players, office.points.minutes],
    dateRange: { from: ago(10), to: ago(1) },
    ltv: { days: [1, 7, 14], forecast: [14] },
    ...change,
  })
const read = async (change: Partial<ReportInfo> = {}) =>
  (await reader.call<ReportTable>(getReportDataByInfo, { body: { info: asked(change) } })).data

const column = (table: ReportTable, key: string) => table.columns.findIndex((one) => one.key === key)
const cells = (table: ReportTable, key: string) => table.data[column(table, key)]

/** Chain ladder over a channel's cohorts (or all), by the growth of the means: each cohort has three players. */
function byHand(channels: string[], isRatio: boolean): number {
  const own = cohorts.filter(({ channel }) => channels.includes(channel))
  const paid = (one: (typeof cohorts)[number], days: number): number =>
    Array.from({ length: days }, (_, age) => brings(one.channel, one.first, one.player, age)).reduce(
      (sum, part) => sum + part,
      0,
    )
  const sum = (of: typeof cohorts, days: number): number => of.reduce((all, one) => all + paid(one, days), 0)
  const wanted = own.filter(({ first }) => first >= 1 && first <= 10)
  const expected = wanted.map((one) => {
    let known = paid(one, one.first)
    // Cohorts of the learned days alone: two times 14, twelve weeks and ten days before the range.
    for (let days = one.first; days < 14; days++) {
      const over = own.filter(({ first }) => first > days && first <= 10 + 2 * 14 + 84 + 10)
      known = isRatio
        ? (known * sum(over, days + 1)) / sum(over, days)
        : known + (sum(over, days + 1) - sum(over, days)) / over.length
    }
    return known
  })
  return expected.reduce((all, one) => all + one, 0) / wanted.length
}

describe('the forecast of LTV', () => {
  it('stands beside the facts, for all players of a row, with its interval', async () => {
    const table = await read()
    expect(table.columns.map(({ title, role }) => [title, role]).slice(-5)).toEqual([
      ['前 14 天在线时长', 'earned'],
      ['LTV14', 'worth'],
      ['LTV14 预测', 'expected'],
      ['LTV14 预测 80% 下限', 'low'],
      ['LTV14 预测 80% 上限', 'high'],
    ])
    // No cohort of the ten has 14 days behind it: there is no fact.
    expect(cells(table, 'l14')).toEqual([null, null])
    const channels = table.data[0] as string[]
    for (const [row, channel] of channels.entries()) {
      const value = cells(table, 'f14')?.[row] as number
      const ways = [[channel], ['early', 'late']].flatMap((of) => [byHand(of, true), byHand(of, false)])
      // Each way of learning is possible where it is of the row's own; of the two channels only the own ones fit.
      expect(Math.min(...ways.slice(0, 2).map((way) => Math.abs(way - value)))).toBeLessThan(1e-6)
      const [low, high] = ['g14', 'h14'].map((key) => cells(table, key)?.[row] as number) as [number, number]
      expect(low).toBeLessThan(value)
      expect(high).toBeGreaterThan(value)
      // The truth, which the warehouse does not know yet.
      const truth = cohorts
        .filter((one) => one.channel === channel && one.first >= 1 && one.first <= 10)
        .map((one) => Array.from({ length: 14 }, (_, age) => brings(channel, one.first, one.player, age)))
        .reduce((sum, parts) => sum + parts.reduce((all, part) => all + part, 0), 0)
      expect(Math.abs(value / (truth / 30) - 1)).toBeLessThan(0.02)
    }
    expect(table.summary?.[column(table, 'f14')]).toBeCloseTo(byHand(['early', 'late'], false), -1)
  })

  it('is empty where all days are over, and has no columns where they are over for all', async () => {
    const table = await read({ dims: [office.dims.date], dateRange: { from: ago(20), to: ago(5) } })
    const days = table.data[0] as string[]
    const expected = cells(table, 'f14') as (number | null)[]
    for (const [row, day] of days.entries()) expect(expected[row] === null).toBe(day <= ago(14))
    const old = await read({ dateRange: { from: ago(40), to: ago(20) } })
    expect(column(old, 'f14')).toBe(-1)
  })

  it('is the same in a file, in a message and in the explanation', async () => {
    const table = await read()
    const value = cells(table, 'f14')?.[0] as number
    const channel = table.data[0]?.[0] as string
    const { bytes } = await reader.call(exporeExcel, {
      query: { showBottom: '1' },
      body: { reportName: 'LTV', info: asked() },
    })
    const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'buffer' })
    const sheet = XLSX.utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] as string] as never, { header: 1 })
    const at = (sheet[0] as string[]).findIndex((title) => title.startsWith('LTV14 预测（'))
    const place = at < 0 ? (sheet[0] as string[]).indexOf('LTV14 预测') : at
    expect(sheet.find(([name]) => name === channel)?.[place]).toBeCloseTo(value, 6)
    expect(sheet.at(-1)?.[place]).toBeCloseTo(table.summary?.[column(table, 'f14')] as number, 6)
    const question = { name: 'LTV', info: asked(), scope: allRows }
    const shown = await showReport(office.deps, question, new AbortController().signal)
    const told = shown.table.columns.findIndex(({ title }) => title.startsWith('LTV14 预测'))
    expect(Number(shown.table.rows[0]?.[told]?.replaceAll(',', ''))).toBeCloseTo(value, 1)
    expect(shown.chart?.plot.bands).toEqual([{ from: 2, to: 2, name: '预测' }])
    const explained = await analyst.call<ExplainedCell>(explainCell, {
      body: { info: asked(), key: 'f14', cells: { [`d${office.dims.channel}`]: channel } },
    })
    expect(explained.data.value).toBeCloseTo(value, 9)
    expect(explained.data.parts.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^按本行以往批次.*推算$/),
      '80% 区间下限',
      '80% 区间上限',
      '回测次数',
      '回测平均误差',
    ])
    expect(explained.data.parts[3]?.value).toBe(12)
    expect(explained.data.rows?.map(({ title, total }) => [title, total])).toEqual([
      ['玩家', 30],
      ['至今的收入', expect.any(Number)],
    ])
  })

  it('refuses days that are no LTV days, too many, and an order by what is not known when rows are ordered', async () => {
    const refused = async (change: Partial<ReportInfo>) =>
      (await reader.call(getReportDataByInfo, { body: { info: asked(change) } })).envelope?.msg
    expect(await refused({ ltv: { days: [1, 7], forecast: [14] } })).toBe('预测天数「14」不在LTV天数里')
    expect(await refused({ ltv: { days: [1, 7], forecast: [7, 7] } })).toBe('预测天数「7」重复')
    expect(await refused({ order: [{ key: 'f14', desc: true }] })).toBe(
      '不能按预测排序：预测在各行之后才算出，请按 LTV 排序',
    )
  })
})
