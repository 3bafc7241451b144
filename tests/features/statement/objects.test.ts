// Folders, views and reports as objects: concurrent edits never overwrite each other unnoticed, history shows and
// undoes every change, and deleted ones are removed for good in time. On both metadata stores.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeObjects } from '#server/objects/purging.ts'
import type { PastHistory } from '#shared/changeHistory.ts'
import type { Conflict } from '#shared/conflict.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateReportRemark,
  addOrUpdateViewMeta,
  addOrUpdateViewType,
  deleteViewMeta,
  deleteViewType,
  delReportByViewMetaId,
  getReportByViewMetaId,
  getViewMeta,
  type Report,
  type TreeKind,
  treeBack,
  treeHistory,
  type ViewType,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

describeStores('what people make of reports', (store) => {
  let office: Office
  let analyst: Person
  let viewer: Person
  let folder: number
  let view: number
  let report: number

  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    analyst = await office.person()
    viewer = await office.person()
  })
  afterAll(() => office?.dispose())
  beforeEach(async () => {
    folder = await saved(addOrUpdateViewType, { name: '夹' })
    view = await saved(addOrUpdateViewMeta, { name: '视图', typeId: folder, shared: true })
    const info = office.info({ limit: 10 })
    report = await saved(addOrUpdateReportMeta, { viewMetaId: view, reportName: '报表', info })
  })

  const saved = async (call: Parameters<Person['call']>[0], body: object): Promise<number> =>
    (await analyst.call<{ id: number }>(call, { body })).data.id
  const tree = async () => (await analyst.call<ViewType[]>(getViewMeta, { body: {} })).data
  const reports = async (id = view) =>
    (await analyst.call<Report[]>(getReportByViewMetaId, { params: { id } })).data

  interface Given {
    kind: TreeKind
    save: Parameters<Person['call']>[0]
    id: () => number
    present: () => Promise<{ name: string; revision: number }>
    named: (name: string) => object
  }
  const kinds: Given[] = [
    {
      kind: 'viewType',
      save: addOrUpdateViewType,
      id: () => folder,
      present: async () => (await tree()).find(({ id }) => id === folder) as ViewType,
      named: (name) => ({ name }),
    },
    {
      kind: 'viewMeta',
      save: addOrUpdateViewMeta,
      id: () => view,
      present: async () =>
        (await tree()).flatMap(({ metas }) => metas).find(({ id }) => id === view) as ViewType['metas'][0],
      named: (name) => ({ name }),
    },
    {
      kind: 'report',
      save: addOrUpdateReportMeta,
      id: () => report,
      present: async () => {
        const [found] = await reports()
        return { name: found?.reportName ?? '', revision: found?.revision ?? 0 }
      },
      named: (reportName) => ({ reportName }),
    },
  ]
  const history = (person: Person, kind: TreeKind, id: number) =>
    person.call<PastHistory>(treeHistory, { params: { kind, id } })

  describe.each(kinds)('of the kind $kind', ({ kind, save, id, present, named }) => {
    const rename = (person: Person, name: string, more: object = {}) =>
      person.call(save, { body: { id: id(), ...named(name), ...more } })

    it('are not overwritten unseen by the second of two editors', async () => {
      const { revision } = await present()
      await rename(office.admin, '别人的', { revision })
      const refused = await rename(analyst, '我的', { revision })
      expect([refused.status, refused.envelope?.code]).toEqual([409, 'object_conflict'])
      expect(refused.envelope?.data as Conflict).toMatchObject({
        present: { ...named('别人的'), revision: revision + 1 },
        by: office.admin.user.username,
        at: expect.stringMatching(/^20\d\d-.*Z$/),
      })
      expect((await present()).name).toBe('别人的')
      // Sent again after its answer was lost it is none, and whoever saw theirs may write over it.
      expect((await rename(analyst, '别人的', { revision })).status).toBe(200)
      expect((await rename(analyst, '我的', { revision, overwrite: true })).status).toBe(200)
      expect((await rename(analyst, '又改', { revision: (await present()).revision })).status).toBe(200)
      // Callers of the given calls know of no revision.
      expect((await rename(office.admin, '照旧')).status).toBe(200)
      expect((await present()).name).toBe('照旧')
    })

    it('tell of their changes, and go back to what they were', async () => {
      const before = await present()
      await rename(analyst, '改一')
      await rename(office.admin, '改二')
      const told = (await history(viewer, kind, id())).data
      expect(
        told.map(({ by, action, changes }) => [by, action, changes.map(({ from, to }) => [from, to])]),
      ).toEqual([
        [office.admin.user.username, 'change', [['改一', '改二']]],
        [analyst.user.username, 'change', [[before.name, '改一']]],
        [analyst.user.username, 'add', []],
      ])
      expect(told.map(({ back }) => back)).toEqual([false, true, true])
      const back = (person: Person, change: number) =>
        person.call(treeBack, { body: { kind, id: id(), change } })
      expect((await back(viewer, told[1]?.change ?? 0)).status).toBe(403)
      await back(analyst, told[1]?.change ?? -1)
      expect((await present()).name).toBe('改一')
      await back(analyst, 0)
      expect((await present()).name).toBe(before.name)
      expect((await back(analyst, 999_999)).envelope?.code).toBe('object_missing')
    })
  })

  it('a report’s definition, place and remark are told in words and go back', async () => {
    const before = (await reports())[0] as Report
    const other = await saved(addOrUpdateViewMeta, { name: '另一', typeId: folder, shared: true })
    const info = office.info({
      points: [office.points.minutes, office.points.revenue],
      filters: [{ dim: office.dims.channel, op: 'in', values: ['web'] }],
      order: [{ key: `p${office.points.revenue}`, desc: true }],
    })
    await saved(addOrUpdateReportMeta, { id: report, info, revision: before.revision })
    await saved(addOrUpdateReportRemark, { id: report, remark: '口径' })
    await saved(addOrUpdateReportMeta, { id: report, viewMetaId: other })
    const told = (await history(analyst, 'report', report)).data
    expect(told.flatMap(({ changes }) => changes.map(({ title, from, to }) => [title, from, to]))).toEqual([
      ['视图', '视图', '另一'],
      ['备注', '', '口径'],
      ['指标', '在线时长', '在线时长、充值金额'],
      ['筛选', '', '渠道 等于 web'],
      ['排序', '', '充值金额 降序'],
      ['行数', '10', ''],
    ])
    await analyst.call(treeBack, { body: { kind: 'report', id: report, change: 0 } })
    expect(await reports(other)).toEqual([])
    const { revision, modifiedAt, ...again } = (await reports())[0] as Report
    expect(again).toEqual((({ revision: _, modifiedAt: __, ...rest }) => rest)(before))
    expect([revision > before.revision, modifiedAt > before.modifiedAt]).toEqual([true, true])
  })

  it('sharing and moving are changes with a way back, which is its owner’s to take', async () => {
    const aside = await saved(addOrUpdateViewType, { name: '旁边' })
    await saved(addOrUpdateViewMeta, { id: view, shared: false })
    await saved(addOrUpdateViewMeta, { id: view, typeId: aside })
    const told = (await history(analyst, 'viewMeta', view)).data
    expect(told.flatMap(({ changes }) => changes.map(({ title, from, to }) => [title, from, to]))).toEqual([
      ['文件夹', '夹', '旁边'],
      ['共享', '共享', '私有'],
    ])
    expect((await history(office.admin, 'viewMeta', view)).status).toBe(404)
    expect((await history(office.admin, 'report', report)).status).toBe(404)
    const whileShared = { kind: 'viewMeta', id: view, change: 0 }
    expect((await office.admin.call(treeBack, { body: whileShared })).status).toBe(404)
    await analyst.call(treeBack, { body: whileShared })
    expect((await history(office.admin, 'viewMeta', view)).status).toBe(200)
    const whilePrivate = { kind: 'viewMeta', id: view, change: told[1]?.change ?? 0 }
    expect((await office.admin.call(treeBack, { body: whilePrivate })).status).toBe(403)
  })

  it('a view goes with its reports and comes back with those that went with it', async () => {
    const info = office.info()
    const first = await saved(addOrUpdateReportMeta, { viewMetaId: view, reportName: '先删', info })
    await analyst.call(delReportByViewMetaId, { body: { viewMetaId: view, reportIds: [first] } })
    await analyst.call(deleteViewMeta, { params: { id: view }, body: {} })
    expect((await saveStatus(report)).status).toBe(404)
    await saved(addOrUpdateViewMeta, { id: view, restored: true })
    expect((await reports()).map(({ id }) => id)).toEqual([report])
    await saved(addOrUpdateReportMeta, { id: first, restored: true })
    expect((await reports()).map(({ id }) => id)).toEqual([report, first])
  })
  const saveStatus = (id: number) =>
    analyst.call(addOrUpdateReportMeta, { body: { id, reportName: '还在吗', restored: true } })

  it('what was deleted a month ago goes for good, with its history; what lives stays', async () => {
    const { db } = office.deps.metadata
    await saved(addOrUpdateViewType, { id: folder, name: '夹二' })
    const addBeside = async (reportName: string) => {
      const body = { viewMetaId: office.view, reportName, info: office.info() }
      return (await office.admin.call<{ id: number }>(addOrUpdateReportMeta, { body })).data.id
    }
    const [living, late] = [await addBeside('在'), await addBeside('晚')]
    await office.admin.call(delReportByViewMetaId, { body: { viewMetaId: office.view, reportIds: [late] } })
    await analyst.call(deleteViewMeta, { params: { id: view }, body: {} })
    await analyst.call(deleteViewType, { params: { id: folder }, body: {} })
    const monthAgo = new Date(Date.now() - 31 * 86_400_000).toISOString()
    for (const [table, id] of [
      ['report', report],
      ['view_meta', view],
      ['view_type', folder],
    ] as const)
      await db.updateTable(table).set({ deleted_at: monthAgo }).where('id', '=', id).execute()
    const job = await office.app.jobs.enqueue({ kind: purgeObjects, payload: {}, userId: null })
    await office.app.jobs.tick()
    await office.app.jobs.settled()
    expect(await office.app.jobs.find(job)).toMatchObject({
      status: 'done',
      result: { report: 1, view: 1, folder: 1, calendarNote: 0 },
    })
    const left = await db
      .selectFrom('report')
      .select('id')
      .where('id', 'in', [report, living, late])
      .execute()
    expect(left.map(({ id }) => id).sort()).toEqual([living, late].sort())
    const told = await db
      .selectFrom('object_change')
      .selectAll()
      .where('object_id', '=', `${folder}`)
      .execute()
    expect(told.filter((one) => one.kind === 'folder')).toEqual([])
    expect((await saveStatus(late)).status).toBe(403)
  })
})
