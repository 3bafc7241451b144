// Saved queries, deleted ones included, and their versions in the metadata store.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { seenIn } from '#server/scopes/condition.ts'
import { isAlive, living } from '#server/scopes/life.ts'
import type { Reader, Seen } from '#server/scopes/seen.ts'
import { type Audience, readAudience } from '#shared/audience.ts'
import type { QueryLook, QueryVersion, SavedParameter, ShareMode } from '#features/code/contract.ts'
import type { SavedQueryRow } from './objectKind.ts'

type Db = Kysely<Database>

export interface StoredQuery {
  id: string
  ownerId: number
  owner: string
  name: string
  folder: string
  folderId: number | null
  tags: string[]
  sql: string
  params: SavedParameter[]
  looks: QueryLook[]
  version: number
  share: ShareMode
  audience: Audience
  createdAt: string
  modifiedAt: string
  modifiedBy: string
  deleted: boolean
  lastReadAt: string | null
  /** Runs taken over from other queries. */
  takenRuns: string[]
}

const queryRows = (db: Db) =>
  db
    .selectFrom('saved_query')
    .innerJoin('user', 'user.id', 'saved_query.owner_id')
    .leftJoin('user as editor', 'editor.id', 'saved_query.modified_by')
    .selectAll('saved_query')
    .select(['user.username', 'editor.username as editor'])

type Row = Awaited<ReturnType<ReturnType<typeof queryRows>['execute']>>[number]

const toQuery = (row: Row): StoredQuery => ({
  id: row.id,
  ownerId: row.owner_id,
  owner: row.username,
  name: row.name,
  folder: row.folder,
  folderId: row.folder_id,
  tags: JSON.parse(row.tags) as string[],
  sql: row.sql,
  params: JSON.parse(row.params) as SavedParameter[],
  looks: JSON.parse(row.looks ?? '[]') as QueryLook[],
  version: row.version,
  share: row.share,
  audience: readAudience(row.audience),
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  modifiedBy: row.editor ?? row.username,
  deleted: !isAlive(row),
  lastReadAt: row.last_read_at,
  takenRuns: JSON.parse(row.taken_runs ?? '[]') as string[],
})

/** Queries that are not deleted and that the caller sees, as the library's declaration says. */
export async function readQueries(db: Db, seen: Seen, caller: Reader): Promise<StoredQuery[]> {
  const rows = await queryRows(db)
    .where(living('saved_query'))
    .where(seenIn(db, 'saved_query', seen, caller))
    .execute()
  return rows.map(toQuery)
}

/** Of all owners, those that need no session. */
export async function readSharedQueries(db: Db): Promise<StoredQuery[]> {
  const rows = await queryRows(db)
    .where('saved_query.share', '!=', 'off')
    .where('saved_query.audience', 'is', null)
    .where(living('saved_query'))
    .orderBy('saved_query.modified_at', 'desc')
    .execute()
  return rows.map(toQuery)
}

/** Includes deleted queries. */
export async function readQuery(db: Db, id: string): Promise<StoredQuery | undefined> {
  const row = await queryRows(db).where('saved_query.id', '=', id).executeTakeFirst()
  return row && toQuery(row)
}

/** Stores the row's present content as a version. */
export async function insertVersion(
  db: Db,
  { id, version, name, sql, params, modified_at }: SavedQueryRow,
): Promise<void> {
  await db
    .insertInto('saved_query_version')
    .values({ query_id: id, version, name, sql, params, saved_at: modified_at })
    .execute()
}

/** Newest first. */
export async function readVersions(db: Db, savedQueryId: string): Promise<QueryVersion[]> {
  const rows = await db
    .selectFrom('saved_query_version')
    .selectAll()
    .where('query_id', '=', savedQueryId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ version, name, sql, params, saved_at }) => ({
    version,
    name,
    sql,
    params: JSON.parse(params) as SavedParameter[],
    savedAt: saved_at,
  }))
}
