// Operations on saved queries, one's own and a team's: save, move, delete and restore, share, list versions.
// A query without a right, a deleted one and a missing one answer alike.
import type { Static } from 'typebox'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { holdObject, readObject } from '#server/objects/reading.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { Reader } from '#server/queryRights.ts'
import { type Audience, readAudience } from '#shared/audience.ts'
import { AppError } from '#shared/errors.ts'
import { mayDo } from '#shared/sql/queryRights.ts'
import type { QueryVersion, SavedQuery, ShareMode, saveQuery as saveCall } from '#features/code/contract.ts'
import { type Library, readLibrary, refusal } from '../library/access.ts'
import { livingPeople } from '../library/people.ts'
import { takeRuns } from './doneRuns.ts'
import { audienceText, type SavedQueryRow } from './objectKind.ts'
import { insertVersion, readQuery, readVersions, type StoredQuery } from './repo.ts'
import { cleanFolder, cleanLooks, cleanName, cleanParameters, cleanSql, cleanTags } from './texts.ts'

type Db = Metadata['db']
export type QueryChange = Static<NonNullable<(typeof saveCall)['body']>>

/** As seen by a reader with the link; readers with a right get `shownTo`. */
export const shownQuery = ({
  ownerId: _,
  deleted: __,
  lastReadAt: ___,
  takenRuns: ____,
  ...query
}: StoredQuery): SavedQuery => ({
  ...query,
  team: '',
  right: 'shared',
  pinyin: pinyinOf(query.name),
})

export const shownTo =
  ({ folders, rightOn }: Library) =>
  (query: StoredQuery): SavedQuery => ({
    ...shownQuery(query),
    team: folders.get(query.folderId ?? -1)?.name ?? '',
    right: rightOn({ owner_id: query.ownerId, folder_id: query.folderId }) ?? 'shared',
  })

const shownById = async (db: Db, library: Library, id: string): Promise<SavedQuery> =>
  shownTo(library)((await readQuery(db, id)) as StoredQuery)

type Details = Pick<SavedQueryRow, 'name' | 'sql'> &
  Partial<Pick<SavedQueryRow, 'folder' | 'folder_id' | 'tags' | 'params' | 'looks'>>

/** As stored; absent fields stay unchanged. */
const cleanDetails = ({ name, sql, folder, folderId, tags, params, looks }: QueryChange): Details => ({
  name: cleanName(name),
  sql: cleanSql(sql),
  ...(folder !== undefined && { folder: cleanFolder(folder) }),
  ...(folderId !== undefined && { folder_id: folderId }),
  ...(tags && { tags: JSON.stringify(cleanTags(tags)) }),
  ...(params && { params: JSON.stringify(cleanParameters(params)) }),
  ...(looks && { looks: cleanLooks(looks) }),
})

export async function saveQuery(
  metadata: Metadata,
  caller: Reader,
  change: QueryChange,
): Promise<SavedQuery> {
  const details = cleanDetails(change)
  return metadata.transaction(async (db) => {
    const library = await readLibrary(db, caller, metadata.dialect)
    const { id } = change
    if (id === undefined) return addQuery(db, library, caller, details, change.from)
    const present = await holdObject(db, metadata.dialect, library.queries, caller, id)
    assertMayMove(library, caller, present, details)
    return changeQuery(db, library, caller, present, details, change)
  })
}

/** A folder without a right must seem not to exist. */
function assertMayFill(library: Library, folderId: number | null | undefined): void {
  if (folderId === null || folderId === undefined) return
  const right = library.folders.get(folderId)?.right
  if (!right) throw new AppError('object_missing', '团队文件夹不存在，或已被删除')
  if (!mayDo(right, 'edit'))
    throw new AppError(
      'permission_missing',
      refusal(library.folders, right, { folder_id: folderId }, 'edit') ?? undefined,
    )
}

function assertMayMove(
  library: Library,
  { id }: Reader,
  present: Pick<SavedQueryRow, 'folder_id' | 'owner_id' | 'name'>,
  { folder_id }: Pick<Details, 'folder_id'>,
): void {
  if (folder_id === undefined || folder_id === present.folder_id) return
  assertMayFill(library, folder_id)
  // Only the author may move a team's query to where the team can't see it.
  if (folder_id === null && present.owner_id !== id)
    throw new AppError(
      'permission_missing',
      `只有创建者可以把「${present.name}」移回自己的查询；可以另存为副本`,
    )
}

async function addQuery(
  db: Db,
  library: Library,
  caller: Reader,
  details: Details,
  from: string | undefined,
): Promise<SavedQuery> {
  assertMayFill(library, details.folder_id)
  const start = {
    folder: '',
    folder_id: null,
    tags: '[]',
    params: '[]',
    looks: null,
    version: 1,
    share: 'off' as const,
    audience: null,
    last_read_at: null,
    taken_runs: null,
  }
  const added = await addObject(db, library.queries, caller, { ...start, ...details })
  await insertVersion(db, added)
  await takeRuns(db, caller.id, added, from)
  return shownById(db, library, added.id)
}

