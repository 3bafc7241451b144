// Wherever a change is shown, the figures that give it are beside it. The days are relative to now, so today is
// unfinished: part of the figure, but not compared.
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRows } from '#semantic/model/rowScope.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import type { Person } from '#tests/factories/house.ts'
import {
  type BackgroundRecord,
  exporeExcel,
  getRecordData,
  getRecords,
  runInBackground,
} from '#features/statement/contract.ts'
import { showPivot } from '#features/subscription/server/content/shownPivot.ts'
import { showReport } from '#features/subscription/server/content/shownReport.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
let reader: Person
const today = businessDay({ zone: 'Asia/Shanghai', cutoffHour: 0 }, new Date())
const day = (days: number) => shiftDay(today, days)

beforeAll(async () => {
  const visits = [
    [-3, 'web', 10],
    [-3, 'store', 5],
    [-2, 'web', 20],
    [-1, 'web', 30],
    [-1, 'store', 8],
    [0, 'web', 7],
  ] as const
  const rows = visits.map(([at, channel, minutes]) => `('${day(at)}', 'a', '${channel}', 1, ${minutes})`)
  office = await makeOffice({ extraSql: [`INSERT INTO visit VALUES ${rows.join(', ')}`] })
  reader = await office.person()
})
afterAll(() => office?.dispose())

/** Yesterday and today against the two days before: yesterday is compared with the first of them. */
const asked = (more: Partial<ReportInfo> = {}): ReportInfo =>
  office.info({
    dims: [office.dims.channel],
    points: [office.points.minutes],
    dateRange: { from: day(-1), to: today },
    compare: 'previous',
    ...more,
  })

type Row = (string | number | null)[]
const sheetOf = (bytes: Buffer): Row[] => {
  const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'buffer' })
  return XLSX.utils.sheet_to_json<Row>(Sheets[SheetNames[0] as string] as never, { header: 1, defval: null })
}

/** Of each row the change as it stands, and divided from what stands beside it. */
function divided([head = [], ...rows]: Row[]): [unknown, unknown, unknown][] {
  const at = (end: string) => head.findIndex((title) => String(title).endsWith(end))
  const [base, previous, change] = [at('可比的本期'), at('上期'), at('环比')]
  expect([base, previous, change]).not.toContain(-1)
  return rows.map((row) => {
    const parts = Number(row[base]) / Number(row[previous]) - 1
    return [row[0], row[change], Number.isFinite(parts) && row[base] !== null ? parts : null]
  })
}

const told = [
  ['官网', 2],
  ['应用商店', 8 / 5 - 1],
  ['合计', 38 / 15 - 1],
] as const

function expectDivides(rows: Row[]): void {
  const found = divided(rows)
  for (const [name, change] of told) {
    const row = found.find(([own]) => own === name)
    expect(row?.[1], name).toBeCloseTo(change, 9)
    expect(row?.[2], name).toBeCloseTo(change, 9)
  }
}

it('in a file', async () => {
  const body = { reportName: '渠道', info: asked() }
  const { bytes } = await reader.call(exporeExcel, { query: { showBottom: '1' }, body })
  const rows = sheetOf(bytes)
  expect(rows[0]).toEqual(['渠道', '在线时长', '在线时长 可比的本期', '在线时长 上期', '在线时长 环比'])
  expect(rows.at(-1)).toEqual(['合计', 45, 38, 15, 38 / 15 - 1])
  expectDivides(rows)
})

it('in a pivot’s file', async () => {
  const info = asked({ dims: [office.dims.channel, office.dims.game], pivot: [office.dims.game] })
  const body = { reportName: '渠道', info, pivot: { totals: true } }
  const { bytes } = await reader.call(exporeExcel, { query: { showBottom: '1' }, body })
  const [, ...rows] = sheetOf(bytes)
  // The first column of each figure is the total's.
  expectDivides([rows[0] as Row, ...rows.slice(1)])
})

it('in a file of the background', async () => {
  const { data: sent } = await reader.call<BackgroundRecord>(runInBackground, { body: { info: asked() } })
  const status = async () =>
    (await reader.call<BackgroundRecord[]>(getRecords, { params: { id: 0 } })).data.find(
      (one) => one.id === sent.id,
    )?.status
  await expect.poll(status, { timeout: 60_000 }).toBe('done')
  const query = { showBottom: '1' }
  const { bytes } = await reader.call(getRecordData, { params: { id: sent.id, export: 'true' }, query })
  expectDivides(sheetOf(bytes))
})

it('in the table of a message, which its picture and its text show', async () => {
  const question = { name: '渠道', info: asked(), scope: allRows }
  const { table } = await showReport(office.deps, question, new AbortController().signal)
  expect(table.columns.map(({ title }) => title)).toEqual(['渠道', '在线时长', '在线时长 环比'])
  expect(table.rows.map((row) => [row[0], row[2]])).toEqual(
    expect.arrayContaining([
      ['官网', '▲ 200.00%（30 对 10）'],
      ['应用商店', '▲ 60.00%（8 对 5）'],
    ]),
  )
  expect(table.total).toEqual(['合计', '45', '▲ 153.33%（38 对 15）'])
})

it('in a pivot of a message', async () => {
  const info = asked({ dims: [office.dims.channel, office.dims.game], pivot: [office.dims.game] })
  const question = { name: '渠道', info, scope: allRows }
  const { table } = await showPivot(office.deps, question, { totals: true }, new AbortController().signal)
  const titles = table.columns.map(({ title }) => title)
  const at = (end: string) => titles.findIndex((title) => title.endsWith(end))
  const total = table.total ?? []
  expect([total[at('可比的本期')], total[at('上期')], total[at('环比')]]).toEqual(['38', '15', '153.33%'])
})

it('of a fixed row that the answer lacks: its figure, in files and messages', async () => {
  const { points, dims } = office
  const base = { value: day(-3) }
  const info = office.info({
    dims: [dims.date],
    points: [points.minutes],
    dateRange: { from: day(-1), to: today },
    order: [{ key: `d${dims.date}`, desc: false }],
    calculations: [
      { number: 1, of: points.minutes, kind: 'change', base },
      { number: 2, of: points.minutes, kind: 'difference', base },
      { number: 3, of: points.minutes, kind: 'difference', base: { value: day(1) } },
    ],
  })
  const { bytes } = await reader.call(exporeExcel, { query: {}, body: { reportName: '渠道', info } })
  const [head, first] = sheetOf(bytes)
  expect(head?.slice(1)).toEqual([
    '在线时长',
    `在线时长 基准「${day(-3)}」`,
    `在线时长 较 ${day(-3)} 变化`,
    `在线时长 较 ${day(-3)} 之差`,
    `在线时长 较 ${day(1)} 之差（基准的日期还没到）`,
  ])
  expect(first?.slice(1)).toEqual([38, 15, 38 / 15 - 1, 23, null])
  const question = { name: '渠道', info, scope: allRows }
  const { table } = await showReport(office.deps, question, new AbortController().signal)
  expect(table.rows[0]?.slice(1)).toEqual(['38', '153.33%（38 对 15）', '23（38 对 15）', '–'])
})
