// LTV as a file and in a message: what day 1 is stands in the head, and beside each LTV over how many players it is.
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRows } from '#semantic/model/rowScope.ts'
import type { Person } from '#tests/factories/house.ts'
import { exporeExcel } from '#features/statement/contract.ts'
import { showReport } from '#features/subscription/server/content/shownReport.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
let reader: Person

beforeAll(async () => {
  office = await makeOffice()
  reader = await office.person()
})
afterAll(() => office?.dispose())

const asked = () =>
  office.info({
    kind: 'ltv',
    dims: [office.dims.channel],
    points: [office.points.players, office.points.minutes],
    dateRange: { from: '2026-10-01', to: '2026-10-02' },
    ltv: { days: [1, 2] },
  })
const first = 'LTV1（第 1 天 = 新增当天）'

it('is a file that says what day 1 is, and over how many players each LTV is', async () => {
  const body = { reportName: 'LTV', info: asked() }
  const { bytes } = await reader.call(exporeExcel, { query: { showBottom: '1' }, body })
  const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'buffer' })
  const rows = XLSX.utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] as string] as never, { header: 1 })
  expect(rows[0]).toEqual([
    '渠道',
    '活跃用户（人）',
    ...['前 1 天在线时长', first, `${first} 计入的活跃用户（人）`],
    ...['前 2 天在线时长', 'LTV2', 'LTV2 计入的活跃用户（人）'],
  ])
  // Players 1 and 2: 10 and 20 on the first day, 40 on the second.
  expect(rows.find(([name]) => name === '官网')).toEqual(['官网', 2, 30, 15, 2, 70, 35, 2])
  expect(rows.at(-1)).toEqual(['合计', 5, 70, 14, 5, 160, 32, 5])
})

it('is a message with the same figures', async () => {
  const question = { name: 'LTV', info: asked(), scope: allRows }
  const { table } = await showReport(office.deps, question, new AbortController().signal)
  expect(table.columns.map(({ title }) => title.replace(/（分钟?）$/, ''))).toContain(first)
  const at = table.columns.findIndex(({ title }) => title.startsWith('LTV2'))
  expect(table.total?.[at]).toBe('32.00')
})
