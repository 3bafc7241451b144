// Saved reports: saving, describing, moving, deleting, restoring, conflicts and rights. On both metadata stores.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateReportRemark,
  addOrUpdateViewMeta,
  delReportByViewMetaId,
  getPointTableConfByPointTableName,
  getReportBy,
  getReportByViewMetaId,
  getReportUpdateTime,
  getViewMeta,
  type Report,
  updateOrder,
  type ViewType,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

describeStores('reports of a view', (store) => {
  let office: Office
  let analyst: Person
  let viewer: Person
  let view: number

  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    analyst = await office.person()
    viewer = await office.person()
  })
  afterAll(() => office?.dispose())
  beforeEach(async () => {
    const body = { name: '分析', typeId: office.folder, shared: true }
    view = (await analyst.call<{ id: number }>(addOrUpdateViewMeta, { body })).data.id
  })

  type Saved = { id: number; viewMetaId: number; modifiedAt: string }
  const save = (person: Person, body: object) => person.call<Saved>(addOrUpdateReportMeta, { body })
  const add = async (reportName: string, change = {}) =>
    (await save(analyst, { viewMetaId: view, reportName, info: office.info(change) })).data
  const list = async (person: Person, id = view) =>
    (await person.call<Report[]>(getReportByViewMetaId, { params: { id } })).data

  it('adds at the end and shows whole definitions', async () => {
    const first = await add('一')
    const second = await add('二', { dims: [office.dims.channel], grain: 'week' })
    const reports = await list(viewer)
    expect(reports.map(({ id, reportName, order }) => [id, reportName, order])).toEqual([
      [first.id, '一', 1],
      [second.id, '二', 2],
    ])
    expect(reports[1]).toMatchObject({
      editable: false,
      owner: analyst.user.username,
      remark: '',
      modifiedAt: second.modifiedAt,
    })
    expect(reports[1]?.info).toEqual(office.info({ dims: [office.dims.channel], grain: 'week' }))
    expect((await list(analyst))[0]?.editable).toBe(true)
    const [alone] = (
      await viewer.call<Report[]>(getReportBy, { params: { type: 'ReportId', id: first.id }, body: {} })
    ).data
    expect(alone).toEqual(reports[0])
  })

  it('keeps what somebody found in a private view made for it, both or neither', async () => {
    const found = { newView: '我的发现', reportName: '找到的', info: office.info() }
    const refused = await save(viewer, { viewMetaId: view, reportName: '找到的', info: office.info() })
    expect(refused.status).toBe(403)
    const broken = await save(viewer, { ...found, info: office.info({ points: [999_999] }) })
    expect(broken.envelope?.isSuccess).toBe(false)
    const unnamed = await save(viewer, { ...found, reportName: ' ' })
    expect(unnamed.envelope?.isSuccess).toBe(false)
    const owned = async () =>
      (await viewer.call<ViewType[]>(getViewMeta, { body: {} })).data.flatMap(({ metas }) =>
        metas.filter(({ name }) => name === found.newView),
      )
    expect(await owned()).toEqual([])
    const kept = (await save(viewer, found)).data
    expect(await owned()).toMatchObject([{ id: kept.viewMetaId, shared: false, typeId: null }])
    expect(await list(viewer, kept.viewMetaId)).toMatchObject([{ id: kept.id, editable: true }])
    const others = await office.admin.call(getReportByViewMetaId, { params: { id: kept.viewMetaId } })
    expect(others.status).toBe(404)
    const more = (
      await save(viewer, { viewMetaId: kept.viewMetaId, reportName: '又一张', info: office.info() })
    ).data
    expect(more.viewMetaId).toBe(kept.viewMetaId)
    const moved = await save(viewer, { id: more.id, newView: '搬到新视图' })
    expect(moved.envelope).toMatchObject({ isSuccess: false, msg: '新视图只能和新报表一起建立' })
  })

  it('refuses what cannot be compiled, in Chinese, and keeps what it had', async () => {
    const { id, modifiedAt } = await add('好')
    const before = await list(analyst)
    for (const info of [
      office.info({ points: [999_999] }),
      office.info({ dims: [999_999] }),
      office.info({ dims: [office.dims.state] }),
      office.info({ dateRange: { from: '2026-10-03', to: '2026-10-01' } }),
      office.info({ dateRange: { from: '2026-02-30', to: '2026-03-01' } }),
      office.info({ filters: [{ op: 'in', values: ['x'] }] }),
      office.info({ order: [{ key: 'p999999', desc: true }] }),
    ]) {
      const answer = await save(analyst, { id, info })
      expect(answer.status).toBe(200)
      expect(answer.envelope).toMatchObject({ isSuccess: false, msg: expect.stringMatching(/[一-龥]/) })
    }
    const filters = Array.from({ length: 10_000 }, () => ({
      dim: office.dims.channel,
      op: 'in',
      values: ['web'],
    }))
    expect((await save(analyst, { id, info: { ...office.info(), filters } })).status).toBe(400)
    // A text stands for a name, and no point has this one.
    const named = await save(analyst, { id, info: { ...office.info(), points: ['1; drop table'] } })
    expect(named.envelope).toMatchObject({ isSuccess: false, msg: expect.stringContaining('没有名为') })
    expect(await list(analyst)).toEqual(before)
    expect((await list(analyst))[0]?.modifiedAt).toBe(modifiedAt)
  })

  it('answers 409 to a change of what somebody else changed meanwhile', async () => {
    const { id, modifiedAt } = await add('共同')
    const theirs = await save(office.admin, { id, reportName: '改过', modifiedAt })
    expect(theirs.data.modifiedAt > modifiedAt).toBe(true)
    const mine = await save(analyst, { id, info: office.info({ grain: 'week' }), modifiedAt })
    expect([mine.status, mine.envelope?.code]).toEqual([409, 'object_conflict'])
    expect((await list(analyst))[0]).toMatchObject({ reportName: '改过', info: office.info() })
    const insisted = await save(analyst, { id, info: office.info({ grain: 'week' }) })
    expect(insisted.data.modifiedAt > theirs.data.modifiedAt).toBe(true)
  })

  it('lets one of two who save at once win', async () => {
    const { id, modifiedAt } = await add('抢')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => save(analyst, { id, reportName: `抢 ${index}`, modifiedAt })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  it('keeps remarks of several lines, and refuses control characters', async () => {
    const { id } = await add('备注')
    const remark = (person: Person, text: string) =>
      person.call(addOrUpdateReportRemark, { body: { id, remark: text } })
    expect((await remark(analyst, '第一行\n第二行\t=1+1 "引号"')).data).toEqual({ id })
    expect((await remark(analyst, 'nul\u0000')).envelope).toMatchObject({ isSuccess: false })
    expect((await remark(analyst, '长'.repeat(10_001))).status).toBe(400)
    expect((await remark(viewer, '别人')).status).toBe(403)
    expect((await list(viewer))[0]?.remark).toBe('第一行\n第二行\t=1+1 "引号"')
  })

  it('lets nobody write over a remark that they have not read', async () => {
    const { id } = await add('两人备注')
    const remark = (person: Person, text: string, former: string) =>
      person.call(addOrUpdateReportRemark, { body: { id, remark: text, former } })
    expect((await remark(analyst, '甲写的', '')).status).toBe(200)
    const refused = await remark(office.admin, '乙写的', '')
    expect(refused.status).toBe(409)
    expect(refused.envelope).toMatchObject({
      code: 'object_conflict',
      msg: expect.stringContaining('甲写的'),
    })
    expect((await list(analyst))[0]?.remark).toBe('甲写的')
    expect((await remark(office.admin, '甲写的，乙补的', '甲写的')).status).toBe(200)
    expect((await list(analyst))[0]?.remark).toBe('甲写的，乙补的')
  })

  it('deletes some or all, and brings them back', async () => {
    const [one, two, three] = [await add('一'), await add('二'), await add('三')]
    const remove = (person: Person, body: object) =>
      person.call<{ deletedIds: number[] }>(delReportByViewMetaId, { body: { viewMetaId: view, ...body } })
    expect((await remove(viewer, {})).status).toBe(403)
    expect((await remove(analyst, { reportIds: [one.id, office.report] })).status).toBe(404)
    expect(await list(analyst)).toHaveLength(3)
    expect((await remove(analyst, { reportIds: [two.id] })).data).toEqual({ deletedIds: [two.id] })
    expect((await list(analyst)).map(({ id }) => id)).toEqual([one.id, three.id])
    expect((await save(analyst, { id: two.id, reportName: '已删' })).status).toBe(404)
    expect((await remove(office.admin, {})).data).toEqual({ deletedIds: [one.id, three.id] })
    expect(await list(analyst)).toEqual([])
    expect((await save(viewer, { id: two.id, restored: true })).status).toBe(403)
    for (const { id } of [two, one]) await save(analyst, { id, restored: true })
    expect((await list(viewer)).map(({ reportName }) => reportName)).toEqual(['一', '二'])
  })

  it('puts reports in order', async () => {
    const ids = [(await add('一')).id, (await add('二')).id, (await add('三')).id]
    const reversed = ids.toReversed()
    const place = (person: Person, order: number[]) =>
      person.call(updateOrder, { body: { kind: 'report', ids: order } })
    expect((await place(viewer, reversed)).status).toBe(403)
    expect((await place(analyst, reversed)).data).toBeNull()
    expect((await list(viewer)).map(({ id }) => id)).toEqual(reversed)
    expect((await place(analyst, [999_999])).status).toBe(404)
  })

  it('finds reports by what they use, among those that the caller may see', async () => {
    const body = { name: '私有', typeId: office.folder }
    const secret = (await analyst.call<{ id: number }>(addOrUpdateViewMeta, { body })).data.id
    const hidden = await save(analyst, {
      viewMetaId: secret,
      reportName: '藏',
      info: office.info({ points: [office.points.orders] }),
    })
    const filtered = await add('按渠道', {
      filters: [{ dim: office.dims.channel, op: 'in', values: ['web'] }],
    })
    const using = async (person: Person, type: string, id: number) =>
      (await person.call<Report[]>(getReportBy, { params: { type, id }, body: {} })).data.map(
        (report) => report.id,
      )
    expect(await using(analyst, 'PointId', office.points.orders)).toEqual([hidden.data.id])
    expect(await using(viewer, 'PointId', office.points.orders)).toEqual([])
    const ratio = await add('比率', { points: [office.points.arpu] })
    expect(await using(viewer, 'PointId', office.points.revenue)).toEqual([ratio.id])
    expect(await using(viewer, 'DimId', office.dims.channel)).toContain(filtered.id)
    expect(await using(viewer, 'ViewMetaId', view)).toEqual([filtered.id, ratio.id])
    expect(await using(viewer, 'PointId', 999_999)).toEqual([])
    const answers = await Promise.all([
      viewer.call(getReportBy, { params: { type: 'ReportId', id: hidden.data.id }, body: {} }),
      viewer.call(getReportBy, { params: { type: 'ReportId', id: Number.MAX_SAFE_INTEGER }, body: {} }),
      viewer.call(getReportBy, { params: { type: 'ViewMetaId', id: secret }, body: {} }),
      save(viewer, { id: hidden.data.id, reportName: '改' }),
      save(viewer, { id: hidden.data.id, restored: true }),
      save(office.admin, { viewMetaId: secret, reportName: '塞', info: office.info() }),
      office.admin.call(addOrUpdateReportRemark, { body: { id: hidden.data.id, remark: '' } }),
      office.admin.call(delReportByViewMetaId, { body: { viewMetaId: secret } }),
      office.admin.call(updateOrder, { body: { kind: 'report', ids: [hidden.data.id] } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await viewer.call(getReportBy, { params: { type: 'Nothing', id: 1 }, body: {} })).status).toBe(
      400,
    )
    const times = await viewer.call<{ reportId: number; updateTime: string | null }[]>(getReportUpdateTime, {
      body: { reportIds: [hidden.data.id, 999_999, filtered.id, filtered.id] },
    })
    expect(times.data).toEqual([{ reportId: filtered.id, updateTime: expect.stringMatching(/^20\d\d-/) }])
  })

  it('finds point tables by either name', async () => {
    const find = (name: string) =>
      viewer.call(getPointTableConfByPointTableName, { params: { name }, body: {} })
    expect((await find('visit')).data).toMatchObject({
      id: office.tables.visit,
      date_column: 'day',
      joins: [{ column: 'channel' }],
    })
    expect((await find('订单')).data).toMatchObject({ id: office.tables.orders })
    expect((await find('__proto__')).status).toBe(404)
  })
})
