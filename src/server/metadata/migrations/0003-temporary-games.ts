// Temp tables know for which games they were made: they hold rows of these, whatever becomes of their owner's rights.
import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

export async function temporaryGames(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('temporary_table')
    .addColumn('games', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await sql`update temporary_table set games = (select u.games from "user" u where u.id = owner_id)`.execute(
    db,
  )
}
