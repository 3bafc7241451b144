// The executed statement, with its parameters inserted for reading.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { SqlViewer } from '#web/editor/SqlViewer.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { useReport } from '../store.ts'

export function SqlDialog({ onClose }: { onClose: () => void }) {
  const sql = useReport((state) => state.result?.table.sql ?? '')
  return (
    <TitledDialog title="编译 SQL" onClose={onClose} className="sql-dialog">
      <DialogBody>
        {sql ? (
          <SqlViewer sql={sql} />
        ) : (
          <EmptyState title="还没有 SQL" description="查询之后可以看到执行的 SQL；没有查看权限时不显示。" />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button icon={<Duplicate />} text="复制" disabled={!sql} onClick={() => void copyText(sql)} />
            <Button intent="primary" text="关闭" onClick={onClose} autoFocus />
          </>
        }
      />
    </TitledDialog>
  )
}
