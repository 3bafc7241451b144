// Deletes objects so that they can be restored, and purges those not restored in time.
import { AppError } from '#shared/errors.ts'
import { writeAudit } from '../metadata/audit.ts'
import { deletedAt, deletedBefore } from '../scopes/life.ts'
import { calledOf, mostTold } from './called.ts'
import { noteChanges } from './history.ts'
import { claimNames, freeNames, untaken } from './names.ts'
import { anyTable, chunks, readObjects } from './reading.ts'
import type { Caller, Db, ObjectKind, ObjectRow, PurgedKind } from './types.ts'
import { assertEditable } from './writing.ts'

/**
 * Deletes all or none; their names are free at once. Objects deleted together have the same time and are
 * restored together.
 */
export async function deleteObjects<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  ids: readonly Row['id'][],
  at = new Date().toISOString(),
): Promise<Row[]> {
  const rows = await readObjects(db, kind, caller, ids)
  await mark(db, kind, caller, rows, at)
  for (const row of rows) await freeNames(db, kind, row)
  return rows
}

/** Throws name_taken when another object has taken one of the names meanwhile. */
export async function restoreObjects<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  ids: readonly Row['id'][],
): Promise<Row[]> {
  const rows = await readObjects(db, kind, caller, ids, { deleted: true })
  await mark(db, kind, caller, rows, null)
  for (const row of rows) await claimNames(db, kind, row)
  return rows
}

async function mark<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  rows: readonly Row[],
  at: string | null,
): Promise<void> {
  for (const row of rows) await assertEditable(db, kind, caller, row)
  for (const row of rows) {
    const { numUpdatedRows } = await untaken(kind, () =>
      anyTable(db)
        .updateTable(kind.table)
        // The object is restored unchanged, so its content's time and author stay.
        .set({ revision: row.revision + 1, ...deletedAt(at) })
        .where('id', '=', row.id)
        .where('revision', '=', row.revision)
        .executeTakeFirst(),
    )
    if (numUpdatedRows !== 1n) throw new AppError('object_conflict')
  }
  const action = at === null ? 'restore' : 'delete'
  await noteChanges(
    db,
    kind,
    caller,
    action,
    rows.map(({ id }) => ({ id, changes: [] })),
  )
  const ids = rows.map(({ id }) => id)
  const detail = { count: ids.length, ids: ids.slice(0, mostTold), ...calledOf(kind, rows) }
  await writeAudit(db, { userId: caller.id, action: `${kind.name}.${action}`, detail })
}

/**
 * Permanently deletes objects that were deleted before the given time, with their history. Returns their
 * number.
 */
export async function purgeDeleted(
  db: Db,
  { table, name, keptDeleted }: PurgedKind,
  before: string,
): Promise<number> {
  if (keptDeleted === 'all') return 0
  let given = anyTable(db).deleteFrom(table).where(deletedBefore(table, before))
  if (keptDeleted) given = given.where(keptDeleted.column, '<>', keptDeleted.value)
  const gone = await given.returning('id').execute()
  for (const part of chunks(
    gone.map(({ id }) => String(id)),
    5_000,
  )) {
    await db.deleteFrom('object_change').where('kind', '=', name).where('object_id', 'in', part).execute()
  }
  return gone.length
}
