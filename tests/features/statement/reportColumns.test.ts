// Names of reports, and of the columns that are a report's own, for the palette.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  getReportColumns,
  type NamedReport,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
beforeAll(async () => {
  office = await makeOffice()
})
afterAll(() => office.dispose())

const read = async (person: Pick<Office['admin'], 'call'>) =>
  (await person.call<NamedReport[]>(getReportColumns)).data

async function addReport(view: number, name: string, info: object): Promise<number> {
  const body = { id: -1, viewMetaId: view, reportName: name, info }
  return (await office.admin.call<{ id: number }>(addOrUpdateReportMeta, { body })).data.id
}

it('names formulas, calculations and retention, and no column that a point is named after', async () => {
  const { points, dims } = office
  const formulas = [{ id: -1, name: '每分钟收入', formula: `[#${points.revenue}] / [#${points.minutes}]` }]
  const own = await addReport(
    office.view,
    '单价',
    office.info({
      points: [points.revenue, -1],
      formulas,
      calculations: [{ number: 1, of: points.revenue, kind: 'running' }],
      compare: 'previous',
    }),
  )
  const kept = await addReport(office.view, '留存', {
    kind: 'retention',
    dims: [dims.date],
    points: [points.players, points.players],
    retention: { days: [1, 7] },
    dateRange: { from: '2026-10-01', to: '2026-10-03' },
  })
  const all = await read(office.admin)
  const titlesOf = (id: number) => all.find((report) => report.id === id)?.columns.map(({ title }) => title)
  expect(all.map(({ id }) => id)).toContain(office.report)
  expect(titlesOf(office.report)).toEqual([])
  expect(titlesOf(own)).toEqual(['充值金额 累计', '每分钟收入'])
  expect(titlesOf(kept)).toEqual(['次日留存人数', '次日留存率', '7 日留存人数', '7 日留存率'])
  expect(all.find(({ id }) => id === kept)).toMatchObject({ name: '留存', pinyin: 'liu cun' })
})

it('follows a change of the report, and shows nothing of views that the reader does not see', async () => {
  const body = { id: -1, name: '自己的', typeId: null, shared: false }
  const view = (await office.admin.call<{ id: number }>(addOrUpdateViewMeta, { body })).data.id
  const formula = (name: string) => ({
    ...office.info({ points: [-1] }),
    formulas: [{ id: -1, name, formula: `[#${office.points.revenue}] * 2` }],
  })
  const id = await addReport(view, '翻倍', formula('两倍'))
  const columnsOf = async () => (await read(office.admin)).find((report) => report.id === id)
  expect(await columnsOf()).toMatchObject({ columns: [{ title: '两倍', pinyin: 'liang bei' }] })
  const change = { id, viewMetaId: view, reportName: '翻倍', info: formula('双份'), revision: 1 }
  await office.admin.call(addOrUpdateReportMeta, { body: change })
  expect(await columnsOf()).toMatchObject({ columns: [{ title: '双份' }] })
  const others = await read(await office.person())
  expect(others.map((report) => report.id)).toContain(office.report)
  expect(JSON.stringify(others)).not.toMatch(/翻倍|双份/)
})
