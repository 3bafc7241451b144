// Saved reports, for users who may see their view.
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Report } from '../contract.ts'
import { mayEditReport, maySee } from './access.ts'
import { readReport, readReports, readView, readViews, type StoredReport, type View } from './repo.ts'
import { findView } from './views.ts'

export const shownReport = (caller: Caller, report: StoredReport, view: View): Report => ({
  id: report.id,
  reportName: report.reportName,
  remark: report.remark,
  order: report.position,
  viewMetaId: report.viewMetaId,
  info: report.info as Report['info'],
  owner: report.owner,
  editable: mayEditReport(caller, report, view),
  modifiedAt: report.modifiedAt,
  revision: report.revision,
})

export async function reportsOfView({ db }: Metadata, caller: Caller, viewId: number): Promise<Report[]> {
  const view = await findView(db, caller, viewId)
  return (await readReports(db, viewId)).map((report) => shownReport(caller, report, view))
}

export async function reportById({ db }: Metadata, caller: Caller, id: number): Promise<Report> {
  const { report, view } = await findReport(db, caller, id)
  return shownReport(caller, report, view)
}

/** A report that exists for the caller, with its view. */
export async function findReport(
  db: Db,
  caller: Caller,
  id: number,
  { deleted = false } = {},
): Promise<{ report: StoredReport; view: View }> {
  const report = await readReport(db, id)
  if (!report || (report.deleted && !deleted)) throw new AppError('object_missing')
  return { report, view: await findView(db, caller, report.viewMetaId) }
}

/** Reports that the caller may see, and whose definition fits. */
export async function reportsUsing(
  { db }: Metadata,
  caller: Caller,
  uses: (info: ReportInfo) => boolean,
): Promise<Report[]> {
  const [views, reports] = await Promise.all([readViews(db), readReports(db)])
  const seen = new Map(views.filter((view) => maySee(caller, view)).map((view) => [view.id, view]))
  return reports.flatMap((report) => {
    const view = seen.get(report.viewMetaId)
    return view && uses(report.info) ? [shownReport(caller, report, view)] : []
  })
}

/** The given reports visible to the caller, in the given order; each once. */
export async function seenReports(
  { db }: Metadata,
  caller: Caller,
  ids: readonly number[],
): Promise<StoredReport[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => readReport(db, id)))
  const views = new Map<number, View | undefined>()
  for (const report of found) {
    if (report && !views.has(report.viewMetaId))
      views.set(report.viewMetaId, await readView(db, report.viewMetaId))
  }
  return found.flatMap((report) => {
    const view = report && views.get(report.viewMetaId)
    const isSeen = report && !report.deleted && view && !view.deleted && maySee(caller, view)
    return isSeen ? [report] : []
  })
}
