// Who sees a folder or view: its owner, people and roles by name, and whoever its folder is open to. On both metadata
// stores.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Right } from '#shared/grants.ts'
import type { WhoSees } from '#shared/whoSees.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { countUnread, type Inbox, listInbox } from '#features/inbox/contract.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  addOrUpdateViewType,
  deleteViewMeta,
  deleteViewType,
  getReportByViewMetaId,
  getReportDataByInfo,
  getViewMeta,
  looseFolderId,
  sharedFolderId,
  treeBack,
  treeHistory,
  updateOrder,
  type ViewType,
  whoSees,
} from '#features/statement/contract.ts'
import { handDown } from '#features/statement/server/handing.ts'
import { makeOffice, type Office } from './office.ts'

describeStores('who sees a folder or view', (store) => {
  let office: Office
  let [wang, li, zhao]: Person[] = []
  const people = () => ({ wang: wang as Person, li: li as Person, zhao: zhao as Person })

  beforeAll(async () => {
    const { metadata } = await store.make()
    office = await makeOffice({ metadata })
    wang = await office.person()
    li = await office.person()
    zhao = await office.person({ keys: ['search_config'] })
  })
  afterAll(() => office?.dispose())

  const grant = ({ id }: Person, right: Right = 'see') => ({ kind: 'user' as const, id, right })
  const toRole = ({ user }: Person, right: Right = 'see') => ({
    kind: 'role' as const,
    id: user.roleId,
    right,
  })
  const saved = async (
    person: Person,
    call: typeof addOrUpdateViewMeta | typeof addOrUpdateViewType,
    body: object,
  ) => (await person.call<{ id: number }>(call, { body })).data.id
  const addView = (person: Person, body: object) =>
    saved(person, addOrUpdateViewMeta, { name: '视图', ...body })
  const addFolder = (person: Person, body: object) =>
    saved(person, addOrUpdateViewType, { name: '夹', ...body })
  const change = async (person: Person, id: number, body: object) =>
    (await person.call(addOrUpdateViewMeta, { body: { id, ...body } })).envelope
  const changeFolder = async (person: Person, id: number, body: object) =>
    (await person.call(addOrUpdateViewType, { body: { id, ...body } })).envelope
  const treeOf = async (person: Person) => (await person.call<ViewType[]>(getViewMeta, { body: {} })).data
  /** The folder in which somebody finds a view. */
  const placeOf = async (person: Person, view: number) =>
    (await treeOf(person)).find(({ metas }) => metas.some(({ id }) => id === view))?.id
  const sees = async (person: Person, view: number) => (await placeOf(person, view)) !== undefined
  const opens = async (person: Person, view: number) =>
    (await person.call(getReportByViewMetaId, { params: { id: view } })).envelope?.isSuccess
  const asked = async (person: Person, body: object) => (await person.call<WhoSees>(whoSees, { body })).data
  const missing = { isSuccess: false, code: 'object_missing' }

  it('shares a view with one person, who finds it, reads it and is told', async () => {
    const { wang, li, zhao } = people()
    const view = await addView(wang, { name: '周报' })
    const report = { viewMetaId: view, reportName: '访问', info: office.info() }
    const { id: reportId } = (await wang.call<{ id: number }>(addOrUpdateReportMeta, { body: report })).data
    for (const person of [li, zhao]) expect(await opens(person, view)).toBe(false)
    await change(wang, view, { grants: [grant(li)] })
    expect(await placeOf(li, view)).toBe(sharedFolderId)
    expect(await placeOf(wang, view)).toBe(looseFolderId)
    expect(await opens(li, view)).toBe(true)
    const figures = { reportId, info: office.info() }
    expect((await li.call(getReportDataByInfo, { body: figures })).envelope?.isSuccess).toBe(true)
    expect((await zhao.call(getReportDataByInfo, { body: figures })).envelope).toMatchObject(missing)
    // A configurer who sees it by name alone may not change it; who may only see may change nothing.
    expect(await change(li, view, { name: '我的' })).toMatchObject({ code: 'permission_missing' })
    expect(await sees(zhao, view)).toBe(false)
    const [note] = (await li.call<Inbox>(listInbox)).data.rows
    expect(note).toMatchObject({
      title: `${wang.user.username} 与你共享了视图「周报」`,
      source: 'sharing',
      link: `/statement?id=${view}`,
      read: false,
    })
    expect((await asked(li, { kind: 'viewMeta', id: view })).grants).toMatchObject([
      { kind: 'user', id: li.id, right: 'see', name: li.user.username, gone: false },
    ])
    // Taking it back takes it out of the tree, of the address and of the figures.
    await change(wang, view, { grants: [] })
    expect(await sees(li, view)).toBe(false)
    expect(await opens(li, view)).toBe(false)
    expect((await li.call(whoSees, { body: { kind: 'viewMeta', id: view } })).envelope).toMatchObject(missing)
  })

  it('closes what the inbox tells of a view with the view, and opens it again; a deleted one’s note stays', async () => {
    const { wang, li } = people()
    const view = await addView(wang, { name: '机密周报', grants: [grant(li)] })
    const told = async () => {
      const { rows, unread } = (await li.call<Inbox>(listInbox)).data
      const counted = (await li.call<{ count: number }>(countUnread)).data.count
      expect(counted).toBe(unread)
      return { has: rows.some(({ title }) => title.includes('机密周报')), unread }
    }
    const { has, unread } = await told()
    expect(has).toBe(true)
    await change(wang, view, { grants: [] })
    expect(await told()).toEqual({ has: false, unread: unread - 1 })
    await change(wang, view, { grants: [grant(li)] })
    expect((await told()).has).toBe(true)
    await wang.call(deleteViewMeta, { params: { id: view }, body: {} })
    expect((await told()).has).toBe(true)
  })

  it('closes what the inbox tells of a folder with the folder, whose note leads to it', async () => {
    const { wang, li } = people()
    const folder = await addFolder(wang, { name: '机密项目', shared: false })
    await changeFolder(wang, folder, { grants: [grant(li)] })
    const told = async () => {
      const { rows } = (await li.call<Inbox>(listInbox)).data
      return rows.filter(({ title }) => title.includes('机密项目')).map(({ link }) => link)
    }
    expect(await told()).toEqual([`/statement?folder=${folder}`])
    await changeFolder(wang, folder, { grants: [] })
    expect(await told()).toEqual([])
    await changeFolder(wang, folder, { grants: [grant(li)] })
    expect(await told()).toEqual([`/statement?folder=${folder}`, `/statement?folder=${folder}`])
  })

  it('shares with a role as long as it lives and the person has it', async () => {
    const { wang, li, zhao } = people()
    const { db } = office.deps.metadata
    const view = await addView(wang, { grants: [toRole(li, 'edit')] })
    expect(await opens(li, view)).toBe(true)
    expect(await change(li, view, { name: '角色改的' })).toMatchObject({ isSuccess: true })
    expect(await opens(zhao, view)).toBe(false)
    const role = (at: string | null) =>
      db.updateTable('role').set({ deleted_at: at }).where('id', '=', li.user.roleId).execute()
    await role('2026-01-01T00:00:00.000Z')
    expect(await opens(li, view)).toBe(false)
    expect((await asked(wang, { kind: 'viewMeta', id: view })).grants).toMatchObject([{ gone: true }])
    await role(null)
    expect(await opens(li, view)).toBe(true)
    await db.updateTable('user').set({ role_id: zhao.user.roleId }).where('id', '=', li.id).execute()
    expect(await opens(li, view)).toBe(false)
    await db.updateTable('user').set({ role_id: li.user.roleId }).where('id', '=', li.id).execute()
  })

  it('lets who may edit change it, and its owner always', async () => {
    const { wang, li, zhao } = people()
    const view = await addView(wang, { shared: true, typeId: office.folder, grants: [grant(li, 'edit')] })
    expect(await change(li, view, { grants: [grant(li, 'edit'), grant(zhao)] })).toMatchObject({
      isSuccess: true,
    })
    expect(await change(li, view, { shared: false })).toMatchObject({ msg: '只有所有者可以设为私有' })
    // The owner needs no entry and loses nothing by one.
    expect(await change(li, view, { grants: [grant(wang), grant(li, 'edit')] })).toMatchObject({
      isSuccess: true,
    })
    expect((await asked(wang, { kind: 'viewMeta', id: view })).grants.map(({ id }) => id)).toEqual([li.id])
    // Nobody takes the right to edit from themselves: they could not take that back.
    expect(await change(li, view, { grants: [] })).toMatchObject({
      code: 'permission_missing',
      msg: '这样改后你自己就不能再修改它，请让所有者来改',
    })
    expect(await change(wang, view, { grants: [] })).toMatchObject({ isSuccess: true })
    expect(await change(li, view, { name: '又改' })).toMatchObject({ code: 'permission_missing' })
    expect(await change(wang, view, { name: '所有者' })).toMatchObject({ isSuccess: true })
    const nobody = { kind: 'user', id: 987_654_321, right: 'see' }
    expect(await change(wang, view, { grants: [nobody] })).toMatchObject({
      code: 'parameter_wrong',
      msg: '第 1 项的人不存在或已停用，请移除',
    })
  })

  it('hands a folder’s rights down to what is shared in it, through folders in folders', async () => {
    const { wang, li, zhao } = people()
    const top = await addFolder(wang, {
      name: '项目',
      shared: false,
      grants: [grant(li), grant(zhao, 'edit')],
    })
    const below = await addFolder(wang, { name: '内', parentId: top })
    const shared = await addView(wang, { typeId: below, shared: true })
    const own = await addView(wang, { typeId: below })
    const stranger = await office.person()
    expect(await placeOf(li, shared)).toBe(below)
    expect(await sees(li, own)).toBe(false)
    expect(await sees(stranger, shared)).toBe(false)
    expect((await treeOf(stranger)).some(({ id }) => id === top || id === below)).toBe(false)
    expect(await change(li, shared, { name: '改' })).toMatchObject({ code: 'permission_missing' })
    expect(await change(zhao, shared, { name: '改' })).toMatchObject({ isSuccess: true })
    // Only who may change the folder puts something into it.
    expect(
      (await li.call(addOrUpdateViewMeta, { body: { name: '放', typeId: below } })).envelope,
    ).toMatchObject({
      code: 'permission_missing',
    })
    expect(
      (await stranger.call(addOrUpdateViewMeta, { body: { name: '放', typeId: below } })).envelope,
    ).toMatchObject(missing)
    expect(
      (await stranger.call(updateOrder, { body: { kind: 'viewType', ids: [top] } })).envelope,
    ).toMatchObject(missing)
    // Closing takes those along who saw it by the folder alone.
    await change(wang, shared, { grants: [grant(stranger)] })
    expect(await placeOf(stranger, shared)).toBe(sharedFolderId)
    await changeFolder(wang, top, { grants: [] })
    expect(await sees(li, shared)).toBe(false)
    expect(await sees(zhao, shared)).toBe(false)
    expect(await sees(stranger, shared)).toBe(true)
    await changeFolder(wang, top, { shared: true })
    expect(await placeOf(li, shared)).toBe(below)
    expect(await sees(li, own)).toBe(false)
  })

  it('moves a view under the rights of its new folder, and says so before', async () => {
    const { wang, li, zhao } = people()
    const closed = await addFolder(wang, { name: '小组', shared: false, grants: [grant(li)] })
    const view = await addView(wang, { typeId: office.folder, shared: true })
    expect(await sees(zhao, view)).toBe(true)
    const ahead = await asked(wang, { kind: 'viewMeta', id: view, folderId: closed })
    expect(ahead.place).toMatchObject({ folder: { id: closed, name: '小组' }, open: false })
    expect(ahead.place.grants?.map(({ id }) => id).sort()).toEqual([wang.id, li.id].sort())
    await change(wang, view, { typeId: closed })
    expect(await sees(zhao, view)).toBe(false)
    expect(await sees(li, view)).toBe(true)
    expect((await asked(wang, { kind: 'viewMeta', id: view, folderId: null })).place).toMatchObject({
      open: true,
    })
    await change(wang, view, { typeId: office.folder })
    expect(await sees(zhao, view)).toBe(true)
  })

  it('opens nothing to others when a deleted view comes back and its closed folder does not', async () => {
    const { wang, li } = people()
    const closed = await addFolder(wang, { name: '一时', shared: false })
    const view = await addView(wang, { typeId: closed, shared: true, name: '秘密' })
    await wang.call(deleteViewMeta, { params: { id: view } })
    await wang.call(deleteViewType, { params: { id: closed } })
    expect(await change(li, view, { restored: true })).toMatchObject(missing)
    expect(await change(wang, view, { restored: true })).toMatchObject({ isSuccess: true })
    expect(await sees(li, view)).toBe(false)
    expect(await sees(wang, view)).toBe(true)
  })

  it('keeps who saw it in the history, by names, and goes back to it', async () => {
    const { wang, li } = people()
    const view = await addView(wang, {})
    await change(wang, view, { grants: [grant(li)] })
    await change(wang, view, { grants: [grant(li, 'edit'), toRole(li)] })
    await change(wang, view, { grants: [] })
    type Told = { change: number; changes: { title: string; from: string; to: string }[] }
    const history = (await wang.call<Told[]>(treeHistory, { params: { kind: 'viewMeta', id: view } })).data
    expect(history.flatMap(({ changes }) => changes.map(({ title, to }) => `${title}：${to}`))).toEqual([
      '谁可以看：没有指定的人',
      `谁可以看：${li.user.username}（可以修改）、角色 ${li.user.roleName}（可以看）`,
      `谁可以看：${li.user.username}（可以看）`,
    ])
    const { change: first } = history[2] as Told
    await wang.call(treeBack, { body: { kind: 'viewMeta', id: view, change: first } })
    expect(await sees(li, view)).toBe(true)
    expect(await change(li, view, { name: '改' })).toMatchObject({ code: 'permission_missing' })
  })

  it('does not overwrite unseen whom another editor has just added', async () => {
    const { wang, li, zhao } = people()
    const view = await addView(wang, { grants: [grant(li, 'edit')] })
    const { revision } = await asked(wang, { kind: 'viewMeta', id: view })
    await change(li, view, { grants: [grant(li, 'edit'), grant(zhao)], revision })
    expect(await change(wang, view, { grants: [], revision })).toMatchObject({ code: 'object_conflict' })
    expect(await sees(zhao, view)).toBe(true)
  })

  it('has handed down everything by then', async () => {
    const { db } = office.deps.metadata
    const read = async () => [
      await db.selectFrom('view_type').selectAll().orderBy('id').execute(),
      await db.selectFrom('view_meta').selectAll().orderBy('id').execute(),
    ]
    const before = await read()
    await handDown(db)
    expect(await read()).toEqual(before)
  })
})
