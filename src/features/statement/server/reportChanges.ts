// Changes of a view's saved reports: save, describe, move, delete and restore.

import type { InfoNames } from '#semantic/model/infoWords.ts'
import { segmentLabels } from '#semantic/model/segments.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { addObject, changeObject, conflictOf } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { holdObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { Report } from '../contract.ts'
import { assertEditable } from './access.ts'
import { checkInfo } from './compiling.ts'
import { type Edited, editedOf } from './folders.ts'
import { type ReportRow, readNaming, reportsAs } from './objectKinds.ts'
import { lastPosition, readReports, type View } from './repo.ts'
import { findReport, shownReport } from './reports.ts'
import { cleanName, cleanRemark } from './texts.ts'
import { addView, findView } from './views.ts'

interface ReportChange extends Edited {
  id?: number | undefined
  viewMetaId?: number | undefined
  /** The name of a private view that is made for a new report. */
  newView?: string | undefined
  reportName?: string | undefined
  info?: ReportInfo | undefined
  remark?: string | undefined
  /** Replaces `revision`, for callers that know none. */
  modifiedAt?: string | undefined
  restored?: boolean | undefined
}

interface Kept {
  id: number
  viewMetaId: number
  modifiedAt: string
}

export async function saveReport(deps: Deps, caller: Caller, given: ReportChange): Promise<Kept> {
  // Before the transaction: both read more than the store, and writers would wait.
  const names = await infoNames(deps)
  const change = given.info ? { ...given, info: await checkInfo(deps, given.info) } : given
  return deps.metadata.transaction((db) => {
    const { id = -1 } = change
    if (id > 0 && change.newView !== undefined)
      throw new AppError('parameter_wrong', '新视图只能和新报表一起建立')
    return id > 0
      ? changeReport(deps.metadata, db, caller, { ...change, id }, names)
      : addReport(deps.metadata, db, caller, change)
  })
}

/** What a definition's ids are called now. */
const infoNames = async (deps: Pick<Deps, 'metadata' | 'warehouse'>): Promise<InfoNames> =>
  namesIn(await readModel(deps))

interface Named {
  id: number
  name: string
}

interface NamedDimension extends Named {
  info: { segment?: unknown }
}

export function namesIn({
  dimensions,
  points,
}: {
  dimensions: NamedDimension[]
  points: Named[]
}): InfoNames {
  const nameIn = (things: readonly Named[]) => {
    const names = new Map(things.map(({ id, name }) => [id, name]))
    return (id: number) => names.get(id) ?? `#${id}`
  }
  const segments = new Set(dimensions.flatMap(({ id, info }) => (info.segment ? [id] : [])))
  return {
    dimension: nameIn(dimensions),
    point: nameIn(points),
    value: (value, dim) => (segments.has(dim ?? 0) && segmentLabels[value]) || value,
  }
}

async function addReport(metadata: Metadata, db: Db, caller: Caller, change: ReportChange): Promise<Kept> {
  const { reportName, info } = change
  if (!info) throw new AppError('parameter_wrong', '请选择指标或维度')
  const view = await viewFor(metadata, db, caller, change)
  const values = {
    view_meta_id: view.id,
    report_name: cleanName(reportName),
    remark: '',
    position: await lastPosition(db, 'report', view.id),
    info: JSON.stringify(info),
    author_id: caller.id,
  }
  const added = await addObject(db, reportsAs([view]), caller, values, { name: values.report_name })
  return { id: added.id, viewMetaId: view.id, modifiedAt: added.modified_at }
}

/** Where a new report goes. A view made for it stays only if the report does: both are one transaction. */
async function viewFor(
  metadata: Metadata,
  db: Db,
  caller: Caller,
  { viewMetaId, newView }: ReportChange,
): Promise<View> {
  if (newView !== undefined) {
    const { id } = await addView(metadata, db, caller, { name: newView })
    return findView(db, caller, id)
  }
  if (viewMetaId === undefined) throw new AppError('parameter_wrong', '请选择视图')
  const view = await findView(db, caller, viewMetaId)
  assertEditable(caller, view)
  return view
}

