// Reads objects of a kind for a caller: invisible, deleted and non-existent objects get the same answer.
import type { Kysely } from 'kysely'
import { AppError } from '#shared/errors.ts'
import { isStorable } from '../metadata/ids.ts'
import type { Dialect } from '../metadata/table.ts'
import { isAlive } from '../scopes/life.ts'
import { sees } from '../scopes/predicate.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from './types.ts'

/** The same store, where a kind names the table and so its columns. */
export type AnyTable = Kysely<Record<string, Record<string, unknown>>>
export const anyTable = (db: Db): AnyTable => db as unknown as AnyTable

/** Bound values in one statement; SQLite allows 32,766. */
const atOnce = 5_000

/** The store rejects numbers outside its id range. */
const isKnowable = (id: number | string): boolean => typeof id === 'string' || isStorable(id)

interface Which {
  /** Include deleted objects, or only those; absent: only living ones. */
  deleted?: boolean
}

/**
 * In the order of the ids, without duplicates. Throws object_missing unless the caller may see all of them.
 */
export async function readObjects<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  ids: readonly Row['id'][],
  { deleted = false }: Which = {},
): Promise<Row[]> {
  const wanted = [...new Set(ids)]
  if (!wanted.every(isKnowable)) throw new AppError('object_missing')
  const found = new Map<Row['id'], Row>()
  for (const part of chunks(wanted, atOnce)) {
    const rows = await anyTable(db).selectFrom(kind.table).selectAll().where('id', 'in', part).execute()
    for (const row of rows as unknown as Row[]) found.set(row.id, row)
  }
  return wanted.map((id) => {
    const row = found.get(id)
    if (!row || isAlive(row) === deleted || !sees(kind.seen, caller, row))
      throw new AppError('object_missing')
    return row
  })
}

export async function readObject<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  id: Row['id'],
  which: Which = {},
): Promise<Row> {
  const [row] = await readObjects(db, kind, caller, [id], which)
  return row as Row
}

/**
 * Like readObject; on PostgreSQL, other changes to the object wait until this transaction ends. SQLite runs
 * one write transaction at a time anyway.
 */
export async function holdObject<Row extends ObjectRow>(
  db: Db,
  dialect: Dialect,
  kind: ObjectKind<Row>,
  caller: Caller,
  id: Row['id'],
): Promise<Row> {
  if (dialect === 'postgres' && isKnowable(id))
    await anyTable(db).selectFrom(kind.table).select('id').where('id', '=', id).forUpdate().execute()
  return readObject(db, kind, caller, id)
}

export function* chunks<Item>(items: readonly Item[], most: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += most) yield items.slice(start, start + most)
}
