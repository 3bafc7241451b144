// What an owner does with saved queries: save, delete and bring back, share, look at versions. Another's query, a
// deleted one and one that never was answer alike.
import type { Static } from 'typebox'
import { writeAudit } from '../../../../server/metadata/audit.ts'
import type { Metadata } from '../../../../server/metadata/open.ts'
import { addObject, changeObject } from '../../../../server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '../../../../server/objects/deleting.ts'
import { holdObject, readObject } from '../../../../server/objects/reading.ts'
import type { Caller } from '../../../../server/objects/types.ts'
import { pinyinOf } from '../../../../server/pinyin.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { QueryVersion, SavedQuery, ShareMode, saveQuery as saveCall } from '../../contract.ts'
import { type SavedQueryRow, savedQueries } from './kind.ts'
import { insertVersion, readQuery, readVersions, type StoredQuery } from './repo.ts'
import { cleanFolder, cleanLooks, cleanName, cleanParameters, cleanSql, cleanTags } from './texts.ts'

type Db = Metadata['db']
export type QueryChange = Static<NonNullable<(typeof saveCall)['body']>>

export const shownQuery = ({
  ownerId: _,
  deleted: __,
  lastReadAt: ___,
  ...query
}: StoredQuery): SavedQuery => ({
  ...query,
  pinyin: pinyinOf(query.name),
})

const shownById = async (db: Db, id: string): Promise<SavedQuery> =>
  shownQuery((await readQuery(db, id)) as StoredQuery)

type Details = Pick<SavedQueryRow, 'name' | 'sql'> &
  Partial<Pick<SavedQueryRow, 'folder' | 'tags' | 'params' | 'looks'>>

/** As they are kept; what a save leaves out stays as it is. */
const cleanDetails = ({ name, sql, folder, tags, params, looks }: QueryChange): Details => ({
  name: cleanName(name),
  sql: cleanSql(sql),
  ...(folder !== undefined && { folder: cleanFolder(folder) }),
  ...(tags && { tags: JSON.stringify(cleanTags(tags)) }),
  ...(params && { params: JSON.stringify(cleanParameters(params)) }),
  ...(looks && { looks: cleanLooks(looks) }),
})

export async function saveQuery(
  metadata: Metadata,
  caller: Caller,
  change: QueryChange,
): Promise<SavedQuery> {
  const details = cleanDetails(change)
  return metadata.transaction(async (db) => {
    const { id } = change
    if (id === undefined) return addQuery(db, caller, details)
    const present = await holdObject(db, metadata.dialect, savedQueries, caller, id)
    return changeQuery(db, caller, present, details, change)
  })
}

async function addQuery(db: Db, caller: Caller, details: Details): Promise<SavedQuery> {
  const start = {
    folder: '',
    tags: '[]',
    params: '[]',
    looks: null,
    version: 1,
    share: 'off' as const,
    last_read_at: null,
  }
  const added = await addObject(db, savedQueries, caller, { ...start, ...details })
  await insertVersion(db, added)
  return shownById(db, added.id)
}

async function changeQuery(
  db: Db,
  caller: Caller,
  present: SavedQueryRow,
  details: Details,
  { version, overwrite }: Pick<QueryChange, 'version' | 'overwrite'>,
): Promise<SavedQuery> {
  const { id } = present
  const next = { ...present, ...details }
  const isNewText = next.name !== present.name || next.sql !== present.sql || next.params !== present.params
  if (isNewText && version !== undefined && version !== present.version && overwrite !== true)
    throw new AppError('object_conflict', '查询已被保存过更新的版本，请比较后再保存', await shownById(db, id))
  const values = { ...details, ...(isNewText && { version: present.version + 1 }) }
  const saved = await changeObject(db, savedQueries, caller, { id, values }, () => shownById(db, id))
  if (isNewText) await insertVersion(db, saved)
  return shownById(db, id)
}

export function deleteQuery(metadata: Metadata, caller: Caller, id: string): Promise<null> {
  return metadata.transaction(async (db) => {
    await holdObject(db, metadata.dialect, savedQueries, caller, id)
    await deleteObjects(db, savedQueries, caller, [id])
    return null
  })
}

/** As it was, with its sharing; one that is not deleted stays as it is. */
export function restoreQuery(metadata: Metadata, caller: Caller, id: string): Promise<SavedQuery> {
  return metadata.transaction(async (db) => {
    const query = await readQuery(db, id)
    if (query?.deleted) await restoreObjects(db, savedQueries, caller, [id])
    else await readObject(db, savedQueries, caller, id)
    return shownById(db, id)
  })
}

export function shareQuery(
  metadata: Metadata,
  caller: Caller,
  id: string,
  share: ShareMode,
): Promise<SavedQuery> {
  return metadata.transaction(async (db) => {
    const query = await holdObject(db, metadata.dialect, savedQueries, caller, id)
    if (query.share !== share) {
      const detail = { id, name: query.name, from: query.share, to: share }
      await writeAudit(db, { userId: caller.id, action: 'sql.share', detail })
      const shown = () => shownById(db, id)
      await changeObject(db, savedQueries, caller, { id, values: { share } }, shown)
    }
    return shownById(db, id)
  })
}

export async function queryVersions({ db }: Metadata, caller: Caller, id: string): Promise<QueryVersion[]> {
  await readObject(db, savedQueries, caller, id)
  return readVersions(db, id)
}
