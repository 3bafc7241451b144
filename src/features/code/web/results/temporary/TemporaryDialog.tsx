// Saves a result as a temp table that later SQL can read.
import {
  Button,
  Checkbox,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  InputGroup,
} from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { copyText } from '#web/ui/copyText.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { createTmpTable, type Run } from '#features/code/contract.ts'

const days = [1, 3, 7, 14, 30]
const usualDays = 7
const longestName = 60

export function TemporaryDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const [name, setName] = useState('')
  const [keptDays, setKeptDays] = useState(usualDays)
  const [replace, setReplace] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim() || busy) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { name: name.trim(), queryId: run.queryId, days: keptDays, replace }
      const { fullName } = await call(createTmpTable, { body }, { quiet: true })
      onClose()
      showMessage({
        message: `已存为 ${fullName}`,
        intent: 'success',
        action: { text: '复制表名', onClick: () => void copyText(fullName) },
      })
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <TitledDialog title="存为临时表" className="name-dialog" onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <DialogBody>
          <FormGroup
            label="表名"
            labelFor="temporary-name"
            helperText={`保存全部 ${run.rowCount.toLocaleString('en-US')} 行，在 SQL 里写作 tmp.表名`}
          >
            <InputGroup
              id="temporary-name"
              autoFocus
              maxLength={longestName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </FormGroup>
          <FormGroup label="保留" labelFor="temporary-days">
            <HTMLSelect
              id="temporary-days"
              value={keptDays}
              onChange={(event) => setKeptDays(Number(event.currentTarget.value))}
              options={days.map((count) => ({ value: count, label: `${count} 天` }))}
            />
          </FormGroup>
          <Checkbox
            label="同名表已存在时覆盖"
            checked={replace}
            onChange={(event) => setReplace(event.currentTarget.checked)}
          />
          {failure && <FailureLine what="保存失败" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={onClose} />
              <Button type="submit" intent="primary" text="保存" disabled={!name.trim()} loading={busy} />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
