// Rows of temp tables. Names are one user's, and without regard to case, as in SQL.
import type { Selectable } from 'kysely'
import type { Metadata } from '../../../../server/metadata/open.ts'
import type { TemporaryTableTable } from '../../../../server/metadata/schema.ts'
import { pinyinOf } from '../../../../server/pinyin.ts'
import type { TemporaryTable } from '../../contract.ts'
import { temporarySchema } from './names.ts'

export type TemporaryRow = Selectable<TemporaryTableTable>
type Db = Metadata['db']

const now = (): string => new Date().toISOString()

/** Those that have not expired, by name. */
export function readTemporary(db: Db, ownerId: number): Promise<TemporaryRow[]> {
  return db
    .selectFrom('temporary_table')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', now())
    .orderBy('name')
    .execute()
}

export function findTemporary(db: Db, ownerId: number, id: string): Promise<TemporaryRow | undefined> {
  return db
    .selectFrom('temporary_table')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

export function readExpired(db: Db): Promise<TemporaryRow[]> {
  return db.selectFrom('temporary_table').selectAll().where('expires_at', '<=', now()).execute()
}

/** As it travels. */
export function shown(row: TemporaryRow): TemporaryTable {
  return {
    id: row.id,
    name: row.name,
    fullName: `${temporarySchema}.${row.name}`,
    columns: JSON.parse(row.columns) as TemporaryTable['columns'],
    rowCount: row.row_count,
    bytes: Number(row.bytes),
    sql: row.sql,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    pinyin: pinyinOf(row.name),
  }
}
