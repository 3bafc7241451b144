// Migration that turns folders, views and reports into objects. Deleted rows get the full time in the trash from now
// on; reports of a deleted view take the view's time of deletion, because restoring the view restores them.
import { type Kysely, sql } from 'kysely'
import type { Change } from '#server/metadata/table.ts'

const now = () => new Date().toISOString()

const adopt =
  (table: string): Change =>
  async (db) => {
    await sql`update ${sql.table(table)} set modified_by = owner_id`.execute(db)
    await sql`update ${sql.table(table)} set deleted_at = ${now()} where deleted_at is not null`.execute(db)
  }

export const adoptFolders = adopt('view_type')
export const adoptViews = adopt('view_meta')

export const adoptReports: Change = async (db) => {
  // `modified_by` held the last author of the definition until this migration.
  await sql`update report set author_id = modified_by, modified_by = coalesce(modified_by, owner_id)`.execute(
    db,
  )
  await datePriorDeletions(db)
  await sql`update report
    set deleted_at = (select view_meta.deleted_at from view_meta where view_meta.id = report.view_meta_id)
    where deleted_at is null`.execute(db)
}

/**
 * Dates reports that were deleted on their own before their view's deletion, so that restoring the view leaves them
 * in the trash.
 */
async function datePriorDeletions(db: Kysely<unknown>): Promise<void> {
  const before = new Date(Date.now() - 60_000).toISOString()
  await sql`update report set deleted_at = ${before} where deleted_at is not null`.execute(db)
}
