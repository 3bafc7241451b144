// Views (view metas): private ones are their owner's alone; to others they do not exist.
import { writeAudit } from '../../../server/metadata/audit.ts'
import type { Metadata } from '../../../server/metadata/open.ts'
import type { Caller } from '../../../server/objects/types.ts'
import { pinyinOf } from '../../../server/pinyin.ts'
import { AppError } from '../../../shared/errors.ts'
import { looseFolderId, type ViewMeta, type ViewType } from '../contract.ts'
import { assertEditable, assertSeen, mayEdit, maySee } from './access.ts'
import { isAlive } from './folders.ts'
import { insertView, readFolder, readFolders, readView, readViews, updateView, type View } from './repo.ts'
import { cleanName } from './texts.ts'

export interface ViewChange {
  id?: number | undefined
  name?: string | undefined
  typeId?: number | null | undefined
  shared?: boolean | undefined
  restored?: boolean | undefined
}

type Db = Metadata['db']
/** Of one owner. */
const mostEach = 2_000

/** All folders in order, each with the views that the caller may see; at the end those that stand in none. */
export async function readTree({ db }: Metadata, caller: Caller): Promise<ViewType[]> {
  const [folders, views] = await Promise.all([readFolders(db), readViews(db)])
  const alive = new Set(folders.map(({ id }) => id))
  const metas = Map.groupBy(
    views.filter((view) => maySee(caller, view)),
    ({ typeId }) => (typeId !== null && alive.has(typeId) ? typeId : null),
  )
  const metasIn = (id: number | null) =>
    (metas.get(id) ?? []).map((view) => shownView(caller, { ...view, typeId: id }))
  const tree = folders.map((folder) => ({
    id: folder.id,
    name: folder.name,
    parentId: folder.parentId,
    order: folder.position,
    owner: folder.owner,
    editable: mayEdit(caller, folder),
    pinyin: pinyinOf(folder.name),
    metas: metasIn(folder.id),
  }))
  const loose = metasIn(null)
  return loose.length > 0 ? [...tree, { ...looseFolder, metas: loose }] : tree
}

const looseFolder = {
  id: looseFolderId,
  name: '我的私有报表',
  parentId: null,
  order: 1_000_000,
  owner: '',
  editable: false,
  get pinyin() {
    return pinyinOf(this.name)
  },
}

const shownView = (caller: Caller, view: View): ViewMeta => ({
  id: view.id,
  name: view.name,
  typeId: view.typeId,
  order: view.position,
  owner: view.owner,
  shared: view.shared,
  editable: mayEdit(caller, view),
  pinyin: pinyinOf(view.name),
})

/** A view that exists for the caller. */
export async function findView(db: Db, caller: Caller, id: number): Promise<View> {
  const view = await readView(db, id)
  if (view?.deleted) throw new AppError('object_missing')
  assertSeen(caller, view)
  return view
}

export function saveView(
  { transaction }: Metadata,
  caller: Caller,
  change: ViewChange,
): Promise<{ id: number }> {
  return transaction(async (db) => {
    const { id = -1 } = change
    if (id > 0) return changeView(db, caller, id, change)
    const { typeId = null, shared = false } = change
    await assertFolder(db, caller, typeId)
    await assertRoom(db, caller.id)
    const name = cleanName(change.name)
    const made = await insertView(db, { name, typeId, shared, ownerId: caller.id })
    if (shared) await noteView(db, caller, 'view.share', made, { shared })
    return { id: made }
  })
}

async function changeView(db: Db, caller: Caller, id: number, change: ViewChange): Promise<{ id: number }> {
  const view = await readView(db, id)
  assertEditable(caller, view)
  if (view.deleted && !change.restored) throw new AppError('object_missing')
  if (change.shared === false && view.shared && view.ownerId !== caller.id) {
    throw new AppError('permission_missing', '只有所有者可以把视图设为私有')
  }
  if (view.deleted) await assertRoom(db, view.ownerId)
  let { typeId } = change
  if (typeId !== undefined) await assertFolder(db, caller, typeId)
  // Where its folder is gone it comes back outside of any.
  else if (view.deleted && !(await isAlive(db, view.typeId))) typeId = null
  await updateView(db, id, {
    ...(change.name !== undefined && { name: cleanName(change.name) }),
    ...(typeId !== undefined && { type_id: typeId }),
    ...(change.shared !== undefined && { shared: change.shared ? 1 : 0 }),
    ...(view.deleted && { deleted_at: null }),
  })
  if (view.deleted) await noteView(db, caller, 'view.restore', id)
  if (change.shared !== undefined && change.shared !== view.shared)
    await noteView(db, caller, 'view.share', id, { shared: change.shared })
  return { id }
}

const noteView = (db: Db, { id: userId }: Caller, action: string, id: number, more = {}): Promise<void> =>
  writeAudit(db, { userId, action, detail: { id, ...more } })

export function deleteView({ transaction }: Metadata, caller: Caller, id: number): Promise<null> {
  return transaction(async (db) => {
    assertEditable(caller, await findView(db, caller, id))
    await updateView(db, id, { deleted_at: new Date().toISOString() })
    await noteView(db, caller, 'view.delete', id)
    return null
  })
}

async function assertRoom(db: Db, ownerId: number): Promise<void> {
  const own = (await readViews(db)).filter((view) => view.ownerId === ownerId)
  if (own.length >= mostEach)
    throw new AppError('quota_exceeded', `每人最多 ${mostEach} 个视图，请先删除不用的`)
}

async function assertFolder(db: Db, caller: Caller, typeId: number | null): Promise<void> {
  if (typeId === null) return
  const folder = await readFolder(db, typeId)
  if (folder?.deleted) throw new AppError('object_missing', '文件夹不存在或已被删除')
  assertSeen(caller, folder)
}
