// Reads all stored definitions, their names and history, and the reports that use them.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { definitionKinds } from '#features/config/contract.ts'

const tables = ['dimension', 'point', 'dimension_table', 'point_table', 'category', 'report'] as const

export async function definitionsAsRows(db: Kysely<Database>): Promise<unknown[]> {
  const rows: unknown[] = []
  for (const table of tables) rows.push(await db.selectFrom(table).selectAll().orderBy('id').execute())
  const kinds = [...definitionKinds]
  const past = db.selectFrom('object_change').selectAll().where('kind', 'in', kinds).orderBy('id')
  const names = db.selectFrom('object_name').selectAll().where('kind', 'in', kinds)
  rows.push(await past.execute())
  rows.push(await names.orderBy('kind').orderBy('scope').orderBy('name_key').execute())
  return rows
}
