// What every object tells of itself, to whoever sees it.
import { seenIn } from '../scopes/condition.ts'
import { livingIn } from '../scopes/life.ts'
import { userNames } from './history.ts'
import { anyTable } from './reading.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from './types.ts'
import { refusals } from './writing.ts'

/** Those that live and that the caller sees, in the order in which they were made. */
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

/** A function from a row to what it tells; names are read once for all of them. */
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