export async function changeReport(
  { dialect }: Pick<Metadata, 'dialect'>,
  db: Db,
  caller: Caller,
  { id, restored = false, ...change }: ReportChange & { id: number },
  names: InfoNames,
): Promise<Kept> {
  const { report, view } = await findReport(db, caller, id, { deleted: restored })
  const comesBack = report.deleted
  const views = [view, ...(await targetOf(db, caller, view, change.viewMetaId))]
  const kind = reportsAs(views, await readNaming(db), names)
  if (comesBack) await restoreObjects(db, kind, caller, [id])
  const present = await holdObject(db, dialect, kind, caller, id)
  const values = changedValues(change)
  const isDefined = values.info !== undefined && values.info !== present.info
  const isMoved = values.view_meta_id !== undefined && values.view_meta_id !== present.view_meta_id
  const kept = await changeObject(
    db,
    kind,
    caller,
    {
      id,
      values: { ...values, ...((isDefined || isMoved) && { author_id: caller.id }) },
      ...editedOf(editedReport(change, present), comesBack),
    },
    (row) => presentReport(db, caller, row),
  )
  return { id, viewMetaId: kept.view_meta_id, modifiedAt: kept.modified_at }
}

/** The view that it is moved to. */
async function targetOf(db: Db, caller: Caller, view: View, viewId: number | undefined): Promise<View[]> {
  if (viewId === undefined || viewId === view.id) return []
  const target = await findView(db, caller, viewId)
  assertEditable(caller, target)
  return [target]
}

const changedValues = ({ reportName, info, viewMetaId, remark }: ReportChange) => ({
  ...(reportName !== undefined && { report_name: cleanName(reportName) }),
  ...(info && { info: JSON.stringify(info) }),
  ...(viewMetaId !== undefined && { view_meta_id: viewMetaId }),
  ...(remark !== undefined && { remark: cleanRemark(remark) }),
})

/** No row has revision 0, so this is a conflict. */
const editedReport = ({ revision, overwrite, modifiedAt }: ReportChange, present: ReportRow): Edited => ({
  revision: revision ?? (modifiedAt === undefined || modifiedAt === present.modified_at ? undefined : 0),
  overwrite,
})

async function presentReport(db: Db, caller: Caller, { id }: ReportRow): Promise<Report> {
  const { report, view } = await findReport(db, caller, id)
  return shownReport(caller, report, view)
}

/** Characters of another user's remark in a message. */
const mostTold = 200

export function saveRemark(
  { transaction, dialect }: Metadata,
  caller: Caller,
  { id, remark, former }: { id: number; remark: string; former?: string | undefined },
): Promise<{ id: number }> {
  return transaction(async (db) => {
    const { view } = await findReport(db, caller, id)
    const kind = reportsAs([view])
    const present = await holdObject(db, dialect, kind, caller, id)
    const kept = cleanRemark(remark)
    if (former !== undefined && former !== present.remark && kept !== present.remark)
      throw await remarkConflict(db, caller, present)
    await changeObject(db, kind, caller, { id, values: { remark: kept } }, () => null)
    return { id }
  })
}

async function remarkConflict(db: Db, caller: Caller, row: ReportRow): Promise<AppError> {
  const { data } = await conflictOf(db, row, await presentReport(db, caller, row))
  const told = row.remark.length > mostTold ? `${row.remark.slice(0, mostTold)}…` : row.remark
  return new AppError('object_conflict', `备注刚被他人改为「${told}」，再保存一次将覆盖它`, data)
}

/** The given ones, all of which must be in the view; without ids all. */
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
    const deletedIds = chosen.map(({ id }) => id)
    if (deletedIds.length > 0) await deleteObjects(db, reportsAs([view]), caller, deletedIds)
    return { deletedIds }
  })
}
