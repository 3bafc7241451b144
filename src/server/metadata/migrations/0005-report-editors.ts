// Who last defined a report: an embed shows it in games that its owner and its last author both may see.
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

export async function reportEditors(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('report').addColumn('modified_by', 'integer').execute()
}
