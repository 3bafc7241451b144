// Somebody looks after what fired: who, and a note for the others.
import { Button, DialogBody, DialogFooter, FormGroup, TextArea } from '@blueprintjs/core'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type AlarmFire, acknowledgeAlarmFires } from '#features/alarm/contract.ts'
import { renewAlarms } from '../list/renewing.ts'

type Acknowledged = Pick<AlarmFire, 'id' | 'alarmName'>

const longestNote = 1_000

export const showAcknowledge = (fires: readonly Acknowledged[]): void =>
  showDialog(<AcknowledgeDialog fires={fires} />)

function AcknowledgeDialog({ fires }: { fires: readonly Acknowledged[] }) {
  const id = useId()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const what = fires.length === 1 ? `「${fires[0]?.alarmName}」` : `${fires.length} 条告警`
  const acknowledge = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    const body = { ids: fires.map((fire) => fire.id), ...(note.trim() !== '' && { note: note.trim() }) }
    try {
      await call(acknowledgeAlarmFires, { body }, quiet)
      closeDialog()
      showMessage({ message: `已确认${what}`, intent: 'success' })
      renewAlarms()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <TitledDialog title={`确认${what}`} className="alarm-acknowledge" onClose={closeDialog}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void acknowledge()
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
            return
          event.preventDefault()
          void acknowledge()
        }}
      >
        <DialogBody>
          <FormGroup label="备注" labelFor={id} helperText="在查什么、由谁处理；可以不填。其他人会看到">
            <TextArea
              id={id}
              fill
              rows={3}
              maxLength={longestNote}
              autoFocus
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </FormGroup>
          {failure && <FailureLine what="确认失败" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={closeDialog} />
              <Button type="submit" intent="primary" loading={busy}>
                确认 <Kbd keys="mod+enter" />
              </Button>
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
