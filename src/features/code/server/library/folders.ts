// Operations on team folders: create, change, delete and restore, give to another owner.

import type { Deps } from '#server/deps.ts'
import { granteeNames } from '#server/grantees.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { type HistoryEntry, readHistory } from '#server/objects/history.ts'
import { claimNames, freeNames } from '#server/objects/names.ts'
import { holdObject } from '#server/objects/reading.ts'
import { cleanName, cleanText } from '#server/objects/texts.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUser } from '#server/people.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { Reader } from '#server/queryRights.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { everybody } from '#server/scopes/seen.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { type FolderGrant, mostFolders, mostGrants, type QueryFolder } from '#features/code/contract.ts'
import { type Library, type LibraryFolder, readLibrary } from './access.ts'
import { type FolderRow, numbered, subjects } from './objectKind.ts'
import { type NamedPeople, namedPeople } from './people.ts'

type Stores = Pick<Deps, 'metadata'>

const byName = new Intl.Collator('zh-CN', { numeric: true })

export async function listFolders({ metadata: { db } }: Stores, caller: Reader): Promise<QueryFolder[]> {
  const library = await readLibrary(db, caller)
  const seen = [...library.folders.values()].filter((folder) => sees(library.shelves.seen, caller, folder))
  const names = seen.some(({ owner_id }) => owner_id === caller.id) ? await namedPeople(db) : null
  return seen
    .map((folder) => shown(folder, caller, names))
    .sort((one, other) => byName.compare(one.name, other.name) || one.id - other.id)
}

function shown(folder: LibraryFolder, { id }: Reader, names: NamedPeople | null): QueryFolder {
  const own = folder.owner_id === id
  const grants = own ? (JSON.parse(folder.grants) as FolderGrant[]) : []
  return {
    id: folder.id,
    revision: folder.revision,
    name: folder.name,
    pinyin: pinyinOf(folder.name),
    note: folder.note,
    owner: folder.ownerName,
    own,
    right: folder.right,
    ownerGone: folder.ownerGone,
    grants: grants.map((grant) => ({ ...grant, name: names?.(grant) ?? '' })),
    modifiedAt: folder.modified_at,
  }
}

async function shownById(db: Db, caller: Reader, id: number): Promise<QueryFolder> {
  const library = await readLibrary(db, caller)
  return shown(library.folders.get(id) as LibraryFolder, caller, await namedPeople(db))
}

interface FolderChange {
  id?: number | undefined
  revision?: number | undefined
  overwrite?: boolean | undefined
  name: string
  note: string
  grants: readonly FolderGrant[]
}

export async function saveFolder(
  { metadata }: Stores,
  caller: Reader,
  { id = -1, revision, overwrite, ...given }: FolderChange,
): Promise<QueryFolder> {
  const name = cleanName(given.name, '名称', 50)
  const note = cleanText(given.note, '说明', 500)
  return metadata.transaction(async (db) => {
    const library = await readLibrary(db, caller)
    if (id <= 0) {
      assertRoom(library, caller)
      const grants = JSON.stringify(await cleanGrants(db, given.grants, []))
      const row = await addObject(db, library.shelves, caller, { name, note, grants }, { name })
      return shownById(db, caller, row.id)
    }
    const present = await holdObject(db, metadata.dialect, library.shelves, caller, id)
    const kept = JSON.parse(present.grants) as FolderGrant[]
    const grants = JSON.stringify(await cleanGrants(db, given.grants, kept))
    await changeObject(
      db,
      library.shelves,
      caller,
      { id, values: { name, note, grants }, revision, overwrite },
      () => shownById(db, caller, id),
    )
    return shownById(db, caller, id)
  })
}

function assertRoom({ folders }: Library, { id }: Reader): void {
  const own = [...folders.values()].filter(({ owner_id }) => owner_id === id)
  if (own.length >= mostFolders) throw new AppError('quota_exceeded', `每人最多 ${mostFolders} 个团队文件夹`)
}

const sameSubject = (one: FolderGrant, other: FolderGrant): boolean =>
  one.kind === other.kind && one.id === other.id

