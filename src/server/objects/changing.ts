// Adds and changes objects: names stay unique, of two editors none overwrites the other unseen, and each change is
// audited and told by the history, in the caller's transaction.
import type { AuditDetail } from '#shared/auditDetails.ts'
import { AppError } from '#shared/errors.ts'
import { writeAudit } from '../metadata/audit.ts'
import { deletedAt } from '../scopes/life.ts'
import { differences, type FieldChange, keptBefore, lastChange, noteChanges, userNames } from './history.ts'
import { claimNames, freeNames, untaken } from './names.ts'
import { anyTable, readObject, slices } from './reading.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from './types.ts'
import { assertEditable, assertMayMake } from './writing.ts'

/** What a new object is made of: the columns of its own. */
export type NewObject<Row> = Omit<Row, keyof ObjectRow>

export interface Conflict {
  /** What is kept now, as the caller may see it. */
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
    detail: { id: row.id, ...audited },
  })
  return row
}

/** Many at once; the audit has one row for them, with how many they were. */
export async function addObjects<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  values: readonly NewObject<Row>[],
  audited: AuditDetail,
): Promise<void> {
  if (values.length === 0) return
  for (const part of slices(values, rowsAtOnce)) await insertObjects(db, kind, caller, part)
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

export interface Change<Row extends ObjectRow> {
  id: Row['id']
  values: Partial<NewObject<Row>>
  /** The revision that was edited; absent: whatever is there. */
  revision?: number | undefined
  /** Takes the place of what another has saved meanwhile. */
  overwrite?: boolean | undefined
}

/** Throws object_conflict with what is kept now where another has changed it; `shown` makes that of the row. */
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
  // What would change nothing can lose nothing: a save that is sent again after its answer was lost is no conflict.
  if (changes.length === 0) return present
  if (revision !== undefined && revision !== present.revision && !overwrite) {
    throw await conflictWith(db, kind, present, shown)
  }
  const next: Row = { ...present, ...values, ...stampOf(kind, caller, present, changes) }
  // Somebody allowed to see the row may still not give it away to games that they can't see.
  await assertMayMake(db, kind, caller, next)
  await freeNames(db, kind, present)
  if (!(await writeRow(db, kind, present, next))) throw await conflictWith(db, kind, present, shown)
  await claimNames(db, kind, next)
  const before = keptBefore(kind, present, changes)
  await noteChanges(db, kind, caller, 'change', [{ id, changes, before }])
  const fields = [...new Set(changes.map(({ field }) => field))]
  await writeAudit(db, { userId: caller.id, action: `${kind.name}.change`, detail: { id, fields } })
  return next
}

/** Where nothing but fields beside the content changes, its time and its author stay. */
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
  // Never the time of the change before: two within a millisecond must differ. Nobody knows it of some old rows.
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

/** Names who changed it last, be it only where it stands. */
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
