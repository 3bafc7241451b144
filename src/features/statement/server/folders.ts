// Folders (view types): visible to whom they are shared with, at first to everybody; they hand that down.

import { cleanGrants } from '#server/grantees.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { holdObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { type Grant, readWords, toAll } from '#shared/grants.ts'
import type { ViewType } from '../contract.ts'
import { assertSeen, mayEdit, maySee } from './access.ts'
import { handDown, handedBy, placeIn } from './handing.ts'
import { type FolderRow, foldersAs, readNaming } from './objectKinds.ts'
import { type Folder, lastPosition, readFolder, readFolders, readViews } from './repo.ts'
import { assertMayClose, assertStaysEditor, noteSharing } from './sharing.ts'
import { cleanName } from './texts.ts'
import { shownFolder } from './tree.ts'

/** The revision that was edited; absent: the change applies to whatever is stored. */
export interface Edited {
  revision?: number | undefined
  overwrite?: boolean | undefined
}

interface FolderChange extends Edited {
  id?: number | undefined
  name?: string | undefined
  parentId?: number | null | undefined
  shared?: boolean | undefined
  grants?: Grant[] | undefined
  restored?: boolean | undefined
}

const deepest = 8
/** Limit per owner, because most trees contain them all. */
const mostEach = 200

export function saveFolder(
  metadata: Metadata,
  caller: Caller,
  change: FolderChange,
): Promise<{ id: number }> {
  return metadata.transaction((db) => {
    const { id = -1 } = change
    return id > 0
      ? changeFolder(metadata, db, caller, { ...change, id })
      : addFolder(metadata, db, caller, change)
  })
}

async function addFolder(
  { dialect }: Pick<Metadata, 'dialect'>,
  db: Db,
  caller: Caller,
  change: FolderChange,
): Promise<{ id: number }> {
  const parent_id = change.parentId ?? null
  await assertPlace(db, caller, null, parent_id)
  await assertRoom(db, caller.id)
  const position = await lastPosition(db, 'view_type', parent_id)
  const grants = await cleanGrants(db, change.grants ?? [], { kept: '[]', ownerId: caller.id })
  const shared = change.shared === false ? 0 : 1
  const within = await placeIn(db, dialect, parent_id)
  const values = { name: cleanName(change.name), parent_id, position, shared, grants, within }
  const row = await addObject(db, foldersAs(), caller, values, { name: values.name })
  if (grants !== '[]') await noteSharing(db, caller, 'viewType', null, row)
  return { id: row.id }
}

async function changeFolder(
  { dialect }: Pick<Metadata, 'dialect'>,
  db: Db,
  caller: Caller,
  { id, restored = false, ...change }: FolderChange & { id: number },
): Promise<{ id: number }> {
  const kind = foldersAs(await readNaming(db))
  const comesBack = restored && (await readFolder(db, id))?.deleted === true
  if (comesBack) await bringBackFolder(db, caller, id)
  const present = await holdObject(db, dialect, kind, caller, id)
  let { parentId } = change
  // A folder whose parent is gone is restored at the top.
  if (parentId === undefined && comesBack && !(await isAlive(db, present.parent_id))) parentId = null
  if (parentId !== undefined && parentId !== present.parent_id) await assertPlace(db, caller, id, parentId)
  assertMayClose(caller, present, change.shared)
  const grants =
    change.grants &&
    (await cleanGrants(db, change.grants, { kept: present.grants, ownerId: present.owner_id }))
  const values = {
    ...(change.name !== undefined && { name: cleanName(change.name) }),
    ...(parentId !== undefined && { parent_id: parentId, within: await placeIn(db, dialect, parentId) }),
    ...(change.shared !== undefined && { shared: change.shared ? 1 : 0 }),
    ...(grants !== undefined && { grants }),
  }
  assertStaysEditor(caller, present, values)
  const kept = await changeObject(db, kind, caller, { id, values, ...editedOf(change, comesBack) }, (row) =>
    conflictingFolder(db, caller, row),
  )
  await handDown(db)
  await noteSharing(db, caller, 'viewType', present, kept)
  return { id }
}

