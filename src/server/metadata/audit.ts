// The audit log: who did what. If the row can't be written, the action must not happen, so the row is written
// first, or in the action's own transaction.
import type { Kysely } from 'kysely'
import type { AuditDetail, WordedDetail } from '#shared/auditDetails.ts'
import type { Database } from './schema.ts'

interface AuditEntry<Detail = AuditDetail> {
  /** Null without a known user: a failed login. */
  userId: number | null
  /** `noun.verb`: session.start, report.export. */
  action: string
  detail?: WordedDetail<Detail>
}

export async function writeAudit<Detail extends object>(
  db: Kysely<Database>,
  { userId, action, detail }: AuditEntry<Detail>,
): Promise<void> {
  const row = { at: new Date().toISOString(), user_id: userId, action, detail: JSON.stringify(detail ?? {}) }
  await db.insertInto('audit').values(row).execute()
}
