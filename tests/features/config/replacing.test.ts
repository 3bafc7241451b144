// Replacing a point everywhere: the preview, refusals, and the result.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { PastHistory } from '#shared/changeHistory.ts'
import type { Person } from '#tests/factories/house.ts'
import {
  type DefinitionHistory,
  definitionHistory,
  type PointReplacement,
  replaceReportPoint,
} from '#features/config/contract.ts'
import { forgetModel, readDefinitions } from '#features/config/server/index.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  getReportBy,
  type Report,
  treeHistory,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
beforeEach(async () => {
  office = await makeOffice()
})
afterEach(() => office.dispose())

const replace = (from: number, to: number, dryRun = false, person: Person = office.admin) =>
  person.call<PointReplacement>(replaceReportPoint, { body: { from, to, dryRun } })
const saved = async (
  change: Partial<ReportInfo>,
  person: Person = office.admin,
  viewMetaId = office.view,
) => {
  const body = { viewMetaId, reportName: '报表', info: office.info(change) }
  return (await person.call<{ id: number }>(addOrUpdateReportMeta, { body })).data.id
}
const infoOf = async (id: number) => {
  const row = await office.deps.metadata.db
    .selectFrom('report')
    .select('info')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(row.info) as ReportInfo
}
/** As people read it; the store keeps it by id. */
const formulaOf = async (id: number) =>
  (await readDefinitions(office.deps.metadata.db)).points.find((point) => point.id === id)?.name_sql

it('shows what would change, and changes nothing', async () => {
  const { minutes, players, revenue, arpu } = office.points
  const rich = await saved({
    dims: [office.dims.channel],
    points: [minutes, revenue],
    order: [{ key: `p${minutes}`, desc: true }],
    filters: [{ point: minutes, op: 'gt', values: [1] }],
  })
  await saved({ points: [revenue] })
  const preview = (await replace(minutes, players, true)).data
  expect(preview).toMatchObject({ applied: false, points: [], hidden: 0 })
  expect(preview.reports.map(({ id, changes, problem }) => [id, changes, problem])).toEqual([
    [office.report, ['指标'], ''],
    [rich, ['指标', '筛选', '排序'], ''],
  ])
  expect(preview.reports[0]).toMatchObject({ reportName: '访问', viewName: '日报' })
  expect((await infoOf(rich)).points).toEqual([minutes, revenue])
  expect(await formulaOf(arpu)).toBe('[充值金额] / [活跃用户]')
})

it('changes reports wherever they name the point, and formulas, in one go', async () => {
  const { minutes, players, arpu } = office.points
  const id = await saved({
    dims: [office.dims.channel],
    points: [players, minutes, arpu],
    order: [{ key: `p${players}`, desc: true }],
    columns: [`p${players}`, `p${minutes}`, `d${office.dims.channel}`],
    chart: { keys: [`p${players}`] },
  })
  const before = await office.admin.call<Report[]>(getReportBy, {
    params: { type: 'ReportId', id },
    body: {},
  })
  const done = (await replace(players, minutes)).data
  expect(done.applied).toBe(true)
  expect(done.points).toMatchObject([
    { id: arpu, formula: '[充值金额] / [活跃用户]', newFormula: '[充值金额] / [在线时长]', problem: '' },
  ])
  expect(await infoOf(id)).toMatchObject({
    points: [minutes, arpu],
    order: [{ key: `p${minutes}`, desc: true }],
    columns: [`p${minutes}`, `d${office.dims.channel}`],
    chart: { keys: [`p${minutes}`] },
  })
  expect(await formulaOf(arpu)).toBe('[充值金额] / [在线时长]')
  // The formula's history tells of it, and leads back.
  const params = { kind: 'point', id: arpu }
  const { data: past } = await office.admin.call<DefinitionHistory>(definitionHistory, { params })
  expect(past[0]?.changes).toMatchObject([{ title: '表达式', to: '[充值金额] / [在线时长]' }])
  expect(past.map(({ back }) => back)).toEqual([false, true])
  const { data: told } = await office.admin.call<PastHistory>(treeHistory, {
    params: { kind: 'report', id },
  })
  expect(told[0]).toMatchObject({ by: office.admin.user.username, action: 'change' })
  expect(told[0]?.changes.map(({ title, from, to }) => [title, from, to])).toContainEqual([
    '指标',
    '活跃用户、在线时长、ARPU',
    '在线时长、ARPU',
  ])
  expect(told.map(({ back }) => back)).toEqual([false, true])
  // Who had it open is told when they save.
  const late = await office.admin.call(addOrUpdateReportMeta, {
    body: { id, reportName: '旧', modifiedAt: before.data[0]?.modifiedAt },
  })
  expect(late.envelope?.code).toBe('object_conflict')
  const audits = await office.deps.metadata.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'point.replace')
    .execute()
  expect(JSON.parse(audits[0]?.detail ?? '')).toMatchObject({ from: players, to: minutes, reports: [id] })
})

