// For how long alarms are not evaluated: an hour, until tomorrow morning, until a day, until somebody thaws them.
import { Button, DialogBody, DialogFooter, Radio, RadioGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { installation } from '#web/shell/installation.ts'
import { DayField } from '#web/ui/day/DayField.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { offerUndo } from '#web/ui/undo.ts'
import { type Alarm, freezeAlarms, unFreezeAlarms } from '#features/alarm/contract.ts'
import { inAnHour, morningHour, morningOf, tomorrowOf } from '../freezing.ts'
import { renewAlarms } from './renewing.ts'
import '../alarm.css'

export const showFreeze = (rows: readonly Pick<Alarm, 'id' | 'name'>[]): void =>
  showDialog(<FreezeDialog rows={rows} />)

type Until = 'hour' | 'tomorrow' | 'day' | 'ever'

const morning = `${morningHour}:00`

function FreezeDialog({ rows }: { rows: readonly Pick<Alarm, 'id' | 'name'>[] }) {
  const { zone } = installation()
  const tomorrow = tomorrowOf({ zone })
  const [until, setUntil] = useState<Until>('hour')
  const [day, setDay] = useState(tomorrow)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const what = rows.length === 1 ? `「${rows[0]?.name}」` : ` ${rows.length} 个告警`
  const freeze = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || (until === 'day' && day < tomorrow)) return
    setBusy(true)
    setFailure(null)
    const moments = {
      hour: () => inAnHour(),
      tomorrow: () => morningOf(tomorrow, zone),
      day: () => morningOf(day, zone),
      ever: () => null,
    }
    const ids = rows.map(({ id }) => id)
    try {
      await call(freezeAlarms, { body: { ids, until: moments[until]() } }, quiet)
      closeDialog()
      renewAlarms()
      offerUndo(`已冻结${what}`, async () => {
        await call(unFreezeAlarms, { body: { ids } })
        renewAlarms()
      })
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <TitledDialog title={`冻结${what.trim()}`} className="alarm-freeze" onClose={closeDialog}>
      <form onSubmit={freeze}>
        <DialogBody>
          <p className="alarm-muted">冻结期间不检查、不通知；到时间自动解冻。</p>
          <RadioGroup
            name="until"
            selectedValue={until}
            onChange={(event) => setUntil(event.currentTarget.value as Until)}
          >
            <Radio value="hour" label="1 小时" autoFocus />
            <Radio value="tomorrow" label={`到明天 ${morning}`} />
            <Radio value="day" label={`到某一天 ${morning}`} />
            <Radio value="ever" label="直到有人解冻" />
          </RadioGroup>
          {until === 'day' && <DayField label="冻结到" value={day} min={tomorrow} onChange={setDay} />}
          {failure && <FailureLine what="冻结失败" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={closeDialog} />
              <Button type="submit" intent="primary" text="冻结" loading={busy} />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
