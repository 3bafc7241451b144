// The history of a folder, view or report, and restoring.
import { call, quiet } from '#web/api/client.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { type TreeKind, treeBack, treeHistory } from '../contract.ts'
import { loadReports } from './report/asking/loading.ts'
import { refreshPresent } from './report/saving.ts'
import { useReport } from './report/store.ts'
import { idOf, isFolderKey, isViewKey, type NodeKey } from './tree/shape.ts'
import { loadTree, useTree } from './tree/store.ts'

interface Shown {
  kind: TreeKind
  id: number
  name: string
  editable: boolean
}

function show({ kind, id, name, editable }: Shown): void {
  const goBack = async (change: number) => {
    await call(treeBack, { body: { kind, id, change } }, quiet)
    await renew()
  }
  showHistory(
    name,
    (signal) => call(treeHistory, { params: { kind, id } }, { ...quiet, signal }),
    editable ? goBack : undefined,
  )
}

/** Reloads the page's data from the server. */
async function renew(): Promise<void> {
  await loadTree()
  const { viewId } = useReport.getState()
  if (viewId === null) return
  await loadReports(viewId)
  refreshPresent()
}

export function showReportHistory(): void {
  const report = useReport.getState().present?.report
  if (report) show({ kind: 'report', id: report.id, name: report.reportName, editable: report.editable })
}

export function showNodeHistory(key: NodeKey): void {
  const { shape } = useTree.getState()
  const id = idOf(key)
  const view = isViewKey(key) ? shape.views.get(id) : undefined
  if (view) show({ ...view, kind: 'viewMeta' })
  const folder = isFolderKey(key) ? shape.folders.get(id) : undefined
  if (folder) show({ ...folder, kind: 'viewType' })
}
