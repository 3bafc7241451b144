// For the migration by which folders, views and reports become objects. What is deleted has a full time in which it can
// still come back, and what went with a view comes back with it.
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
  // Until now this was who last changed the definition.
  await sql`update report set author_id = modified_by, modified_by = coalesce(modified_by, owner_id)`.execute(
    db,
  )
  await datePriorDeletions(db)
  await sql`update report
    set deleted_at = (select view_meta.deleted_at from view_meta where view_meta.id = report.view_meta_id)
    where deleted_at is null`.execute(db)
}

/** Of those that were deleted by themselves: a view that comes back leaves them where they are. */
async function datePriorDeletions(db: Kysely<unknown>): Promise<void> {
  const before = new Date(Date.now() - 60_000).toISOString()
  await sql`update report set deleted_at = ${before} where deleted_at is not null`.execute(db)
}
