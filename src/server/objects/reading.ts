// Reads objects of a kind for a caller: what they may not see, what is deleted and what never was answer alike.
import type { Kysely } from 'kysely'
import { AppError } from '#shared/errors.ts'
import { isStorable } from '../metadata/ids.ts'
import type { Dialect } from '../metadata/table.ts'
import { isAlive } from '../scopes/life.ts'
import { sees } from '../scopes/predicate.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from './types.ts'

/** The same store where the table is named by a kind, and its columns with it. */
export type AnyTable = Kysely<Record<string, Record<string, unknown>>>
export const anyTable = (db: Db): AnyTable => db as unknown as AnyTable

/** Bound values of one statement; SQLite allows 32,766. */
const atOnce = 5_000

/** The store refuses a number that is none of its own. */
const isKnowable = (id: number | string): boolean => typeof id === 'string' || isStorable(id)

export interface Which {
  /** Also, or only, those that are deleted; absent: only those that live. */
  deleted?: boolean
}

/** In the order of the ids; each once. Throws object_missing unless all are there for the caller. */
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
  for (const part of slices(wanted, atOnce)) {
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
 * As readObject; on PostgreSQL other changes of it wait for this transaction's end. SQLite lets one transaction write
 * at a time anyway.
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

export function* slices<Item>(items: readonly Item[], most: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += most) yield items.slice(start, start + most)
}
