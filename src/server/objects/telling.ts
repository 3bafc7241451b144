// The common fields that every object returns to its readers.
import { seenIn } from '../scopes/condition.ts'
import { livingIn } from '../scopes/life.ts'
import { userNames } from './history.ts'
import { anyTable } from './reading.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from './types.ts'
import { refusals } from './writing.ts'

/** Living objects that the caller sees, in creation order. */
export async function readSeen<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
): Promise<Row[]> {
  const rows = await anyTable(db)
    .selectFrom(kind.table)
    .selectAll()
    .where(livingIn(kind.table))
    .where(seenIn(db, kind.table, kind.seen, caller))
    .orderBy('id')
    .execute()
  return rows as unknown as Row[]
}

/** Returns a function from a row to its common fields; names are read once for all rows. */
export async function telling<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  rows: readonly Row[],
) {
  const people = rows.flatMap(({ owner_id, modified_by }) => [owner_id, modified_by])
  const names = await userNames(db, people)
  const refusal = await refusals(db, kind, caller, rows)
  return (row: Row) => ({
    id: row.id as Row['id'],
    owner: names.get(row.owner_id) ?? '',
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    modifiedBy: names.get(row.modified_by) ?? '',
    revision: row.revision,
    editable: refusal(row) === null,
  })
}
