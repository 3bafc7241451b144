// Background records in the metadata store.
import type { Kysely, Selectable, Updateable } from 'kysely'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { BackgroundRecord } from '#features/statement/contract.ts'
import type { BackgroundReportTable } from '../tables.ts'

export type RecordRow = Selectable<BackgroundReportTable>
type Db = Kysely<Database>

export const isUnderWay = ({ status }: Pick<RecordRow, 'status'>): boolean =>
  status === 'queued' || status === 'running'

export const infoOf = (row: RecordRow): ReportInfo => JSON.parse(row.info) as ReportInfo

export const shownRecord = (row: RecordRow): BackgroundRecord => ({
  id: row.id,
  reportId: row.report_id,
  name: row.name,
  status: row.status,
  problem: row.problem ?? '',
  info: infoOf(row) as BackgroundRecord['info'],
  rowCount: row.row_count,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  expiresAt: row.expires_at,
})

export async function insertRecord(db: Db, row: RecordRow): Promise<void> {
  await db.insertInto('background_report').values(row).execute()
}

export const findRecord = (db: Db, id: string): Promise<RecordRow | undefined> =>
  db.selectFrom('background_report').selectAll().where('id', '=', id).executeTakeFirst()

/** Newest first; of one report, or of all for 0. */
export function recordsOf(db: Db, userId: number, reportId = 0): Promise<RecordRow[]> {
  const own = db.selectFrom('background_report').selectAll().where('user_id', '=', userId)
  const asked = reportId === 0 ? own : own.where('report_id', '=', reportId)
  return asked.orderBy('started_at', 'desc').orderBy('id').limit(200).execute()
}

export async function changeRecord(
  db: Db,
  id: string,
  change: Updateable<BackgroundReportTable>,
): Promise<void> {
  await db.updateTable('background_report').set(change).where('id', '=', id).execute()
}

export async function removeRecord(db: Db, id: string): Promise<void> {
  await db.deleteFrom('background_report').where('id', '=', id).execute()
}

/** Unfinished records without a job. */
export const lonelyRecords = (db: Db): Promise<{ id: string }[]> =>
  db
    .selectFrom('background_report')
    .leftJoin('job', 'job.id', 'background_report.id')
    .select('background_report.id')
    .where('background_report.status', 'in', ['queued', 'running'])
    .where('job.id', 'is', null)
    .execute()

export const expiredRecords = (db: Db): Promise<RecordRow[]> =>
  db
    .selectFrom('background_report')
    .selectAll()
    .where('status', 'not in', ['queued', 'running'])
    .where('expires_at', '<', new Date().toISOString())
    .limit(1000)
    .execute()
