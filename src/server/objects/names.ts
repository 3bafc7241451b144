// Names that are unique in their scope, whoever asks at the same time: each is a row of one table whose key they are.
import { AppError } from '#shared/errors.ts'
import { isUniqueViolation } from '../metadata/failures.ts'
import { nameKey } from './texts.ts'
import type { Db, ObjectKind, ObjectRow } from './types.ts'

/** Throws name_taken, at the kind's field, where the work meets a name or a unique column that is taken. */
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

/** Throws name_taken where another object of the kind has one of them in its scope. */
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
