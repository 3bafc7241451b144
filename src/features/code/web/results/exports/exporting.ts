// Exports a result: at once, or in the background with a record of its progress.

import { call, callBlob, failureOf } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { showMessage } from '#web/shell/message.ts'
import {
  downloadExport,
  exportCsv,
  exportDataByAsync,
  exportDataByQueryMCQA,
  exportXlsx,
  type Run,
} from '#features/code/contract.ts'
import { openDialog, stateOf, useShownResult } from '../shown.ts'
import { shownColumns } from '../tableOf.ts'
import { fileNameFor } from '../texts.ts'

type ExportFormat = 'csv' | 'xlsx'

/** Exports what is displayed: sorted and filtered, without hidden columns, in their order. */
function exportedOf(run: Run) {
  const { view, hidden, frozen } = stateOf(run.queryId)
  const shown = shownColumns(run, hidden, frozen)
  const isWhole = shown.length === run.columns.length && shown.every((index, at) => index === at)
  return {
    queryId: run.queryId,
    name: fileNameFor(run.title || '查询结果'),
    ...(view && { view: view.viewId }),
    ...(!isWhole && { columns: shown }),
  }
}

export async function exportNow(run: Run, format: ExportFormat): Promise<void> {
  const asked = new AbortController()
  const body = exportedOf(run)
  useShownResult.setState({ work: { text: '正在导出', cancel: () => asked.abort() } })
  try {
    // A cached answer is exported from the earlier run's rows, too.
    const csv = run.cached ? exportDataByQueryMCQA : exportCsv
    const definition = format === 'csv' ? csv : exportXlsx
    const { blob, fileName } = await callBlob(definition, { body }, { signal: asked.signal, loading: null })
    saveBlob(blob, fileName)
    showMessage({ message: `已导出「${fileName}」`, intent: 'success' })
  } catch (error) {
    if (failureOf(error).aborted) showMessage({ message: '导出已取消' })
  } finally {
    useShownResult.setState({ work: null })
  }
}

export async function exportInBackground(run: Run, format: ExportFormat = 'csv'): Promise<void> {
  try {
    await call(exportDataByAsync, { body: { ...exportedOf(run), format } }, { loading: null })
    openDialog({ kind: 'exports' })
  } catch {
    // The client has shown why; the result is still there.
  }
}

export async function downloadFile(run: Run): Promise<void> {
  try {
    const { blob, fileName } = await callBlob(
      downloadExport,
      { params: { id: run.queryId } },
      { loading: null },
    )
    saveBlob(blob, fileName)
  } catch {
    // The client has shown why.
  }
}
