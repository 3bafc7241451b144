// Adds and changes objects: names stay unique, no editor overwrites another's change unseen, and each change
// is recorded in the audit and the history, in the caller's transaction.
import type { AuditDetail } from '#shared/auditDetails.ts'
import { AppError } from '#shared/errors.ts'
import { writeAudit } from '../metadata/audit.ts'
import { deletedAt } from '../scopes/life.ts'
import { calledOf } from './called.ts'
import { differences, type FieldChange, keptBefore, lastChange, noteChanges, userNames } from './history.ts'
import { claimNames, freeNames, untaken } from './names.ts'
import { anyTable, chunks, readObject } from './reading.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from './types.ts'
import { assertEditable, assertMayMake } from './writing.ts'

/** A new object: the columns of its own table. */
export type NewObject<Row> = Omit<Row, keyof ObjectRow>

interface Conflict {
  /** The stored object, as the caller may see it. */
  present: unknown
  by: string
  at: string
}

const rowsAtOnce = 1_000

/** `audited` is added to the audit's detail. */
export async function addObject<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  values: NewObject<Row>,
  audited: AuditDetail = {},
): Promise<Row> {
  const [row] = await insertObjects(db, kind, caller, [values])
  if (!row) throw new Error(`${kind.table} returned no row`)
  await writeAudit(db, {
    userId: caller.id,
    action: `${kind.name}.add`,
    detail: { id: row.id, ...calledOf(kind, [row]), ...audited },
  })
  return row
}

/** Adds many objects at once, with a single audit row that has their number. */
export async function addObjects<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  values: readonly NewObject<Row>[],
  audited: AuditDetail,
): Promise<void> {
  if (values.length === 0) return
  for (const part of chunks(values, rowsAtOnce)) await insertObjects(db, kind, caller, part)
  const detail = { ...audited, count: values.length }
  await writeAudit(db, { userId: caller.id, action: `${kind.name}.addMany`, detail })
}

async function insertObjects<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  values: readonly NewObject<Row>[],
): Promise<Row[]> {
  const { id } = caller
  const now = new Date().toISOString()
  const idOf = () => kind.makeId && { id: kind.makeId() }
  const made = { owner_id: id, created_at: now, modified_at: now, modified_by: id, revision: 1 }
  const rows = await untaken(kind, () =>
    anyTable(db)
      .insertInto(kind.table)
      .values(values.map((own) => ({ ...idOf(), ...own, ...made, ...deletedAt(null) })))
      .returningAll()
      .execute(),
  )
  const added = rows as unknown as Row[]
  for (const row of added) {
    await assertMayMake(db, kind, caller, row)
    await claimNames(db, kind, row)
  }
  return added
}

interface Change<Row extends ObjectRow> {
  id: Row['id']
  values: Partial<NewObject<Row>>
  /** The edited revision; absent: whatever is stored. */
  revision?: number | undefined
  /** Overwrites what another user saved meanwhile. */
  overwrite?: boolean | undefined
}

/**
 * Throws object_conflict with the stored object when another user has changed it; `shown` converts the row.
 */
export async function changeObject<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  { id, values, revision, overwrite = false }: Change<Row>,
  shown: (row: Row) => unknown | Promise<unknown>,
): Promise<Row> {
  const present = await readObject(db, kind, caller, id)
  await assertEditable(db, kind, caller, present)
  const changes = differences(kind, present, values)
  // A save without changes can lose nothing: repeating a save after its answer was lost is no conflict.
  if (changes.length === 0) return present
  if (revision !== undefined && revision !== present.revision && !overwrite) {
    throw await conflictWith(db, kind, present, shown)
  }
  const next: Row = { ...present, ...values, ...stampOf(kind, caller, present, changes) }
  // A user who may see the row may still not give it to games that they can't see.
  await assertMayMake(db, kind, caller, next)
  await freeNames(db, kind, present)
  if (!(await writeRow(db, kind, present, next))) throw await conflictWith(db, kind, present, shown)
  await claimNames(db, kind, next)
  const before = keptBefore(kind, present, changes)
  await noteChanges(db, kind, caller, 'change', [{ id, changes, before }])
  const fields = [...new Set(changes.map(({ field }) => field))]
  const detail = { id, ...calledOf(kind, [next]), fields }
  await writeAudit(db, { userId: caller.id, action: `${kind.name}.change`, detail })
  return next
}

/** If only fields beside the content change, the object's time and author stay. */
function stampOf<Row extends ObjectRow>(
  { fields }: ObjectKind<Row>,
  caller: Caller,
  present: Row,
  changes: readonly FieldChange[],
): Partial<ObjectRow> {
  const isContent = changes.some(({ field }) => fields[field as keyof Row & string]?.beside !== true)
  return isContent ? stamp(caller, present) : { revision: present.revision + 1 }
}

export const stamp = (
  { id }: Caller,
  present: ObjectRow,
): Pick<ObjectRow, 'modified_at' | 'modified_by' | 'revision'> => ({
  // Later than the previous change, because two changes within a millisecond must differ. Some old rows have
  // no time.
  modified_at: new Date(Math.max(Date.now(), Date.parse(present.modified_at) + 1 || 0)).toISOString(),
  modified_by: id,
  revision: present.revision + 1,
})

/** Whether the row was still as it had been read. */
export async function writeRow<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  present: Row,
  next: Row,
): Promise<boolean> {
  const { id, ...values } = next
  const { numUpdatedRows } = await untaken(kind, () =>
    anyTable(db)
      .updateTable(kind.table)
      .set(values)
      .where('id', '=', id)
      .where('revision', '=', present.revision)
      .executeTakeFirst(),
  )
  return numUpdatedRows === 1n
}

/** Names the last user who changed it, even if only its place. */
async function conflictWith<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  present: Row,
  shown: (row: Row) => unknown | Promise<unknown>,
): Promise<AppError> {
  const last = await lastChange(db, kind, present.id)
  const isLater = last && !(Date.parse(last.at) < Date.parse(present.modified_at))
  const changed = isLater ? { ...present, modified_by: last.user_id, modified_at: last.at } : present
  return conflictOf(db, changed, await shown(present))
}

export async function conflictOf(db: Db, present: ObjectRow, shown: unknown): Promise<AppError> {
  const names = await userNames(db, [present.modified_by])
  const by = names.get(present.modified_by) ?? ''
  const data: Conflict = { present: shown, by, at: present.modified_at }
  return new AppError('object_conflict', `内容已被 ${by || '他人'} 修改，请比较后再保存`, data)
}
