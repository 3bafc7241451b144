// Asks before a board is taken away: the view then has the one made from its reports.
import { call, failureOf } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { saveBoard } from '#features/statement/contract.ts'
import { reopenBoard } from '../loading.ts'
import { useBoard } from '../store.ts'

async function reset(): Promise<void> {
  const { viewId, shown } = useBoard.getState()
  if (viewId === null || !shown) return
  try {
    const body = { viewId, board: null, revision: shown.revision }
    await call(saveBoard, { body }, { quiet: true, loading: null })
    await reopenBoard()
    showMessage({
      message: '已恢复成自动生成的看板',
      detail: '原来的看板在视图的变更记录里',
      intent: 'success',
    })
  } catch (error) {
    showMessage({ message: '看板恢复失败', detail: failureOf(error).shown.message, intent: 'danger' })
  }
}

export function ResetDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog confirm="恢复" onClose={onClose} onConfirm={() => void reset()}>
      <p>恢复成由报表自动生成的看板？现在的编排留在视图的变更记录里，可以找回。</p>
    </ConfirmDialog>
  )
}