/** Each subject once; a deleted role or user may stay listed, without effect. */
async function cleanGrants(
  db: Db,
  grants: readonly FolderGrant[],
  kept: readonly FolderGrant[],
): Promise<FolderGrant[]> {
  const wrong = (message: string) => new AppError('parameter_wrong', message, { fields: { grants: message } })
  if (grants.length > mostGrants) throw wrong(`一个文件夹最多给 ${mostGrants} 个角色或用户权限`)
  const names = await namedPeople(db)
  for (const [at, grant] of grants.entries()) {
    const isEveryone = grant.kind === 'everyone'
    if (isEveryone !== (grant.id === null)) throw wrong(`第 ${at + 1} 项权限没有指明给谁`)
    if (grants.findIndex((other) => sameSubject(grant, other)) !== at)
      throw wrong(`「${names(grant) || `#${grant.id}`}」出现了两次，请只留一项`)
    if (names(grant) === '' && !kept.some((other) => sameSubject(grant, other)))
      throw wrong(`第 ${at + 1} 项权限的${grant.kind === 'role' ? '角色' : '用户'}不存在或已停用`)
  }
  return grants.map(({ kind, id, right }) => ({ kind, id, right }))
}

export const deleteFolder = ({ metadata }: Stores, caller: Reader, id: number): Promise<null> =>
  metadata.transaction(async (db) => {
    const { shelves } = await readLibrary(db, caller)
    const folder = await holdObject(db, metadata.dialect, shelves, caller, id)
    const { count } = await db
      .selectFrom('saved_query')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('folder_id', '=', id)
      .where(living('saved_query'))
      .executeTakeFirstOrThrow()
    if (folder.owner_id === caller.id && Number(count) > 0)
      throw new AppError('object_in_use', `「${folder.name}」里还有 ${count} 个查询，请先移走或删除它们`)
    await deleteObjects(db, shelves, caller, [id])
    return null
  })

/** A folder that is not deleted stays as it is. */
export const restoreFolder = ({ metadata }: Stores, caller: Reader, id: number): Promise<QueryFolder> =>
  metadata.transaction(async (db) => {
    const { shelves, folders } = await readLibrary(db, caller)
    if (folders.get(id)?.owner_id !== caller.id) await restoreObjects(db, shelves, caller, [id])
    return shownById(db, caller, id)
  })

export const giveFolder = (
  { metadata }: Stores,
  caller: Reader,
  { id, userId }: { id: number; userId: number },
): Promise<null> =>
  metadata.transaction(async (db) => {
    const library = await readLibrary(db, caller)
    const row = await holdObject(db, metadata.dialect, library.shelves, caller, id)
    const mayTake =
      library.folders.get(id)?.ownerGone && holdsPermission(caller.authorityInfo, 'manage_authority')
    if (row.owner_id !== caller.id && !mayTake)
      throw new AppError('permission_missing', '只有文件夹的所有者可以移交它')
    const next = await presentUser(db, userId)
    if (!next || !holdsPermission(next.authorityInfo, 'search_sqlQuery'))
      throw new AppError('parameter_wrong', '接手的用户不存在、已停用，或没有代码查询的权限')
    if (userId !== row.owner_id) await give(db, library, caller, row, userId)
    return null
  })

async function give(
  db: Db,
  { shelves }: Library,
  caller: Reader,
  row: FolderRow,
  userId: number,
): Promise<void> {
  const former: FolderGrant = { kind: 'user', id: row.owner_id, right: 'edit' }
  const others = (JSON.parse(row.grants) as FolderGrant[]).filter(
    (grant) => !sameSubject(grant, former) && !(grant.kind === 'user' && grant.id === userId),
  )
  const next = { ...row, owner_id: userId }
  await freeNames(db, shelves, row)
  // The owner is no field of the form, so it is written here; the rest is a change like any other.
  await db.updateTable('query_folder').set({ owner_id: userId }).where('id', '=', row.id).execute()
  await claimNames(db, shelves, next)
  const values = { grants: JSON.stringify([...others, former]) }
  await changeObject(
    db,
    { ...shelves, seen: everybody, refuses: () => null },
    caller,
    { id: row.id, values },
    () => null,
  )
  const detail = { id: row.id, name: row.name, from: row.owner_id, to: userId }
  await writeAudit(db, { userId: caller.id, action: 'queryFolder.give', detail })
}

export async function folderHistory(
  { metadata: { db } }: Stores,
  caller: Reader,
  id: number,
): Promise<HistoryEntry[]> {
  const library = await readLibrary(db, caller)
  const folder = library.folders.get(id)
  if (folder?.right && folder.owner_id !== caller.id)
    throw new AppError('permission_missing', '只有文件夹的所有者可以看它的修改历史')
  return withNames(await readHistory(db, library.shelves, caller, id), await granteeNames(db))
}

/** Who was meant, by today's names. */
function withNames(
  entries: readonly HistoryEntry[],
  nameOf: Awaited<ReturnType<typeof granteeNames>>,
): HistoryEntry[] {
  const told = (text: string) =>
    text.replaceAll(numbered, (_, subject: string, id: string) => {
      const kind = subject === `${subjects.role} ` ? 'role' : 'user'
      return `${subject}${nameOf({ kind, id: Number(id) })}`
    })
  const isOfPeople = (field: string) => field === 'grants' || field === 'owner_id'
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) =>
      isOfPeople(change.field) ? { ...change, from: told(change.from), to: told(change.to) } : change,
    ),
  }))
}
