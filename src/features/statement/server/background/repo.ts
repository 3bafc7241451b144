// Records in the background as the metadata store keeps them.
import type { Kysely, Selectable, Updateable } from 'kysely'
import type { ReportInfo } from '../../../../semantic/model/types.ts'
import type { Database } from '../../../../server/metadata/schema.ts'
import type { BackgroundRecord } from '../../contract.ts'
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

/** Only what stands as it is said to stand is changed; answers whether it did. */
export async function changeRecord(
  db: Db,
  id: string,
  from: RecordRow['status'][],
  change: Updateable<BackgroundReportTable>,
): Promise<boolean> {
  const changed = await db
    .updateTable('background_report')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function removeRecord(db: Db, id: string): Promise<void> {
  await db.deleteFrom('background_report').where('id', '=', id).execute()
}

export const underWayRecords = (db: Db): Promise<RecordRow[]> =>
  db
    .selectFrom('background_report')
    .selectAll()
    .where('status', 'in', ['queued', 'running'])
    .orderBy('started_at')
    .execute()

export const expiredRecords = (db: Db): Promise<RecordRow[]> =>
  db
    .selectFrom('background_report')
    .selectAll()
    .where('status', 'not in', ['queued', 'running'])
    .where('expires_at', '<', new Date().toISOString())
    .limit(1000)
    .execute()
