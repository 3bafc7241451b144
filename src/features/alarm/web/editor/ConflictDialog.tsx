// Somebody else saved the rule meanwhile: take theirs, or overwrite it.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { Conflict } from '#shared/conflict.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { timeText } from '#web/ui/timeText.ts'
import type { Alarm } from '#features/alarm/contract.ts'
import { save, takeTheirs } from './actions.ts'
import { useEditor } from './store.ts'

const close = () => useEditor.setState({ conflict: null })

export function ConflictDialog({ conflict }: { conflict: Conflict<Alarm> }) {
  const { present, by, at } = conflict
  const overwrite = () => {
    close()
    void save(present)
  }
  return (
    <TitledDialog title="告警已被他人修改" className="alarm-conflict" onClose={close}>
      <DialogBody>
        <p>
          {by || '有人'} 在 {timeText(at)} 保存了这个告警。你的修改还在这里，没有写入。
        </p>
        <p className="alarm-sentence">
          对方的：{present.watchText}
          <br />当 {present.conditionText}
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="用对方的" onClick={takeTheirs} />
            <Button text="覆盖" intent="danger" variant="outlined" onClick={overwrite} />
            <Button text="继续编辑" intent="primary" autoFocus onClick={close} />
          </>
        }
      />
    </TitledDialog>
  )
}
