// Folders and views: who may see and change them, moving, order, deletion and its undo. On both metadata stores.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import {
  addOrUpdateViewMeta,
  addOrUpdateViewType,
  deleteViewMeta,
  deleteViewType,
  getReportByViewMetaId,
  getViewMeta,
  looseFolderId,
  updateOrder,
  type ViewType,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

describeStores('the tree of folders and views', (store) => {
  let office: Office
  let analyst: Person
  let viewer: Person

  beforeAll(async () => {
    const { metadata } = await store.make()
    office = await makeOffice({ metadata })
    analyst = await office.person()
    viewer = await office.person()
  })
  afterAll(() => office?.dispose())

  const treeOf = async (person: Person) => (await person.call<ViewType[]>(getViewMeta, { body: {} })).data
  const folderIn = (tree: ViewType[], id: number) => tree.find((folder) => folder.id === id)
  const addFolder = async (person: Person, body: object) =>
    (await person.call<{ id: number }>(addOrUpdateViewType, { body })).data.id
  const addView = async (person: Person, body: object) =>
    (await person.call<{ id: number }>(addOrUpdateViewMeta, { body })).data.id

  it('shows folders with their views, readings and whether the caller may change them', async () => {
    const [mine] = await treeOf(office.admin)
    expect(mine).toMatchObject({
      id: office.folder,
      name: '经营',
      parentId: null,
      editable: true,
      pinyin: 'jing ying',
    })
    expect(mine?.metas[0]).toMatchObject({
      id: office.view,
      name: '日报',
      typeId: office.folder,
      shared: true,
      editable: true,
    })
    const [theirs] = await treeOf(viewer)
    expect(theirs?.editable).toBe(false)
    expect(theirs?.metas[0]?.editable).toBe(false)
  })

  it('has room for 200 folders of each owner', async () => {
    const { db } = office.deps.metadata
    const person = await office.person()
    const row = { name: '多', parent_id: null, owner_id: person.id, position: 1 }
    const rows = Array.from({ length: 199 }, () => row)
    await db.insertInto('view_type').values(rows).execute()
    const last = await addFolder(person, { name: '末' })
    const refused = await person.call(addOrUpdateViewType, { body: { name: '又' } })
    expect(refused.envelope).toMatchObject({
      code: 'quota_exceeded',
      msg: '每人最多 200 个文件夹，请先删除不用的',
    })
    expect((await analyst.call(addOrUpdateViewType, { body: { name: '他' } })).envelope?.isSuccess).toBe(true)
    await person.call(deleteViewType, { params: { id: last } })
    await addFolder(person, { name: '又' })
    const again = await person.call(addOrUpdateViewType, { body: { id: last, restored: true } })
    expect(again.envelope?.code).toBe('quota_exceeded')
    await db.deleteFrom('view_type').where('owner_id', 'in', [person.id, analyst.id]).execute()
  })

  it('leaves audit rows of what is made, named, shared, taken back, deleted, restored and put in order', async () => {
    const id = await addView(analyst, { name: '查' })
    for (const change of [{ name: '查二' }, { shared: true }, { shared: true }, { shared: false }])
      await addView(analyst, { id, ...change })
    await analyst.call(deleteViewMeta, { params: { id } })
    await addView(analyst, { id, restored: true })
    await analyst.call(deleteViewMeta, { params: { id } })
    const shared = await addView(analyst, { name: '查三', shared: true })
    const beside = await addView(analyst, { name: '查四' })
    for (const ids of [
      [shared, beside],
      [beside, shared],
    ])
      await analyst.call(updateOrder, { body: { kind: 'viewMeta', ids } })
    await addView(analyst, { id: shared, typeId: office.folder })
    for (const one of [shared, beside]) await analyst.call(deleteViewMeta, { params: { id: one } })
    const rows = await office.deps.metadata.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('user_id', '=', analyst.id)
      .where('action', 'like', 'view.%')
      .orderBy('id')
      .execute()
    expect(rows.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
      ['view.add', { id, name: '查' }],
      ['view.change', { id, name: '查二', fields: ['name'] }],
      ['view.change', { id, name: '查二', fields: ['shared'] }],
      ['view.share', { id, shared: true }],
      ['view.change', { id, name: '查二', fields: ['shared'] }],
      ['view.share', { id, shared: false }],
      ['view.delete', { count: 1, ids: [id], name: '查二' }],
      ['view.restore', { count: 1, ids: [id], name: '查二' }],
      ['view.delete', { count: 1, ids: [id], name: '查二' }],
      ['view.add', { id: shared, name: '查三' }],
      ['view.share', { id: shared, shared: true }],
      ['view.add', { id: beside, name: '查四' }],
      ['view.order', { parent: null, ids: [beside, shared] }],
      ['view.change', { id: shared, name: '查三', fields: ['type_id'] }],
      ['view.delete', { count: 1, ids: [shared], name: '查三' }],
      ['view.delete', { count: 1, ids: [beside], name: '查四' }],
    ])
  })

  it('creates with -1 or without an id, private unless shared, at the end', async () => {
    const first = await addView(analyst, { name: ' 我的视图 ', typeId: office.folder })
    const second = await addView(analyst, { id: -1, name: '__proto__', typeId: office.folder, shared: true })
    const metas = folderIn(await treeOf(analyst), office.folder)?.metas ?? []
    expect(metas.map(({ id, name, shared }) => [id, name, shared])).toEqual([
      [office.view, '日报', true],
      [first, '我的视图', false],
      [second, '__proto__', true],
    ])
    expect(folderIn(await treeOf(viewer), office.folder)?.metas.map(({ id }) => id)).toEqual([
      office.view,
      second,
    ])
  })

  it('keeps views without a folder apart', async () => {
    const loose = await addView(analyst, { name: '散落', typeId: null })
    expect((await treeOf(analyst)).at(-1)).toMatchObject({
      id: looseFolderId,
      metas: [{ id: loose, typeId: null }],
    })
    expect(folderIn(await treeOf(viewer), looseFolderId)).toBeUndefined()
  })

  it.each([['   '], ['\u200b'], ['a\nb'], ['bell\u0007']])('refuses the name %j', async (name) => {
    const answer = await analyst.call(addOrUpdateViewMeta, { body: { name, typeId: office.folder } })
    expect(answer.status).toBe(200)
    expect(answer.envelope).toMatchObject({ isSuccess: false, code: 'parameter_wrong' })
  })

  it('refuses a name that is too long, a missing name and a missing folder', async () => {
    expect((await analyst.call(addOrUpdateViewMeta, { body: { name: '长'.repeat(101) } })).status).toBe(400)
    expect((await analyst.call(addOrUpdateViewMeta, { body: { name: 'nul\u0000' } })).status).toBe(400)
    expect((await analyst.call(addOrUpdateViewMeta, { body: {} })).envelope?.code).toBe('parameter_wrong')
    const nowhere = await analyst.call(addOrUpdateViewMeta, { body: { name: '无处', typeId: 999_999 } })
    expect([nowhere.status, nowhere.envelope?.code]).toEqual([404, 'object_missing'])
  })

  describe('a private view', () => {
    let secret: number
    beforeAll(async () => {
      secret = await addView(analyst, { name: '机密', typeId: office.folder })
    })

    it('answers to others as a missing id does, whatever the verb and the right', async () => {
      for (const stranger of [viewer, office.admin]) {
        const attempts = (id: number) => [
          stranger.call(getReportByViewMetaId, { params: { id } }),
          stranger.call(addOrUpdateViewMeta, { body: { id, name: '改' } }),
          stranger.call(addOrUpdateViewMeta, { body: { id, restored: true } }),
          stranger.call(addOrUpdateViewMeta, { body: { id, shared: true } }),
          stranger.call(deleteViewMeta, { params: { id }, body: {} }),
          stranger.call(updateOrder, { body: { kind: 'viewMeta', ids: [office.view, id] } }),
        ]
        const there = await Promise.all(attempts(secret))
        const missing = await Promise.all(attempts(Number.MAX_SAFE_INTEGER))
        expect(there.map(({ status, text }) => [status, text])).toEqual(
          missing.map(({ status, text }) => [status, text]),
        )
        expect(there.every(({ status }) => status === 404)).toBe(true)
      }
      expect(folderIn(await treeOf(analyst), office.folder)?.metas.map(({ name }) => name)).toContain('机密')
    })

    it('becomes everybody’s when its owner shares it, and their own again', async () => {
      await addView(analyst, { id: secret, shared: true })
      expect((await viewer.call(getReportByViewMetaId, { params: { id: secret } })).status).toBe(200)
      const taken = await office.admin.call(addOrUpdateViewMeta, { body: { id: secret, shared: false } })
      expect(taken.status).toBe(403)
      await addView(analyst, { id: secret, shared: false })
      expect((await viewer.call(getReportByViewMetaId, { params: { id: secret } })).status).toBe(404)
    })
  })

  it('lets owners and configurers change what is shared, and nobody else', async () => {
    const id = await addView(analyst, { name: '共享', typeId: office.folder, shared: true })
    const refused = await viewer.call(addOrUpdateViewMeta, { body: { id, name: '别人改' } })
    expect([refused.status, refused.envelope?.code]).toEqual([403, 'permission_missing'])
    expect((await viewer.call(deleteViewMeta, { params: { id }, body: {} })).status).toBe(403)
    await addView(office.admin, { id, name: '配置人员改' })
    expect((await treeOf(viewer)).flatMap(({ metas }) => metas).find((meta) => meta.id === id)?.name).toBe(
      '配置人员改',
    )
    expect((await viewer.call(addOrUpdateViewType, { body: { id: office.folder, name: '改' } })).status).toBe(
      403,
    )
  })

  it('deletes a view and brings it back with its reports', async () => {
    expect(
      (await office.admin.call(deleteViewMeta, { params: { id: office.view }, body: {} })).data,
    ).toBeNull()
    expect((await viewer.call(getReportByViewMetaId, { params: { id: office.view } })).status).toBe(404)
    expect((await office.admin.call(deleteViewMeta, { params: { id: office.view }, body: {} })).status).toBe(
      404,
    )
    expect(
      (await viewer.call(addOrUpdateViewMeta, { body: { id: office.view, restored: true } })).status,
    ).toBe(403)
    await addView(office.admin, { id: office.view, restored: true })
    const reports = await viewer.call<unknown[]>(getReportByViewMetaId, { params: { id: office.view } })
    expect(reports.data).toHaveLength(1)
  })

  it('deletes a folder only when it is empty, and says why not', async () => {
    const full = await office.admin.call(deleteViewType, { params: { id: office.folder }, body: {} })
    expect(full.envelope).toMatchObject({ isSuccess: false, msg: expect.stringContaining('内容') })
    const folder = await addFolder(analyst, { name: '小夹' })
    const hidden = await addView(viewer, { name: '别人的', typeId: folder })
    const others = await analyst.call(deleteViewType, { params: { id: folder }, body: {} })
    expect(others.envelope).toMatchObject({
      isSuccess: false,
      msg: expect.stringContaining('其他人的私有视图'),
    })
    await viewer.call(deleteViewMeta, { params: { id: hidden }, body: {} })
    expect((await analyst.call(deleteViewType, { params: { id: folder }, body: {} })).data).toBeNull()
    expect(folderIn(await treeOf(analyst), folder)).toBeUndefined()
    // What comes back into a folder that is gone stands outside of any.
    await addView(viewer, { id: hidden, restored: true })
    expect((await treeOf(viewer)).at(-1)).toMatchObject({ id: looseFolderId, metas: [{ id: hidden }] })
    await addFolder(analyst, { id: folder, restored: true })
    expect(folderIn(await treeOf(analyst), folder)?.name).toBe('小夹')
  })

  it('moves folders, never into themselves', async () => {
    const outer = await addFolder(analyst, { name: '外' })
    const inner = await addFolder(analyst, { name: '内', parentId: outer })
    for (const parentId of [outer, inner]) {
      const answer = await analyst.call(addOrUpdateViewType, { body: { id: outer, parentId } })
      expect(answer.envelope).toMatchObject({ isSuccess: false, msg: '文件夹不能移到自己里面' })
    }
    await addFolder(analyst, { id: inner, parentId: null })
    expect(folderIn(await treeOf(analyst), inner)?.parentId).toBeNull()
    expect((await analyst.call(addOrUpdateViewType, { body: { id: outer, parentId: 999_999 } })).status).toBe(
      404,
    )
  })

  it('puts siblings in the given order and leaves the others where they are', async () => {
    const folder = await addFolder(analyst, { name: '排序' })
    const [one, two, three] = [
      await addView(office.admin, { name: '一', typeId: folder, shared: true }),
      await addView(analyst, { name: '二', typeId: folder, shared: true }),
      await addView(office.admin, { name: '三', typeId: folder, shared: true }),
    ]
    const order = async () => folderIn(await treeOf(viewer), folder)?.metas.map(({ id }) => id)
    const place = (person: Person, ids: number[]) =>
      person.call(updateOrder, { body: { kind: 'viewMeta', ids } })
    expect((await place(office.admin, [three, one])).data).toBeNull()
    expect(await order()).toEqual([three, two, one])
    // One's own moves between others'; others' are not moved past each other.
    expect((await place(analyst, [two, three, one])).data).toBeNull()
    expect(await order()).toEqual([two, three, one])
    expect((await place(analyst, [two, one, three])).status).toBe(403)
    expect((await place(viewer, [one, two, three])).status).toBe(403)
    expect((await place(office.admin, [one, one])).envelope?.code).toBe('parameter_wrong')
    expect((await place(office.admin, [one, office.view])).envelope?.code).toBe('parameter_wrong')
    expect(await order()).toEqual([two, three, one])
  })

  it('is not undone by two who create at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, (_, index) => addFolder(analyst, { name: `同时 ${index}` })),
    )
    expect(new Set(ids).size).toBe(5)
  })
})
