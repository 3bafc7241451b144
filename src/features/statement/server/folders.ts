// Folders (view types): everyone sees all of them; their owner and configurers change them.
import { writeAudit } from '../../../server/metadata/audit.ts'
import type { Metadata } from '../../../server/metadata/open.ts'
import type { Caller } from '../../../server/objects/types.ts'
import { AppError } from '../../../shared/errors.ts'
import { assertEditable, assertSeen, maySee } from './access.ts'
import { type Folder, insertFolder, readFolder, readFolders, readViews, updateFolder } from './repo.ts'
import { cleanName } from './texts.ts'

export interface FolderChange {
  id?: number | undefined
  name?: string | undefined
  parentId?: number | null | undefined
  restored?: boolean | undefined
}

type Db = Metadata['db']
const deepest = 8
/** Of one owner: everyone's tree holds them all. */
const mostEach = 200

export function saveFolder(
  { transaction }: Metadata,
  caller: Caller,
  change: FolderChange,
): Promise<{ id: number }> {
  return transaction(async (db) => {
    const { id = -1 } = change
    if (id > 0) return changeFolder(db, caller, id, change)
    const parentId = change.parentId ?? null
    await assertPlace(db, caller, null, parentId)
    await assertRoom(db, caller.id)
    return { id: await insertFolder(db, { name: cleanName(change.name), parentId, ownerId: caller.id }) }
  })
}

async function changeFolder(
  db: Db,
  caller: Caller,
  id: number,
  change: FolderChange,
): Promise<{ id: number }> {
  const folder = await readFolder(db, id)
  assertEditable(caller, folder)
  if (folder.deleted && !change.restored) throw new AppError('object_missing')
  let { parentId } = change
  if (parentId !== undefined) await assertPlace(db, caller, id, parentId)
  // Where its own place is gone it comes back at the top.
  else if (folder.deleted && !(await isAlive(db, folder.parentId))) parentId = null
  if (folder.deleted) await assertRoom(db, folder.ownerId)
  await updateFolder(db, id, {
    ...(change.name !== undefined && { name: cleanName(change.name) }),
    ...(parentId !== undefined && { parent_id: parentId }),
    ...(folder.deleted && { deleted_at: null }),
  })
  return { id }
}

/** Only an empty folder goes: what others keep in it would be lost to them. */
export function deleteFolder({ transaction }: Metadata, caller: Caller, id: number): Promise<null> {
  return transaction(async (db) => {
    const folder = await readFolder(db, id)
    if (folder?.deleted) throw new AppError('object_missing')
    assertEditable(caller, folder)
    const [folders, views] = await Promise.all([readFolders(db), readViews(db)])
    const inside = views.filter((view) => view.typeId === id)
    const seen =
      inside.filter((view) => maySee(caller, view)).length +
      folders.filter((one) => one.parentId === id).length
    if (seen > 0)
      throw new AppError('parameter_wrong', `文件夹「${folder.name}」中还有 ${seen} 项内容，请先移走或删除`)
    if (inside.length > 0) {
      throw new AppError('parameter_wrong', `文件夹「${folder.name}」中还有其他人的私有视图，不能删除`)
    }
    await updateFolder(db, id, { deleted_at: new Date().toISOString() })
    await writeAudit(db, { userId: caller.id, action: 'folder.delete', detail: { id } })
    return null
  })
}

/** The folder to move into exists, is not inside what is moved, and the tree stays of a height people can read. */
async function assertPlace(
  db: Db,
  caller: Caller,
  id: number | null,
  parentId: number | null,
): Promise<void> {
  if (parentId === null) return
  const folders = new Map((await readFolders(db)).map((folder) => [folder.id, folder]))
  assertSeen(caller, folders.get(parentId))
  let height = 1
  for (let above: Folder | undefined = folders.get(parentId); above; height += 1) {
    if (above.id === id) throw new AppError('parameter_wrong', '文件夹不能移到自己里面')
    if (height >= deepest) throw new AppError('parameter_wrong', `文件夹最多嵌套 ${deepest} 层`)
    above = above.parentId === null ? undefined : folders.get(above.parentId)
  }
}

async function assertRoom(db: Db, ownerId: number): Promise<void> {
  const own = (await readFolders(db)).filter((folder) => folder.ownerId === ownerId)
  if (own.length >= mostEach)
    throw new AppError('quota_exceeded', `每人最多 ${mostEach} 个文件夹，请先删除不用的`)
}

export async function isAlive(db: Db, folderId: number | null): Promise<boolean> {
  if (folderId === null) return true
  const folder = await readFolder(db, folderId)
  return folder !== undefined && !folder.deleted
}
