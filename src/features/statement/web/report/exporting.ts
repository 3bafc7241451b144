// Exports the shown report as a spreadsheet, written by the server with the user's export settings.

import type { ReportInfo } from '#semantic/model/types.ts'
import { callBlob, failureOf } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { showMessage } from '#web/shell/message.ts'
import { useSettings } from '#web/shell/settings.ts'
import { exporeExcel, type ShownPivot } from '#features/statement/contract.ts'
import { askedInfo, isAskable } from './asking/request.ts'
import { isStale } from './asking/stale.ts'
import { useReport } from './store.ts'

export const exportFlags = (settings: {
  exportSetting: boolean
  computeOnly: boolean
  exportSummary: boolean
}) => {
  const flag = (on: boolean) => (on ? '1' : '0') as '1' | '0'
  return {
    exportSetting: flag(settings.exportSetting),
    computeOnly: flag(settings.computeOnly),
    showBottom: flag(settings.exportSummary),
  }
}

/** Set by a page that shows reports other than as one table: what an export adds to its request. */
export type ExportShape = (info: ReportInfo) => { info: ReportInfo; pivot?: ShownPivot } | null
let shape: ExportShape = () => null

/** From now on exports use this shape; returns a function that restores the previous one. */
export function shapeExports(other: ExportShape): () => void {
  shape = other
  return () => {
    if (shape === other) shape = () => null
  }
}

/** The shape of such a page; none otherwise. */
export const otherShape: ExportShape = (info) => shape(info)

/** With the reader's column order, which a request for figures leaves out. */
const exportedInfo = (info: ReportInfo): ReportInfo => ({
  ...askedInfo(info),
  ...(info.columns?.length && { columns: info.columns }),
})

export async function exportReport(): Promise<void> {
  const { present, exporting } = useReport.getState()
  if (!present || exporting) return
  if (!isAskable(present.info)) {
    showMessage({ message: '请先选择指标，再导出', intent: 'warning' })
    return
  }
  const reportId = present.report?.id
  const reportName = present.report?.reportName ?? '新报表'
  // Exports what is shown: while changes wait for 查询, the figures belong to the previous conditions.
  const state = useReport.getState()
  const info = isStale(state) && state.result ? state.result.info : present.info
  const canceled = new AbortController()
  useReport.setState({
    exporting: { name: reportName, startedAt: Date.now(), cancel: () => canceled.abort() },
  })
  try {
    const { blob, fileName } = await callBlob(
      exporeExcel,
      {
        query: exportFlags(useSettings.getState()),
        body: {
          ...(reportId ? { reportId } : {}),
          reportName,
          ...(shape(info) ?? { info: exportedInfo(info) }),
        },
      },
      { signal: canceled.signal, loading: null },
    )
    saveBlob(blob, fileName)
    showMessage({ message: `已导出「${reportName}」`, intent: 'success' })
  } catch (error) {
    if (failureOf(error).aborted) showMessage({ message: '导出已取消' })
  } finally {
    useReport.setState({ exporting: null })
  }
}
