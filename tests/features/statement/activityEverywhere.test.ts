// A report of activity wherever a report goes: as a file, in a message with its picture, explained.
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRows } from '#semantic/model/rowScope.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { drawPlot } from '#server/picture/draw/plot.ts'
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
let analyst: Person

beforeAll(async () => {
  office = await makeOffice()
  analyst = await office.person({ keys: ['search_sqlQuery'] })
})
afterAll(() => office?.dispose())

const asked = (info: Partial<ReportInfo> = {}) =>
  office.info({
    kind: 'activity',
    points: [office.points.players],
    dateRange: { from: '2026-10-01', to: '2026-10-02' },
    ...info,
  })
const flows: Partial<ReportInfo> = { activity: { show: 'flow', windows: [7] } }

it('is a file whose figures up to each day have no total', async () => {
  const body = { reportName: '活跃', info: asked({ activity: { show: 'rolling', windows: [30] } }) }
  const { bytes } = await analyst.call(exporeExcel, { query: { showBottom: '1' }, body })
  const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'buffer' })
  const rows = XLSX.utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] as string] as never, { header: 1 })
  expect(rows.map((row) => row.slice(1))).toEqual([
    ['活跃用户（人）', '近 30 天活跃用户（MAU）（人）', 'DAU/MAU（%）'],
    // Players 1, 3, 4 and 5 of five; 1, 2 and 3 the day before.
    [4, 5, 0.8],
    [3, 3, 1],
    [5],
  ])
})

it('keeps to the games of its reader', async () => {
  const some = await office.person({ games: ['b'] })
  const { data } = await some.call<ReportTable>(getReportDataByInfo, { body: { info: asked() } })
  expect(data?.data.slice(1, 3)).toEqual([
    [1, 1],
    [1, 1],
  ])
})

it('is a message with the same figures, and a picture of its flows', async () => {
  const question = { name: '状态流向', info: asked(flows), scope: allRows }
  const { table, chart } = await showReport(office.deps, question, new AbortController().signal)
  expect(table.rows.map((row) => row.slice(1))).toEqual([
    ['未出现', '新增', '2', '100.00%'],
    ['新增', '持续', '2', '66.67%'],
    ['新增', '沉默', '1', '33.33%'],
    ['未出现', '新增', '3', '100.00%'],
  ])
  const plot = chart?.plot
  expect(plot?.kind).toBe('flow')
  // The picture has the colour of a flow where the link is, and none where nothing is.
  const page = drawPlot(chart as never)
  const { data } = page.context.getImageData(0, 0, page.canvas.width, page.canvas.height)
  const coloured = Array.from({ length: data.length / 4 }, (_, at) =>
    data.subarray(at * 4, at * 4 + 3),
  ).filter(([red = 0, green = 0, blue = 0]) => Math.max(red, green, blue) - Math.min(red, green, blue) > 40)
  expect(coloured.length).toBeGreaterThan(5_000)
})

it('explains a cell by its players and their rows', async () => {
  const { dims, points } = office
  const cells = { [`d${dims.date}`]: '2026-10-02' }
  const ask = async (info: Partial<ReportInfo>, key: string, own = cells) =>
    (await analyst.call<ExplainedCell>(explainCell, { body: { info: asked(info), key, cells: own } })).data
  const sticky = await ask({}, 'h7')
  expect(sticky).toMatchObject({ value: 0.8, point: { name: '活跃用户' } })
  expect(sticky.parts.map(({ value }) => value)).toEqual([4, 5])
  expect(sticky.rows?.map(({ title, total }) => [title, total])).toEqual([
    ['分子：当天活跃的玩家', 4],
    ['分母：近 7 天活跃的玩家', 5],
    ['分子：当天的行', 4],
    ['分母：近 7 天的行', 7],
  ])
  const gone = await ask(flows, 'n', { ...cells, f: '新增', g: '沉默' })
  expect(gone.rows?.[0]).toMatchObject({ title: '从「新增」到「沉默」的玩家', total: 1 })
  expect(gone.rows?.[0]?.data[0]).toEqual([2])
  expect(points.players).toBeGreaterThan(0)
})
