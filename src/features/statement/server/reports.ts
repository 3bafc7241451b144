// Saved reports of a view: read, kept, described, deleted and brought back.
import type { ReportInfo } from '../../../semantic/model/types.ts'
import type { Metadata } from '../../../server/metadata/open.ts'
import type { Caller } from '../../../server/objects/types.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Report } from '../contract.ts'
import { assertEditable, mayEdit, maySee } from './access.ts'
import {
  insertReport,
  readReport,
  readReports,
  readView,
  readViews,
  type StoredReport,
  updateReport,
  type View,
} from './repo.ts'
import { cleanName, cleanRemark } from './texts.ts'
import { findView } from './views.ts'

export interface ReportChange {
  id?: number | undefined
  viewMetaId?: number | undefined
  reportName?: string | undefined
  info?: ReportInfo | undefined
  modifiedAt?: string | undefined
  restored?: boolean | undefined
}

type Db = Metadata['db']

/** The report's own author, and whoever may change the view. */
export const mayEditReport = (caller: Caller, report: Pick<StoredReport, 'ownerId'>, view: View): boolean =>
  maySee(caller, view) && (report.ownerId === caller.id || mayEdit(caller, view))

const shownReport = (caller: Caller, report: StoredReport, view: View): Report => ({
  id: report.id,
  reportName: report.reportName,
  remark: report.remark,
  order: report.position,
  viewMetaId: report.viewMetaId,
  info: report.info as Report['info'],
  owner: report.owner,
  editable: mayEditReport(caller, report, view),
  modifiedAt: report.modifiedAt,
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

/** The definition as it is kept. Throws where it cannot be compiled. */
export type CheckInfo = (info: ReportInfo) => Promise<ReportInfo>

export async function saveReport(
  { transaction }: Metadata,
  caller: Caller,
  given: ReportChange,
  checkInfo: CheckInfo,
): Promise<{ id: number; modifiedAt: string }> {
  // Before the transaction: a check reads more than the store, and writers would wait for it.
  const change = given.info ? { ...given, info: await checkInfo(given.info) } : given
  return transaction(async (db) => {
    const { id = -1 } = change
    return id > 0 ? changeReport(db, caller, id, change) : addReport(db, caller, change)
  })
}

async function addReport(db: Db, caller: Caller, { viewMetaId, reportName, info }: ReportChange) {
  if (viewMetaId === undefined) throw new AppError('parameter_wrong', '请选择视图')
  if (!info) throw new AppError('parameter_wrong', '请选择指标或维度')
  assertEditable(caller, await findView(db, caller, viewMetaId))
  const modifiedAt = new Date().toISOString()
  const name = cleanName(reportName)
  const report = { viewMetaId, reportName: name, remark: '', ownerId: caller.id, info, modifiedAt }
  return { id: await insertReport(db, report), modifiedAt }
}

async function changeReport(db: Db, caller: Caller, id: number, change: ReportChange) {
  const { report, view } = await findReport(db, caller, id, { deleted: change.restored === true })
  assertReportEditable(caller, report, view)
  if (change.modifiedAt !== undefined && change.modifiedAt !== report.modifiedAt) throw conflict(report)
  if (change.viewMetaId !== undefined && change.viewMetaId !== view.id) {
    assertEditable(caller, await findView(db, caller, change.viewMetaId))
  }
  const modifiedAt = later(report.modifiedAt)
  const kept = await updateReport(
    db,
    id,
    {
      modified_at: modifiedAt,
      ...((change.info || change.viewMetaId !== undefined || change.restored) && { modified_by: caller.id }),
      deleted_at: null,
      ...(change.reportName !== undefined && { report_name: cleanName(change.reportName) }),
      ...(change.info && { info: JSON.stringify(change.info) }),
      ...(change.viewMetaId !== undefined && { view_meta_id: change.viewMetaId }),
    },
    report.modifiedAt,
  )
  if (!kept) throw conflict(report)
  return { id, modifiedAt }
}

const conflict = ({ owner, modifiedAt }: StoredReport) =>
  new AppError('object_conflict', undefined, { owner, modifiedAt })

/** Now, and never the time of the change before: two within a millisecond must differ. */
function later(modifiedAt: string): string {
  return new Date(Math.max(Date.now(), Date.parse(modifiedAt) + 1)).toISOString()
}

/** Characters of somebody else's remark in a message. */
const mostTold = 200

export function saveRemark(
  { transaction }: Metadata,
  caller: Caller,
  { id, remark, former }: { id: number; remark: string; former?: string | undefined },
): Promise<{ id: number }> {
  return transaction(async (db) => {
    const { report, view } = await findReport(db, caller, id)
    assertReportEditable(caller, report, view)
    if (former !== undefined && former !== report.remark) {
      const told = report.remark.length > mostTold ? `${report.remark.slice(0, mostTold)}…` : report.remark
      throw new AppError('object_conflict', `备注刚被他人改为「${told}」，再保存一次将覆盖它`)
    }
    await updateReport(db, id, { remark: cleanRemark(remark) })
    return { id }
  })
}

/** Those given, all of them in the view; without ids all that it holds. */
export function deleteReports(
  { transaction }: Metadata,
  caller: Caller,
  { viewMetaId, reportIds }: { viewMetaId: number; reportIds?: number[] | undefined },
): Promise<{ deletedIds: number[] }> {
  return transaction(async (db) => {
    const view = await findView(db, caller, viewMetaId)
    const reports = await readReports(db, viewMetaId)
    const wanted = reportIds && new Set(reportIds)
    const chosen = wanted ? reports.filter((report) => wanted.has(report.id)) : reports
    if (wanted && chosen.length < wanted.size) throw new AppError('object_missing')
    if (chosen.length === 0) assertEditable(caller, view)
    for (const report of chosen) assertReportEditable(caller, report, view)
    const deleted_at = new Date().toISOString()
    for (const { id } of chosen) await updateReport(db, id, { deleted_at })
    return { deletedIds: chosen.map(({ id }) => id) }
  })
}

function assertReportEditable(caller: Caller, report: StoredReport, view: View): void {
  if (!mayEditReport(caller, report, view)) {
    throw new AppError('permission_missing', '只有所有者或报表配置人员可以修改')
  }
}

/** Which of the given reports the caller may see, in the given order; each once. */
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