/** Skips the revision check of a restored object: restoring has just raised its revision. */
export const editedOf = ({ revision, overwrite }: Edited, comesBack: boolean): Edited =>
  comesBack ? {} : { revision, overwrite }

async function conflictingFolder(
  db: Db,
  caller: Caller,
  { id }: FolderRow,
): Promise<Omit<ViewType, 'metas'>> {
  return shownFolder(caller, (await readFolder(db, id)) as Folder)
}

async function bringBackFolder(db: Db, caller: Caller, id: number): Promise<void> {
  const [{ owner_id } = { owner_id: 0 }] = await restoreObjects(db, foldersAs(), caller, [id])
  await assertRoom(db, owner_id, 1)
}

/** Only an empty folder can be deleted: others' content would be lost. */
export function deleteFolder({ transaction }: Metadata, caller: Caller, id: number): Promise<null> {
  return transaction(async (db) => {
    const [row] = await deleteObjects(db, foldersAs(), caller, [id])
    const [folders, views] = await Promise.all([readFolders(db), readViews(db)])
    const inside = views.filter((view) => view.typeId === id)
    const below = folders.filter((folder) => folder.parentId === id)
    const seen = [...inside, ...below].filter((thing) => maySee(caller, thing)).length
    if (seen > 0)
      throw new AppError('parameter_wrong', `文件夹「${row?.name}」中还有 ${seen} 项内容，请先移走或删除`)
    if (inside.length + below.length > 0)
      throw new AppError('parameter_wrong', `文件夹「${row?.name}」中还有其他人的私有视图或文件夹，不能删除`)
    return null
  })
}

/** The target folder must exist, not be inside the moved one, and keep the tree's depth readable. */
async function assertPlace(
  db: Db,
  caller: Caller,
  id: number | null,
  parentId: number | null,
): Promise<void> {
  if (parentId === null) return
  const folders = new Map((await readFolders(db)).map((folder) => [folder.id, folder]))
  assertPlaced(caller, folders.get(parentId))
  let height = 1
  for (let above: Folder | undefined = folders.get(parentId); above; height += 1) {
    if (above.id === id) throw new AppError('parameter_wrong', '文件夹不能移到自己里面')
    if (height >= deepest) throw new AppError('parameter_wrong', `文件夹最多嵌套 ${deepest} 层`)
    above = above.parentId === null ? undefined : folders.get(above.parentId)
  }
}

/**
 * Where a folder is open to some alone, those who may change it put things into it: what is shared in it reaches them
 * all.
 */
export function assertPlaced(caller: Caller, folder: Folder | undefined): void {
  assertSeen(caller, folder)
  const { ownerId: owner_id, shared, grants, within } = folder
  const isOpen = readWords(handedBy({ owner_id, shared: shared ? 1 : 0, grants, within })).includes(toAll)
  if (!isOpen && !mayEdit(caller, folder))
    throw new AppError(
      'permission_missing',
      `你可以看文件夹「${folder.name}」，但不能修改它，不能把内容放进去`,
    )
}

/** `held`: number of just restored folders, which are already among the owner's. */
async function assertRoom(db: Db, ownerId: number, held = 0): Promise<void> {
  const own = (await readFolders(db)).filter((folder) => folder.ownerId === ownerId)
  if (own.length - held >= mostEach)
    throw new AppError('quota_exceeded', `每人最多 ${mostEach} 个文件夹，请先删除不用的`)
}

export async function isAlive(db: Db, folderId: number | null): Promise<boolean> {
  if (folderId === null) return true
  const folder = await readFolder(db, folderId)
  return folder !== undefined && !folder.deleted
}

/** Of these ids those of folders that the caller may not see; for notes about them. */
export async function closedFolders(db: Db, caller: Caller, ids: readonly string[]): Promise<string[]> {
  const folders = await readFolders(db)
  return folders.flatMap((folder) =>
    ids.includes(String(folder.id)) && !maySee(caller, folder) ? [String(folder.id)] : [],
  )
}
