// By which columns a table is reported: kept with its former version, and put back with it.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { living } from '#server/scopes/life.ts'

export interface KeptColumns {
  id: number
  date_column: string | null
  time_column: string | null
  game_column: string | null
}

export const keptColumns = (db: Kysely<Database>, table: string): Promise<KeptColumns[]> =>
  db
    .selectFrom('point_table')
    .select(['id', 'date_column', 'time_column', 'game_column'])
    .where('table_truename', '=', table)
    .where(living('point_table'))
    .orderBy('id')
    .execute()

export async function takeBackColumns(db: Kysely<Database>, kept: unknown): Promise<void> {
  for (const { id, ...columns } of (kept ?? []) as KeptColumns[])
    await db
      .updateTable('point_table')
      .set(({ eb }) => ({ ...columns, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where(living('point_table'))
      .execute()
}
