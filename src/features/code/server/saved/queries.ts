// What an owner does with saved queries: save, delete and bring back, share, look at versions. Another's query, a
// deleted one and one that never was answer alike.
import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { writeAudit } from '../../../../server/metadata/audit.ts'
import type { Metadata } from '../../../../server/metadata/open.ts'
import { pinyinOf } from '../../../../server/pinyin.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { QueryVersion, SavedQuery, ShareMode, saveQuery as saveCall } from '../../contract.ts'
import {
  holdQuery,
  insertQuery,
  insertVersion,
  type NewQuery,
  readQuery,
  readVersions,
  type StoredQuery,
  updateQuery,
} from './repo.ts'
import { cleanFolder, cleanName, cleanParameters, cleanSql, cleanTags } from './texts.ts'

type Db = Metadata['db']
export type QueryChange = Static<NonNullable<(typeof saveCall)['body']>>

export const shownQuery = ({ ownerId: _, deleted: __, ...query }: StoredQuery): SavedQuery => ({
  ...query,
  pinyin: pinyinOf(query.name),
})

/** 128 random bits: the id stands in shared addresses and must not be guessed. */
const makeId = (): string => randomBytes(16).toString('base64url')

export async function saveQuery(
  metadata: Metadata,
  userId: number,
  change: QueryChange,
): Promise<SavedQuery> {
  const cleaned = {
    name: cleanName(change.name),
    sql: cleanSql(change.sql),
    ...(change.folder !== undefined && { folder: cleanFolder(change.folder) }),
    ...(change.tags && { tags: cleanTags(change.tags) }),
    ...(change.params && { params: cleanParameters(change.params) }),
  }
  return metadata.transaction(async (db) => {
    const { id } = change
    if (id === undefined) {
      const added = { folder: '', tags: [], params: [], ...cleaned, id: makeId(), ownerId: userId }
      return addQuery(db, added)
    }
    const present = await holdOwn(metadata, db, userId, id)
    return changeQuery(db, present, { ...present, ...cleaned }, change)
  })
}

async function addQuery(db: Db, query: NewQuery): Promise<SavedQuery> {
  await insertQuery(db, query, new Date().toISOString())
  return shownQuery((await readQuery(db, query.id)) as StoredQuery)
}

async function changeQuery(
  db: Db,
  present: StoredQuery,
  next: StoredQuery,
  { version, overwrite }: Pick<QueryChange, 'version' | 'overwrite'>,
): Promise<SavedQuery> {
  const params = JSON.stringify(next.params)
  const tags = JSON.stringify(next.tags)
  const isNewText =
    next.name !== present.name || next.sql !== present.sql || params !== JSON.stringify(present.params)
  const isMoved = next.folder !== present.folder || tags !== JSON.stringify(present.tags)
  // What would change nothing can lose nothing: a save that is sent again after its answer was lost is no conflict.
  if (!isNewText && !isMoved) return shownQuery(present)
  if (isNewText && version !== undefined && version !== present.version && overwrite !== true)
    throw new AppError('object_conflict', '查询已被保存过更新的版本，请比较后再保存', shownQuery(present))
  const now = later(present.modifiedAt)
  const { id, name, folder, sql } = next
  const newVersion = present.version + (isNewText ? 1 : 0)
  await updateQuery(db, id, { name, folder, tags, sql, params, version: newVersion, modified_at: now })
  if (isNewText)
    await insertVersion(db, { query_id: id, version: newVersion, name, sql, params, saved_at: now })
  return shownQuery({ ...next, version: newVersion, modifiedAt: now })
}

/** Now, and never the time of the change before: two within a millisecond must differ. */
function later(modifiedAt: string): string {
  return new Date(Math.max(Date.now(), Date.parse(modifiedAt) + 1)).toISOString()
}

/** The owner's, held until the transaction's end. */
async function holdOwn(
  { dialect }: Metadata,
  db: Db,
  userId: number,
  id: string,
  { deleted = false } = {},
): Promise<StoredQuery> {
  const query = await holdQuery(db, dialect, id)
  if (!query || query.ownerId !== userId || (query.deleted && !deleted)) throw new AppError('object_missing')
  return query
}

export function deleteQuery(metadata: Metadata, userId: number, id: string): Promise<null> {
  return metadata.transaction(async (db) => {
    await holdOwn(metadata, db, userId, id)
    await updateQuery(db, id, { deleted_at: new Date().toISOString() })
    return null
  })
}

/** As it was, with its sharing; one that is not deleted stays as it is. */
export function restoreQuery(metadata: Metadata, userId: number, id: string): Promise<SavedQuery> {
  return metadata.transaction(async (db) => {
    const query = await holdOwn(metadata, db, userId, id, { deleted: true })
    if (query.deleted) await updateQuery(db, id, { deleted_at: null })
    return shownQuery(query)
  })
}

export function shareQuery(
  metadata: Metadata,
  userId: number,
  id: string,
  share: ShareMode,
): Promise<SavedQuery> {
  return metadata.transaction(async (db) => {
    const query = await holdOwn(metadata, db, userId, id)
    if (query.share === share) return shownQuery(query)
    const detail = { id, name: query.name, from: query.share, to: share }
    await writeAudit(db, { userId, action: 'sql.share', detail })
    await updateQuery(db, id, { share })
    return shownQuery({ ...query, share })
  })
}

export async function queryVersions({ db }: Metadata, userId: number, id: string): Promise<QueryVersion[]> {
  const query = await readQuery(db, id)
  if (!query || query.ownerId !== userId || query.deleted) throw new AppError('object_missing')
  return readVersions(db, id)
}