export function moveQueries(
  metadata: Metadata,
  caller: Reader,
  { ids, folderId, folder }: { ids: readonly string[]; folderId: number | null; folder?: string | undefined },
): Promise<{ moved: number }> {
  const values = { folder_id: folderId, ...(folder !== undefined && { folder: cleanFolder(folder) }) }
  return metadata.transaction(async (db) => {
    const library = await readLibrary(db, caller, metadata.dialect)
    assertMayFill(library, folderId)
    let moved = 0
    for (const id of new Set(ids)) {
      const present = await holdObject(db, metadata.dialect, library.queries, caller, id)
      assertMayMove(library, caller, present, values)
      const saved = await changeObject(db, library.queries, caller, { id, values }, () =>
        shownById(db, library, id),
      )
      if (saved.revision !== present.revision) moved += 1
    }
    return { moved }
  })
}

async function changeQuery(
  db: Db,
  library: Library,
  caller: Reader,
  present: SavedQueryRow,
  details: Details,
  { version, overwrite }: Pick<QueryChange, 'version' | 'overwrite'>,
): Promise<SavedQuery> {
  const { id } = present
  const next = { ...present, ...details }
  const isNewText = next.name !== present.name || next.sql !== present.sql || next.params !== present.params
  if (isNewText && version !== undefined && version !== present.version && overwrite !== true)
    throw new AppError(
      'object_conflict',
      '查询已被保存过更新的版本，请比较后再保存',
      await shownById(db, library, id),
    )
  const values = { ...details, ...(isNewText && { version: present.version + 1 }) }
  const saved = await changeObject(db, library.queries, caller, { id, values }, () =>
    shownById(db, library, id),
  )
  if (isNewText) await insertVersion(db, saved)
  return shownById(db, library, id)
}

export function deleteQuery(metadata: Metadata, caller: Reader, id: string): Promise<null> {
  return metadata.transaction(async (db) => {
    const { queries } = await readLibrary(db, caller, metadata.dialect)
    await holdObject(db, metadata.dialect, queries, caller, id)
    await deleteObjects(db, queries, caller, [id])
    return null
  })
}

/** Restores it with its sharing; a query that is not deleted stays as it is. */
export function restoreQuery(metadata: Metadata, caller: Reader, id: string): Promise<SavedQuery> {
  return metadata.transaction(async (db) => {
    const library = await readLibrary(db, caller, metadata.dialect)
    const query = await readQuery(db, id)
    if (query?.deleted) await restoreObjects(db, library.queries, caller, [id])
    else await readObject(db, library.queries, caller, id)
    return shownById(db, library, id)
  })
}

interface ShareOptions {
  /** Absent: as it is. */
  audience?: Audience | undefined
  /** Throws where the caller may share with nobody but those who are signed in. */
  assertOpen?: () => void
}

/**
 * Shared rows are made with the author's games, so only the author may start sharing; everybody with the
 * right to edit may end it.
 */
export function shareQuery(
  metadata: Metadata,
  caller: Reader,
  id: string,
  share: ShareMode,
  { audience, assertOpen }: ShareOptions = {},
): Promise<SavedQuery> {
  return metadata.transaction(async (db) => {
    const library = await readLibrary(db, caller, metadata.dialect)
    const query = await holdObject(db, metadata.dialect, library.queries, caller, id)
    if (share !== 'off' && query.owner_id !== caller.id)
      throw new AppError('permission_missing', '只有创建者可以公开分享这个查询；可以另存为副本后分享')
    const wanted = audience === undefined ? query.audience : await storedAudience(db, audience)
    // The installation may forbid what needs no session; those who are signed in are known.
    if (share !== 'off' && readAudience(wanted).kind === 'anyone') assertOpen?.()
    if (query.share !== share || query.audience !== wanted) {
      const detail = {
        id,
        name: query.name,
        from: query.share,
        to: share,
        ...(wanted !== null && { audience: audienceText(readAudience(wanted)) }),
      }
      await writeAudit(db, { userId: caller.id, action: 'sql.share', detail })
      const shown = () => shownById(db, library, id)
      await changeObject(db, library.queries, caller, { id, values: { share, audience: wanted } }, shown)
    }
    return shownById(db, library, id)
  })
}

/** Roles and users that live; those that are gone are left out. */
async function storedAudience(db: Db, { kind, roles, users }: Audience): Promise<string | null> {
  if (kind === 'anyone') return null
  if (kind === 'signedIn') return JSON.stringify({ kind, roles: [], users: [] })
  const living = await livingPeople(db, { roles, users })
  if (living.roles.length + living.users.length === 0)
    throw new AppError('parameter_wrong', '请至少选择一个角色或用户', {
      fields: { audience: '请至少选择一个角色或用户' },
    })
  return JSON.stringify({ kind, ...living })
}

export async function queryVersions({ db }: Metadata, caller: Reader, id: string): Promise<QueryVersion[]> {
  const { queries } = await readLibrary(db, caller)
  await readObject(db, queries, caller, id)
  return readVersions(db, id)
}
