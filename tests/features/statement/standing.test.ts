// Views that are checked until a day, or retired from one on: what a check covers, who marks, and who is told. On both
// metadata stores.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { businessDay } from '#shared/businessDay.ts'
import { dayNumber, dayText } from '#shared/day.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { type Inbox, listInbox } from '#features/inbox/contract.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  delReportByViewMetaId,
  getReportByViewMetaId,
  getViewMeta,
  markView,
  treeHistory,
  type ViewMeta,
  type ViewType,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

describeStores('a view’s standing', (store) => {
  let office: Office
  let [owner, author, reader]: Person[] = []
  let today: string
  const people = () => ({ owner: owner as Person, author: author as Person, reader: reader as Person })

  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    owner = await office.person()
    author = await office.person()
    reader = await office.person()
    today = businessDay(office.deps.settings)
  })
  afterAll(() => office?.dispose())

  const later = (days: number) => dayText(dayNumber(today) + days)
  const addView = async (body: object) =>
    (await people().owner.call<{ id: number }>(addOrUpdateViewMeta, { body: { name: '周报', ...body } })).data
      .id
  const addReport = async (person: Person, viewMetaId: number, reportName = '访问') => {
    const body = { viewMetaId, reportName, info: office.info() }
    return (await person.call<{ id: number }>(addOrUpdateReportMeta, { body })).data.id
  }
  const mark = async (person: Person, body: object) => (await person.call(markView, { body })).envelope
  const viewOf = async (person: Person, id: number): Promise<ViewMeta | undefined> =>
    (await person.call<ViewType[]>(getViewMeta, { body: {} })).data
      .flatMap(({ metas }) => metas)
      .find((view) => view.id === id)

  it('is checked until a day, and not any more once a report of the view changes, comes, goes or moves', async () => {
    const { owner, reader } = people()
    const view = await addView({ shared: true, typeId: office.folder })
    const report = await addReport(owner, view)
    const check = () => mark(owner, { id: view, verifiedUntil: later(30) })
    const isFresh = async () => {
      const { verified, changedSince } = (await viewOf(reader, view)) ?? {}
      return verified?.until === later(30) && changedSince !== true
    }
    expect(await check()).toMatchObject({ isSuccess: true })
    expect((await viewOf(reader, view))?.verified).toEqual({
      by: owner.user.username,
      at: today,
      until: later(30),
    })
    // The view's own name is no figure.
    await owner.call(addOrUpdateViewMeta, { body: { id: view, name: '新周报' } })
    expect(await isFresh()).toBe(true)
    const changes = [
      () =>
        owner.call(addOrUpdateReportMeta, {
          body: { id: report, info: office.info({ points: [office.points.players] }) },
        }),
      () => addReport(owner, view, '又一张'),
      () => owner.call(delReportByViewMetaId, { body: { viewMetaId: view, reportIds: [report] } }),
    ]
    const elsewhere = await addView({ shared: true, typeId: office.folder })
    const moving = await addReport(owner, view, '要移走')
    changes.push(() => owner.call(addOrUpdateReportMeta, { body: { id: moving, viewMetaId: elsewhere } }))
    for (const change of changes) {
      await check()
      expect(await isFresh()).toBe(true)
      await change()
      expect(await isFresh()).toBe(false)
      expect((await viewOf(reader, view))?.changedSince).toBe(true)
    }
    expect(await mark(owner, { id: view, verifiedUntil: later(-1) })).toMatchObject({
      isSuccess: false,
      msg: expect.stringContaining('今天或以后'),
    })
    expect(await mark(owner, { id: view, verifiedUntil: '2999-02-31' })).toMatchObject({ isSuccess: false })
    expect(await mark(owner, { id: view, verifiedUntil: null })).toMatchObject({ isSuccess: true })
    expect(await viewOf(reader, view)).not.toHaveProperty('verified')
    const past = await owner.call(treeHistory, { params: { kind: 'viewMeta', id: view } })
    expect(past.text).toContain(`${owner.user.username} 已核对，有效至 ${later(30)}`)
  })

  it('is marked by those who may change the view alone', async () => {
    const { owner, reader } = people()
    const open = await addView({ shared: true, typeId: office.folder })
    const hidden = await addView({})
    for (const body of [{ verifiedUntil: later(1) }, { retiredFrom: today }, { dryRun: true }]) {
      expect(await mark(reader, { id: open, ...body })).toMatchObject({ code: 'permission_missing' })
      expect(await mark(reader, { id: hidden, ...body })).toMatchObject({ code: 'object_missing' })
    }
    expect(await mark(office.admin, { id: open, verifiedUntil: later(1) })).toMatchObject({ isSuccess: true })
    expect(await mark(owner, { id: open, revision: 1, retiredFrom: today })).toMatchObject({
      code: 'object_conflict',
    })
  })

  it('when retired tells whose things stand on it and who still sees it, and stays readable', async () => {
    const { owner, author, reader } = people()
    const view = await addView({ grants: [{ kind: 'user', id: author.id, right: 'edit' }] })
    await addReport(author, view, '他的报表')
    const embed = { enabled: 1, settings: '{}', created_at: '', modified_at: '' }
    await office.deps.metadata.db
      .insertInto('report_embed')
      .values({ id: 'one-embed', view_meta_id: view, owner_id: reader.id, ...embed })
      .execute()
    const dry = await owner.call<{ people: number }>(markView, { body: { id: view, dryRun: true } })
    const body = { id: view, retiredFrom: today, note: ' 改用新周报 ' }
    const done = await owner.call<{ people: number }>(markView, { body })
    // The reader embeds it, but sees it no more.
    expect([dry.data.people, done.data.people]).toEqual([1, 1])
    const [note] = (await author.call<Inbox>(listInbox)).data.rows
    expect(note).toMatchObject({
      title: `视图「周报」自 ${today} 停用`,
      source: 'definition',
      link: `/statement?id=${view}`,
    })
    expect(note?.text).toMatch(/^改用新周报。与你有关：报表「他的报表」。/)
    expect((await reader.call(listInbox)).text).not.toContain('周报」自')
    expect((await viewOf(author, view))?.retired).toEqual({
      by: owner.user.username,
      from: today,
      note: '改用新周报',
    })
    const opened = await author.call(getReportByViewMetaId, { params: { id: view } })
    expect(opened.envelope?.isSuccess).toBe(true)
    await mark(owner, { id: view, retiredFrom: null })
    expect(await viewOf(author, view)).not.toHaveProperty('retired')
  })
})
