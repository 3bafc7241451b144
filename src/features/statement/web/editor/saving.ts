// Saves the draft: over its report, or as a new one. Another user's newer definition is never lost.

import { CallError, call, type InputOf } from '#web/api/client.ts'
import { conflictIn } from '#web/form/conflictIn.ts'
import { showMessage } from '#web/shell/message.ts'
import { addOrUpdateReportMeta, type Report } from '#features/statement/contract.ts'
import { loadReports } from '../report/asking/loading.ts'
import { keptInfo } from '../report/asking/request.ts'
import { openReport } from '../report/saving.ts'
import { sendReport } from '../report/sending.ts'
import { useReport } from '../report/store.ts'
import { isEditable } from '../tree/actions.ts'
import { viewKey } from '../tree/shape.ts'
import { leaveEditor, showSection } from './actions.ts'
import { asideLines } from './aside.ts'
import { namesIn } from './names.ts'
import { type Draft, useEditor } from './store.ts'

type Body = InputOf<typeof addOrUpdateReportMeta>['body']

const refusal = '只有所有者或报表配置人员可以修改；可以「用到页面上」看结果，或在自己的视图里新建'

export async function saveDraft({ overConflict = false } = {}): Promise<void> {
  const { draft, saving } = useEditor.getState()
  if (!draft || saving) return
  const { report } = draft
  if (!report) return saveDraftAsNew()
  if (!report.editable) {
    showMessage({ message: refusal, intent: 'warning' })
    return
  }
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

export function saveDraftAsNew(): void {
  const { draft, saving } = useEditor.getState()
  const { viewId } = useReport.getState()
  if (!draft || saving || viewId === null) return
  if (!isEditable(viewKey(viewId))) {
    showMessage({ message: refusal, intent: 'warning' })
    return
  }
  // A new report with a name needs no further question.
  if (!draft.report && draft.name.trim() !== '') void createReport(draft.name.trim())
  else useEditor.setState({ dialog: 'saveAs' })
}

export async function createReport(reportName: string): Promise<boolean> {
  const { draft, saving } = useEditor.getState()
  const { viewId } = useReport.getState()
  if (!draft || saving || viewId === null) return false
  return send(draft, { viewMetaId: viewId, reportName, info: keptInfo(draft.info) })
}

async function reloadReports(): Promise<void> {
  const { viewId } = useReport.getState()
  if (viewId !== null) await loadReports(viewId)
}

async function send(draft: Draft, body: Body, base?: Report): Promise<boolean> {
  const { params } = useEditor.getState()
  useEditor.setState({ saving: true })
  try {
    const { id } = base
      ? await sendReport(body, base)
      : await call(addOrUpdateReportMeta, { body }, { quiet: true })
    await reloadReports()
    leaveEditor()
    openReport(id)
    const left = asideLines(draft.aside, namesIn(params))
    showMessage({
      message: `已保存「${body.reportName ?? draft.name}」`,
      ...(left.length > 0 && { detail: `没有一起保存：${left.join('；')}` }),
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
    else showMessage({ message: '没有保存', detail: message, intent: 'danger' })
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
  leaveEditor()
  if (id !== undefined) openReport(id)
}
