// Saves the draft: over its report, or as a new one. Another user's newer definition is never lost.

import { CallError, call, type InputOf } from '#web/api/client.ts'
import { conflictIn } from '#web/form/conflictIn.ts'
import { showMessage } from '#web/shell/message.ts'
import { addOrUpdateReportMeta, type Report } from '#features/statement/contract.ts'
import type { Place } from '../keep/places.ts'
import { loadReports } from '../report/asking/loading.ts'
import { keptInfo } from '../report/asking/request.ts'
import { openKept, openReport } from '../report/saving.ts'
import { sendReport } from '../report/sending.ts'
import { useReport } from '../report/store.ts'
import { isEditable } from '../tree/actions.ts'
import { viewKey } from '../tree/shape.ts'
import { dropEditorDraft } from '../unsaved/editorDraft.ts'
import { dropVisit } from '../unsaved/visit.ts'
import { leaveEditor, showSection } from './actions.ts'
import { asideLines } from './aside.ts'
import { namesIn } from './names.ts'
import { type Draft, useEditor } from './store.ts'

type Body = InputOf<typeof addOrUpdateReportMeta>['body']

export async function saveDraft({ overConflict = false } = {}): Promise<void> {
  const { draft, saving } = useEditor.getState()
  if (!draft || saving) return
  const { report } = draft
  if (!report) return saveDraftAsNew()
  if (!report.editable) return askWhereToKeep()
  const reportName = draft.name.trim()
  if (reportName === '') {
    useEditor.setState({ nameProblem: '请输入报表名称' })
    showSection('name')
    return
  }
  // In a conflict the reader has seen the newer version, and replaces exactly that.
  const newest = useReport.getState().reports.find(({ id }) => id === report.id) ?? report
  const body = {
    id: report.id,
    info: keptInfo(draft.info),
    ...(reportName !== report.reportName && { reportName }),
  }
  await send(draft, body, overConflict ? newest : report)
}

/** 另存到…, which also answers where the report itself may not be changed. */
const askWhereToKeep = (): void => useEditor.setState({ dialog: 'saveAs' })

export function saveDraftAsNew(): void {
  const { draft, saving } = useEditor.getState()
  const { viewId } = useReport.getState()
  if (!draft || saving) return
  const isHere = viewId !== null && isEditable(viewKey(viewId))
  // A new report with a name, in a view that the reader may change, needs no further question.
  if (isHere && !draft.report && draft.name.trim() !== '')
    void createReport(draft.name.trim(), { viewMetaId: viewId })
  else askWhereToKeep()
}

export async function createReport(reportName: string, place: Place): Promise<boolean> {
  const { draft, saving } = useEditor.getState()
  if (!draft || saving) return false
  return send(draft, { ...place, reportName, info: keptInfo(draft.info) })
}

async function reloadReports(): Promise<void> {
  const { viewId } = useReport.getState()
  if (viewId !== null) await loadReports(viewId)
}

async function send(draft: Draft, body: Body, base?: Report): Promise<boolean> {
  const { params } = useEditor.getState()
  useEditor.setState({ saving: true })
  try {
    const kept = base
      ? await sendReport(body, base)
      : await call(addOrUpdateReportMeta, { body }, { quiet: true })
    dropEditorDraft()
    dropVisit()
    leaveEditor()
    await openKept(kept)
    const left = asideLines(draft.aside, namesIn(params))
    showMessage({
      message: `已保存「${body.reportName ?? draft.name}」`,
      ...(left.length > 0 && { detail: `以下未保存：${left.join('；')}` }),
      intent: 'success',
    })
    return true
  } catch (error) {
    useEditor.setState({ saving: false })
    if (!(error instanceof CallError)) throw error
    const { code, message } = error
    const conflict = conflictIn<Report>(error)
    if (conflict) useEditor.setState({ dialog: 'conflict', conflict })
    else if (code === 'report_invalid' || code === 'formula_invalid') useEditor.setState({ failure: error })
    else showMessage({ message: '保存失败', detail: message, intent: 'danger' })
    return false
  }
}

/** Loads the newer definition, and saves the draft over exactly that. */
export async function overwriteTheirs(): Promise<void> {
  useEditor.setState({ dialog: null })
  await reloadReports()
  await saveDraft({ overConflict: true })
}

/** Shows the other user's version instead. */
export async function takeTheirDefinition(): Promise<void> {
  const id = useEditor.getState().draft?.report?.id
  await reloadReports()
  dropEditorDraft()
  leaveEditor()
  if (id !== undefined) openReport(id)
}
