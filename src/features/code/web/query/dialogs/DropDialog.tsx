// Asks before a temporary table is dropped.

import { call } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { dropTmpTable } from '#features/code/contract.ts'
import { loadTemporary } from '../catalog.ts'

interface Props {
  id: string
  /** As written in SQL. */
  name: string
  onClose: () => void
}

async function drop(id: string, name: string): Promise<void> {
  try {
    await call(dropTmpTable, { params: { id }, body: {} })
    showMessage({ message: `已删除 ${name}`, intent: 'success' })
  } catch {
    // The client has shown it; the list below is up to date.
  }
  await loadTemporary()
}

export function DropDialog({ id, name, onClose }: Props) {
  return (
    <ConfirmDialog
      confirm="删除"
      onClose={onClose}
      onConfirm={() => {
        onClose()
        void drop(id, name)
      }}
    >
      删除临时表 <code>{name}</code>？用到它的查询会失败，数据不能恢复。
    </ConfirmDialog>
  )
}
