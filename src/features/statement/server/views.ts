// Views (view metas): private ones are visible only to their owner and to whom they are shared with.

import { cleanGrants } from '#server/grantees.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { holdObject, readObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { lifeColumn } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { type Grant, readWords, toAll } from '#shared/grants.ts'
import { assertSeen, maySee } from './access.ts'
import { assertPlaced, type Edited, editedOf, isAlive } from './folders.ts'
import { placeIn } from './handing.ts'
import { readNaming, reportsAs, viewsAs } from './objectKinds.ts'
import { lastPosition, readFolder, readReports, readView, readViews, type View } from './repo.ts'
import { assertMayClose, assertStaysEditor, noteSharing } from './sharing.ts'
import { cleanName } from './texts.ts'
import { shownView } from './tree.ts'

interface ViewChange extends Edited {
  id?: number | undefined
  name?: string | undefined
  typeId?: number | null | undefined
  shared?: boolean | undefined
  grants?: Grant[] | undefined
  restored?: boolean | undefined
  /** A former board that comes back, as stored. */
  board?: string | undefined
}

/** Per owner. */
const mostEach = 2_000

/** A view that exists for the caller. */
export async function findView(db: Db, caller: Caller, id: number): Promise<View> {
  const view = await readView(db, id)
  if (view?.deleted) throw new AppError('object_missing')
  assertSeen(caller, view)
  return view
}

export function saveView(metadata: Metadata, caller: Caller, change: ViewChange): Promise<{ id: number }> {
  return metadata.transaction((db) => {
    const { id = -1 } = change
    return id > 0
      ? changeView(metadata, db, caller, { ...change, id })
      : addView(metadata, db, caller, change)
  })
}

export async function addView(
  { dialect }: Pick<Metadata, 'dialect'>,
  db: Db,
  caller: Caller,
  change: ViewChange,
): Promise<{ id: number }> {
  const { typeId = null, shared = false } = change
  await assertFolder(db, caller, typeId)
  await assertRoom(db, caller.id)
  const name = cleanName(change.name)
  const position = await lastPosition(db, 'view_meta', typeId)
  const grants = await cleanGrants(db, change.grants ?? [], { kept: '[]', ownerId: caller.id })
  const within = await placeIn(db, dialect, typeId)
  const beside = { standing: '{}', board: '' }
  const values = { name, type_id: typeId, shared: shared ? 1 : 0, position, grants, within, ...beside }
  const row = await addObject(db, viewsAs(), caller, values, { name })
  if (shared || grants !== '[]') await noteSharing(db, caller, 'viewMeta', null, row)
  return { id: row.id }
}

async function changeView(
  { dialect }: Pick<Metadata, 'dialect'>,
  db: Db,
  caller: Caller,
  { id, restored = false, ...change }: ViewChange & { id: number },
): Promise<{ id: number }> {
  const kind = viewsAs(await readNaming(db))
  const comesBack = restored && (await readView(db, id))?.deleted === true
  if (comesBack) await bringBackView(db, caller, id)
  const present = await holdObject(db, dialect, kind, caller, id)
  assertMayClose(caller, present, change.shared)
  let { typeId, shared } = change
  if (typeId === undefined && comesBack && !(await isAlive(db, present.type_id))) {
    // A view whose folder is gone is restored outside folders, where it is open to nobody new.
    typeId = null
    if (!readWords(present.within).includes(toAll)) shared = false
  }
  if (typeId !== undefined && typeId !== present.type_id) await assertFolder(db, caller, typeId)
  // Making private, by those who say no more, withdraws it from everybody.
  if (shared === false && present.shared === 1) change.grants ??= []
  const grants =
    change.grants &&
    (await cleanGrants(db, change.grants, { kept: present.grants, ownerId: present.owner_id }))
  const values = {
    ...(change.name !== undefined && { name: cleanName(change.name) }),
    ...(typeId !== undefined && { type_id: typeId, within: await placeIn(db, dialect, typeId) }),
    ...(shared !== undefined && { shared: shared ? 1 : 0 }),
    ...(change.board !== undefined && { board: change.board }),
    ...(grants !== undefined && { grants }),
  }
  assertStaysEditor(caller, present, values)
  const shown = async () => shownView(caller, await findView(db, caller, id))
  const kept = await changeObject(db, kind, caller, { id, values, ...editedOf(change, comesBack) }, shown)
  await noteSharing(db, caller, 'viewMeta', present, kept)
  return { id }
}

/** Restores the view with the reports that were deleted with it. */
async function bringBackView(db: Db, caller: Caller, id: number): Promise<void> {
  const { [lifeColumn]: at } = await readObject(db, viewsAs(), caller, id, { deleted: true })
  const [row] = await restoreObjects(db, viewsAs(), caller, [id])
  await assertRoom(db, row?.owner_id ?? 0, 1)
  const rows = await db
    .selectFrom('report')
    .select('id')
    .where('view_meta_id', '=', id)
    .where(lifeColumn, '=', at)
    .execute()
  if (rows.length === 0) return
  const kind = reportsAs([await findView(db, caller, id)])
  const ids = rows.map((report) => report.id)
  await restoreObjects(db, kind, caller, ids)
}

/** Deletes the view and its reports. */
export function deleteView({ transaction }: Metadata, caller: Caller, id: number): Promise<null> {
  return transaction(async (db) => {
    const at = new Date().toISOString()
    const view = await findView(db, caller, id)
    const reports = await readReports(db, id)
    const ids = reports.map((report) => report.id)
    await deleteObjects(db, viewsAs(), caller, [id], at)
    if (ids.length > 0) await deleteObjects(db, reportsAs([view]), caller, ids, at)
    return null
  })
}

/** `held`: number of just restored views, which are already among the owner's. */
async function assertRoom(db: Db, ownerId: number, held = 0): Promise<void> {
  const own = (await readViews(db)).filter((view) => view.ownerId === ownerId)
  if (own.length - held >= mostEach)
    throw new AppError('quota_exceeded', `每人最多 ${mostEach} 个视图，请先删除不用的`)
}

async function assertFolder(db: Db, caller: Caller, typeId: number | null): Promise<void> {
  if (typeId === null) return
  const folder = await readFolder(db, typeId)
  if (folder?.deleted) throw new AppError('object_missing', '文件夹不存在或已被删除')
  assertPlaced(caller, folder)
}

/** Of these ids those of views that the caller may not see; for notes about them. */
export async function closedViews(db: Db, caller: Caller, ids: readonly string[]): Promise<string[]> {
  const views = await readViews(db)
  return views.flatMap((view) =>
    ids.includes(String(view.id)) && !maySee(caller, view) ? [String(view.id)] : [],
  )
}
