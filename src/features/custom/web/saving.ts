// Saves reports: typed content stays when the server refuses it, and another user's newer version is never
// lost.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { CallError, call } from '#web/api/client.ts'
import { loadingTexts } from '#web/api/loading.ts'
import { showMessage } from '#web/shell/message.ts'
import { deleteCustomReport, getCustomReport, saveCustomReport } from '../contract.ts'
import { reportAddress } from './address.ts'
import { draftOf } from './draft.ts'
import { openReport } from './loading.ts'
import { type Draft, useCustom } from './store.ts'

export function changeDraft(change: Partial<Draft>): void {
  const { draft } = useCustom.getState()
  if (draft) useCustom.setState({ draft: { ...draft, ...change } })
}

let saving = false

export async function saveDraft(how: { overwrite?: boolean } = {}): Promise<void> {
  const { draft } = useCustom.getState()
  // Pressing the key twice would create a new report twice, or make an existing one conflict with itself.
  if (!draft || saving) return
  saving = true
  try {
    await writeDraft(draft, how)
  } finally {
    saving = false
  }
}

async function writeDraft(draft: Draft, { overwrite = false }: { overwrite?: boolean }): Promise<void> {
  const { id, version, ...content } = draft
  try {
    const report = await call(
      saveCustomReport,
      {
        body: {
          ...content,
          ...(id !== null && { id }),
          ...(version !== null && { version }),
          ...(overwrite && { overwrite }),
        },
      },
      { quiet: true },
    )
    useCustom.setState({ draft: draftOf(report), conflict: false, report, id: report.id })
    showMessage({
      message: `已保存「${report.name}」${report.published ? '，其他人下次查询即用新版' : '，尚未发布'}`,
      intent: 'success',
    })
    if (id === null) navigate(reportAddress(report.id, {}, { editing: true }), { replace: true })
    await openReport(report.id)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'object_conflict') useCustom.setState({ conflict: true })
    else showMessage({ message: '保存失败', detail: error.message, intent: 'danger' })
  }
}

/** Loads the version saved meanwhile and discards the local changes. */
export async function takeTheirs(): Promise<void> {
  const { id } = useCustom.getState()
  if (!id) return
  const report = await call(getCustomReport, { params: { id } })
  useCustom.setState({ report, draft: draftOf(report), conflict: false })
}

export async function deleteOpen(): Promise<void> {
  const { report } = useCustom.getState()
  useCustom.setState({ deleting: false })
  if (!report) return
  try {
    await call(deleteCustomReport, { params: { id: report.id }, body: {} })
  } catch {
    return
  }
  navigate(pages.custom())
  const takeBack = async () => {
    const input = { params: { id: report.id }, body: { restored: true } }
    await call(deleteCustomReport, input, { loading: loadingTexts.load })
    navigate(reportAddress(report.id))
  }
  showMessage({
    message: `已删除「${report.name}」`,
    action: { text: '撤销', onClick: () => void takeBack().catch(() => undefined) },
  })
}