it('refuses, whole, where a report’s dimension is out of the replacement’s reach, and says which', async () => {
  const { orders, minutes } = office.points
  const fine = await saved({ points: [orders] })
  const bad = await saved({ dims: [office.dims.state], points: [orders] })
  const preview = (await replace(orders, minutes, true)).data
  expect(preview.reports.find(({ id }) => id === bad)?.problem).toContain('状态')
  expect(preview.reports.find(({ id }) => id === fine)?.problem).toBe('')
  const refused = await replace(orders, minutes)
  expect(refused.envelope).toMatchObject({ isSuccess: false, code: 'report_invalid' })
  expect(refused.envelope?.msg).toContain('状态')
  expect((await infoOf(fine)).points).toEqual([orders])
})

it('looks through formulas: a report that names a changed one must still reach its dimensions', async () => {
  const { revenue, arpu, minutes } = office.points
  const { db } = office.deps.metadata
  await db.updateTable('point').set({ name_sql: '[充值金额] / [订单数]' }).where('id', '=', arpu).execute()
  forgetModel(office.deps.metadata)
  const id = await saved({ dims: [office.dims.state], points: [arpu] })
  const preview = (await replace(revenue, minutes, true)).data
  expect(preview.reports).toMatchObject([{ id, changes: ['公式'], problem: expect.stringContaining('状态') }])
})

it('leaves the formulas alone that the replacement stands on', async () => {
  const { revenue, arpu } = office.points
  const { db } = office.deps.metadata
  const row = await db.selectFrom('point').selectAll().where('id', '=', arpu).executeTakeFirstOrThrow()
  const { id: _, ...copy } = row
  const net = await db
    .insertInto('point')
    .values({ ...copy, name: '净额', name_sql: '[充值金额] * 0.7' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const report = await saved({ points: [revenue] })
  expect((await replace(revenue, net.id)).data.applied).toBe(true)
  expect(await formulaOf(net.id)).toBe('[充值金额] * 0.7')
  expect(await formulaOf(arpu)).toBe('[净额] / [活跃用户]')
  expect((await infoOf(report)).points).toEqual([net.id])
})

it('takes the place of a point that was deleted', async () => {
  const { minutes, players } = office.points
  await office.deps.metadata.db.deleteFrom('point').where('id', '=', minutes).execute()
  expect((await replace(minutes, players)).data.reports).toMatchObject([{ id: office.report, problem: '' }])
  expect((await infoOf(office.report)).points).toEqual([players])
})

it('changes others’ private reports too, and shows nothing of them', async () => {
  const { minutes, players } = office.points
  const owner = await office.person({ keys: ['search_config'] })
  const view = (await owner.call<{ id: number }>(addOrUpdateViewMeta, { body: { name: '秘密视图' } })).data.id
  const id = await saved({}, owner, view)
  const preview = await replace(minutes, players, true)
  expect(preview.data).toMatchObject({ hidden: 1, hiddenProblems: 0 })
  expect(preview.text).not.toContain('秘密')
  await replace(minutes, players)
  expect((await infoOf(id)).points).toEqual([players])
})

it('refuses what is no replacement, and who may not', async () => {
  const { minutes, players } = office.points
  expect((await replace(minutes, minutes)).envelope?.code).toBe('parameter_wrong')
  expect((await replace(minutes, 424_242)).status).toBe(404)
  expect((await replace(minutes, players, false, await office.person())).status).toBe(403)
})
