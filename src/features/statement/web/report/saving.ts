// Saves reports: their definition, name, position and remark; restores deleted ones.
import { navigate } from 'wouter/use-browser-location'
import { call, failureOf } from '#web/api/client.ts'
import { conflictIn } from '#web/form/conflictIn.ts'
import { sendOver } from '#web/form/sendOver.tsx'
import { showMessage } from '#web/shell/message.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateReportRemark,
  delReportByViewMetaId,
  type Report,
  updateOrder,
} from '#features/statement/contract.ts'
import { writeAddress } from '../address/address.ts'
import type { Place } from '../keep/places.ts'
import { loadTree, useTree } from '../tree/store.ts'
import { rememberStep } from '../undo.ts'
import { dropVisit } from '../unsaved/visit.ts'
import { loadReports } from './asking/loading.ts'
import { keptInfo } from './asking/request.ts'
import { addressOf, presentPath } from './follow.ts'
import { sendReport } from './sending.ts'
import { useReport } from './store.ts'

async function reload(): Promise<void> {
  const { viewId } = useReport.getState()
  if (viewId !== null) await loadReports(viewId)
}

export function openReport(reportId: number): void {
  const { viewId, reports } = useReport.getState()
  const report = reports[0]?.id === reportId ? null : reportId
  navigate(writeAddress({ view: viewId, report, changes: {} }, presentPath()), { replace: true })
}

/** 另存到…, which also answers where the report itself may not be changed. */
export const askWhereToKeep = (): void => useReport.setState({ dialog: { kind: 'save' } })

let saving = false

/**
 * Overwrites the saved definition, or asks where to keep the report if the reader may not change it. Another user's newer
 * one is never lost: a conflict is shown.
 */
export async function saveReport({ overConflict = false } = {}): Promise<void> {
  // After pressing the key twice, the second request would see the first as another user's change.
  if (saving) return
  saving = true
  try {
    await writeReport(overConflict)
  } finally {
    saving = false
  }
}

async function writeReport(overConflict: boolean): Promise<void> {
  const { present, reports } = useReport.getState()
  const report = present?.report
  if (!present) return
  if (!report?.editable) return askWhereToKeep()
  // After a conflict the reader knows the newer definition and replaces exactly that one.
  const newest = reports.find(({ id }) => id === report.id) ?? report
  try {
    await sendReport({ info: keptInfo(present.info) }, overConflict ? newest : report)
  } catch (error) {
    const failure = failureOf(error)
    const conflict = conflictIn<Report>(failure)
    if (conflict) useReport.setState({ dialog: { kind: 'conflict', conflict } })
    else showMessage({ message: '保存失败', detail: failure.message, intent: 'danger' })
    return
  }
  dropVisit()
  await reload()
  openReport(report.id)
  showMessage({ message: `已保存「${report.reportName}」`, intent: 'success' })
}

/** Takes the other user's version; the changes stay in the address history. */
export async function takeTheirs(): Promise<void> {
  const id = useReport.getState().present?.report?.id
  await reload()
  if (id !== undefined) openReport(id)
}

/** Loads the newer definition as the base and keeps the changes on the screen. */
export async function keepMine(): Promise<void> {
  await reload()
  await saveReport({ overConflict: true })
}

/** Keeps what is on the screen as a new report: in a view that the reader may change, or in a new private one. */
export async function saveAsNew(reportName: string, place: Place): Promise<boolean> {
  const { present } = useReport.getState()
  if (!present) return false
  try {
    const kept = await call(addOrUpdateReportMeta, {
      body: { ...place, reportName, info: keptInfo(present.info) },
    })
    dropVisit()
    await openKept(kept)
    tellKept(reportName, place)
    return true
  } catch {
    return false
  }
}

/** Opens a report that was just added, in this view or another one. */
export async function openKept({ id, viewMetaId }: { id: number; viewMetaId: number }): Promise<void> {
  if (useReport.getState().viewId === viewMetaId) {
    await reload()
    openReport(id)
    return
  }
  navigate(writeAddress({ view: viewMetaId, report: id, changes: {} }, presentPath()))
  if (!useTree.getState().shape.views.has(viewMetaId)) await loadTree()
}

const tellKept = (reportName: string, { newView }: Place): void => {
  const where = newView === undefined ? '' : `，在私有视图「${newView}」里`
  showMessage({ message: `已保存为「${reportName}」${where}`, intent: 'success' })
}

export async function renameReport(reportName: string): Promise<boolean> {
  const report = useReport.getState().present?.report
  if (!report || reportName === report.reportName) return true
  const saved = await sendOver<Report, { id: number }>({
    title: `重命名「${report.reportName}」`,
    fields: [{ name: 'reportName', label: '名称', kind: 'text' }],
    before: { reportName: report.reportName },
    revision: report.revision,
    mine: { reportName },
    valuesOf: (theirs) => ({ reportName: theirs.reportName }),
    send: (values, revision) => {
      const body = { id: report.id, reportName: String(values.reportName), revision }
      return call(addOrUpdateReportMeta, { body }, { quiet: true })
    },
  })
  await reload()
  refreshPresent()
  return saved !== null
}

export async function saveRemark(remark: string): Promise<boolean> {
  const report = useReport.getState().present?.report
  if (!report) return false
  try {
    await call(addOrUpdateReportRemark, { body: { id: report.id, remark, former: report.remark } })
  } catch (error) {
    // Whoever saves again has read the other user's remark.
    if (failureOf(error).code === 'object_conflict') {
      await reload()
      refreshPresent()
    }
    return false
  }
  await reload()
  refreshPresent()
  return true
}

/** Replaces the open report's base by the server's current state; the address stays. */
export function refreshPresent(): void {
  const { present, reports } = useReport.getState()
  const report = reports.find(({ id }) => id === present?.report?.id)
  if (!present || !report) return
  useReport.setState({ present: { ...present, report, saved: report.info } })
  navigate(addressOf(present.info), { replace: true })
}

export async function deleteReport(): Promise<void> {
  const { present, viewId } = useReport.getState()
  const report = present?.report
  if (!report || viewId === null) return
  try {
    await call(delReportByViewMetaId, { body: { viewMetaId: viewId, reportIds: [report.id] } })
  } catch {
    return
  }
  await reload()
  navigate(writeAddress({ view: viewId, report: null, changes: {} }), { replace: true })
  const takeBack = () => void restoreReport(report.id)
  rememberStep(takeBack)
  showMessage({ message: `已删除「${report.reportName}」`, action: { text: '撤销', onClick: takeBack } })
}

async function restoreReport(id: number): Promise<void> {
  try {
    await call(addOrUpdateReportMeta, { body: { id, restored: true } })
    await reload()
    openReport(id)
  } catch {
    // The API client has already shown the error.
  }
}

/** Moves the report one position to the left or right. */
export async function moveReport(by: -1 | 1): Promise<void> {
  const { reports, present } = useReport.getState()
  const at = reports.findIndex(({ id }) => id === present?.report?.id)
  const to = at + by
  if (at < 0 || to < 0 || to >= reports.length) return
  const ids = reports.map(({ id }) => id)
  ids.splice(to, 0, ...ids.splice(at, 1))
  try {
    await call(updateOrder, { body: { kind: 'report', ids } }, { loading: null })
  } catch {
    // The client has shown the error; the order shown next is the server's.
  }
  await reload()
  refreshPresent()
}
