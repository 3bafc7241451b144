// Makes names unique in their scope, even under concurrency: each name is a row of one table with the name as
// its key.
import { AppError } from '#shared/errors.ts'
import { isUniqueViolation } from '../metadata/failures.ts'
import { nameKey } from './texts.ts'
import type { Db, ObjectKind, ObjectRow } from './types.ts'

/** Throws name_taken, at the kind's field, when the work meets a taken name or unique column. */
export async function untaken<Row extends ObjectRow, Result>(
  { taken }: ObjectKind<Row>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('name_taken', taken.message, { fields: { [taken.field]: taken.message } })
  }
}

/** Throws name_taken when another object of the kind has one of the names in its scope. */
export async function claimNames<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  row: Row,
): Promise<void> {
  const names = kind.names?.(row) ?? []
  if (names.length === 0) return
  const rows = names.map(({ scope, name }) => ({
    kind: kind.name,
    scope,
    name_key: nameKey(name),
    object_id: String(row.id),
  }))
  await untaken(kind, () => db.insertInto('object_name').values(rows).execute())
}

export async function freeNames<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  { id }: Row,
): Promise<void> {
  if (!kind.names) return
  await db
    .deleteFrom('object_name')
    .where('kind', '=', kind.name)
    .where('object_id', '=', String(id))
    .execute()
}
