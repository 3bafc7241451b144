// Rows of temp tables. Names are unique per user, by `nameKey`.
import type { Selectable } from 'kysely'
import type { Metadata } from '#server/metadata/open.ts'
import { holdsKept, holdsMasks } from '#server/objects/rowScopes.ts'
import type { Caller } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { TemporaryTable } from '#features/code/contract.ts'
import type { TemporaryTableTable } from '../tables.ts'
import { temporarySchema } from './names.ts'

export type TemporaryRow = Selectable<TemporaryTableTable>
type Db = Metadata['db']

const now = (): string => new Date().toISOString()

/** Tables visible to the owner: not expired, and without rows the owner has lost access to; by name. */
export async function readTemporary(db: Db, owner: Caller): Promise<TemporaryRow[]> {
  const rows = await readAll(db, owner.id)
  return rows.filter((row) => isSeen(row, owner))
}

/** Tables no longer visible that wait for the sweep. */
export async function readUnseen(db: Db, owner: Caller): Promise<TemporaryRow[]> {
  const rows = await readAll(db, owner.id)
  return rows.filter((row) => !isSeen(row, owner))
}

const isSeen = (row: TemporaryRow, owner: Caller): boolean =>
  row.expires_at > now() && holdsKept(owner, row.games) && holdsMasks(owner, row.games)

function readAll(db: Db, ownerId: number): Promise<TemporaryRow[]> {
  return db
    .selectFrom('temporary_table')
    .selectAll()
    .where('owner_id', '=', ownerId)
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

/** In the wire format. */
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
