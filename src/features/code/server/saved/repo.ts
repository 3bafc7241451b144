// Saved queries and their versions as the metadata store keeps them. What is deleted stays, so that it can come back.
import type { Kysely, Updateable } from 'kysely'
import type { Database } from '../../../../server/metadata/schema.ts'
import type { QueryVersion, SavedParameter, ShareMode } from '../../contract.ts'
import type { SavedQueryTable } from '../tables.ts'

type Db = Kysely<Database>

export interface StoredQuery {
  id: string
  ownerId: number
  owner: string
  name: string
  folder: string
  tags: string[]
  sql: string
  params: SavedParameter[]
  version: number
  share: ShareMode
  createdAt: string
  modifiedAt: string
  deleted: boolean
}

const queryRows = (db: Db) =>
  db
    .selectFrom('saved_query')
    .innerJoin('user', 'user.id', 'saved_query.owner_id')
    .selectAll('saved_query')
    .select('user.username')

type Row = Awaited<ReturnType<ReturnType<typeof queryRows>['execute']>>[number]

const toQuery = (row: Row): StoredQuery => ({
  id: row.id,
  ownerId: row.owner_id,
  owner: row.username,
  name: row.name,
  folder: row.folder,
  tags: JSON.parse(row.tags) as string[],
  sql: row.sql,
  params: JSON.parse(row.params) as SavedParameter[],
  version: row.version,
  share: row.share,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  deleted: row.deleted_at !== null,
})

/** Those that are not deleted. */
export async function readQueries(db: Db, ownerId: number): Promise<StoredQuery[]> {
  const rows = await queryRows(db)
    .where('saved_query.owner_id', '=', ownerId)
    .where('saved_query.deleted_at', 'is', null)
    .execute()
  return rows.map(toQuery)
}

/** Also when it is deleted. */
export async function readQuery(db: Db, id: string): Promise<StoredQuery | undefined> {
  const row = await queryRows(db).where('saved_query.id', '=', id).executeTakeFirst()
  return row && toQuery(row)
}

/**
 * As readQuery; on PostgreSQL other changes of it wait for this transaction's end. SQLite lets one transaction write
 * at a time anyway.
 */
export async function holdQuery(
  db: Db,
  dialect: 'sqlite' | 'postgres',
  id: string,
): Promise<StoredQuery | undefined> {
  if (dialect === 'postgres')
    await db.selectFrom('saved_query').select('id').where('id', '=', id).forUpdate().execute()
  return readQuery(db, id)
}

export type NewQuery = Pick<StoredQuery, 'id' | 'ownerId' | 'name' | 'folder' | 'tags' | 'sql' | 'params'>

/** With its first version. */
export async function insertQuery(db: Db, query: NewQuery, now: string): Promise<void> {
  const { id, ownerId, name, folder, sql } = query
  const params = JSON.stringify(query.params)
  const tags = JSON.stringify(query.tags)
  const times = { created_at: now, modified_at: now, deleted_at: null }
  const row = { id, owner_id: ownerId, name, folder, tags, sql, params, version: 1, share: 'off' as const }
  await db
    .insertInto('saved_query')
    .values({ ...row, ...times })
    .execute()
  await insertVersion(db, { query_id: id, version: 1, name, sql, params, saved_at: now })
}

export async function insertVersion(
  db: Db,
  row: { query_id: string; version: number; name: string; sql: string; params: string; saved_at: string },
): Promise<void> {
  await db.insertInto('saved_query_version').values(row).execute()
}

export async function updateQuery(db: Db, id: string, change: Updateable<SavedQueryTable>): Promise<void> {
  await db.updateTable('saved_query').set(change).where('id', '=', id).execute()
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
