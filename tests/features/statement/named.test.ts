// Requests with names in the place of ids: the same figures as by ids, within the reader's rights, and refusals that
// list the candidates.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrUpdateReportMeta,
  explainCell,
  explainColumns,
  getReportDataByInfo,
  type NamedInfo,
  type ReportTable,
} from '#features/statement/contract.ts'
import { findReport } from '#features/statement/server/index.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
const names = { dim: { date: '', game: '', channel: '' }, minutes: '' }
beforeAll(async () => {
  office = await makeOffice()
  const { db } = office.deps.metadata
  const dimension = async (id: number) =>
    (await db.selectFrom('dimension').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
  const point = await db
    .selectFrom('point')
    .select('name')
    .where('id', '=', office.points.minutes)
    .executeTakeFirstOrThrow()
  names.minutes = point.name
  for (const key of ['date', 'game', 'channel'] as const) names.dim[key] = await dimension(office.dims[key])
})
afterAll(() => office.dispose())

const days = { from: '2026-10-01', to: '2026-10-02' }
const ask = (info: NamedInfo, person = office.admin) =>
  person.call<ReportTable>(getReportDataByInfo, { body: { info } })
const cells = ({ data }: ReportTable) => data

it('answers by names as by ids, in dimensions, points, conditions and order', async () => {
  const { date, channel } = office.dims
  const { minutes } = office.points
  const byIds = await ask({
    dims: [date],
    points: [minutes],
    dateRange: days,
    filters: [{ dim: channel, op: 'in', values: ['web'] }],
    order: [{ key: `p${minutes}`, desc: true }],
  })
  const byNames = await ask({
    dims: [names.dim.date],
    points: [` ${names.minutes} `],
    dateRange: '2026-10-01至2026-10-02',
    // The label, where the value is `web`.
    filters: [{ dim: names.dim.channel, op: 'in', values: ['官网'] }] as never,
    order: [{ key: names.minutes, desc: true }],
  })
  expect(cells(byNames.data)).toEqual(cells(byIds.data))
  expect(cells(byIds.data)).toEqual([
    ['2026-10-02', '2026-10-01'],
    [40, 30],
  ])
  expect(byNames.data.range).toEqual(days)
})

it('finds a point by a synonym, and names a column of a cell', async () => {
  const { db } = office.deps.metadata
  const { minutes } = office.points
  const { info } = await db
    .selectFrom('point')
    .select('info')
    .where('id', '=', minutes)
    .executeTakeFirstOrThrow()
  const told = { ...(JSON.parse(info) as object), synonyms: ['在线 分钟', 'MIN'] }
  await db
    .updateTable('point')
    .set({ info: JSON.stringify(told) })
    .where('id', '=', minutes)
    .execute()
  await expect
    .poll(async () => (await ask({ dims: [], points: ['min'], dateRange: days })).envelope?.msg)
    .toBe('')
  const asked = { dims: [names.dim.date], points: ['在线分钟'], dateRange: days }
  const cell = await office.admin.call<{ value: number; point: { name: string } }>(explainCell, {
    body: { info: asked, key: names.minutes, cells: { [names.dim.date]: '2026-10-01' } },
  })
  expect(cell.data).toMatchObject({ value: 60, point: { name: names.minutes } })
  const meaning = await office.admin.call<{ points: { id: number }[] }>(explainColumns, {
    body: { points: ['MIN'] },
  })
  expect(meaning.data.points.map(({ id }) => id)).toEqual([minutes])
})

it('keeps a report that was written by names by its ids', async () => {
  const saved = await office.admin.call<{ id: number }>(addOrUpdateReportMeta, {
    body: {
      viewMetaId: office.view,
      reportName: '按名称',
      info: { dims: [names.dim.date], points: [names.minutes] },
    },
  })
  const { report } = await findReport(office.deps.metadata.db, office.admin.user, saved.data.id)
  expect(report.info).toMatchObject({ dims: [office.dims.date], points: [office.points.minutes] })
})

it('lists the candidates of a name with several meanings, and those near to one without any', async () => {
  const { db } = office.deps.metadata
  const { id: _, ...row } = await db
    .selectFrom('point')
    .selectAll()
    .where('id', '=', office.points.minutes)
    .executeTakeFirstOrThrow()
  const twin = await db
    .insertInto('point')
    .values({ ...row, name: names.minutes })
    .returning('id')
    .executeTakeFirstOrThrow()
  await expect
    .poll(async () => (await ask({ dims: [], points: [names.minutes], dateRange: days })).envelope)
    .toMatchObject({
      code: 'report_invalid',
      msg: expect.stringContaining(`编号 ${twin.id}`),
      data: { candidates: [{ id: office.points.minutes }, { id: twin.id }] },
    })
  await db.deleteFrom('point').where('id', '=', twin.id).execute()
  const near = await ask({ dims: [], points: [`${names.minutes}数`], dateRange: days })
  expect(near.envelope).toMatchObject({
    code: 'report_invalid',
    msg: expect.stringContaining(`没有名为「${names.minutes}数」的指标`),
  })
  const column = await ask({
    dims: [],
    points: [office.points.minutes],
    order: [{ key: names.dim.game, desc: true }],
  })
  expect(column.envelope?.code).toBe('report_invalid')
  const when = await ask({ dims: [], points: [office.points.minutes], dateRange: '昨儿个' })
  expect(when.envelope).toMatchObject({ code: 'report_invalid', msg: expect.stringContaining('昨儿个') })
})

it('knows no value that the reader may not see', async () => {
  const limited = await office.person({ games: ['a'] })
  const asked = (values: string[]): NamedInfo => ({
    dims: [],
    points: [office.points.minutes],
    dateRange: days,
    filters: [{ dim: names.dim.channel, op: 'in', values }] as never,
  })
  const { envelope } = await ask(asked(['没有']), limited)
  expect(envelope).toMatchObject({ code: 'report_invalid', msg: expect.stringContaining('官网') })
  // A channel of a game that the reader may not see.
  expect(JSON.stringify(envelope)).not.toContain('gold')
  expect(JSON.stringify((await ask(asked(['没有']))).envelope)).toContain('gold')
  expect((await ask(asked(['官网']), limited)).data.summary).toEqual([70])
})
