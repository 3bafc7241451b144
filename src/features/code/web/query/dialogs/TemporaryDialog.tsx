// Keeps a statement's rows as a temporary table.
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
import { CallError, call, failureOf } from '#web/api/client.ts'
import { SqlViewer } from '#web/editor/SqlViewer.tsx'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { createTmpTable } from '#features/code/contract.ts'
import { loadTemporary, useCatalog } from '../catalog.ts'
import { activeDocument } from '../documents/store.ts'
import { unsetIn } from '../runs/filling.ts'
import { parametersOf } from '../runs/start.ts'
import { setTab } from '../view.ts'

const terms = [1, 3, 7, 14, 30]

export function TemporaryDialog({ sql, onClose }: { sql: string; onClose: () => void }) {
  const tables = useCatalog((state) => state.temporary)
  const [name, setName] = useState('')
  const [days, setDays] = useState(7)
  const [replace, setReplace] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const exists = tables.some((table) => table.name === name.trim())
  const create = async () => {
    const document = activeDocument()
    const [unset] = document ? unsetIn(document, [{ sql }]) : []
    if (!document || unset) {
      const message = unset ? `参数 :${unset.name} 还没有值，${unset.reason}` : '没有打开的标签页'
      setFailure(new CallError({ status: 0, code: 'parameter_missing', message }))
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      const body = {
        name: name.trim(),
        sql,
        params: parametersOf(sql, document),
        days,
        replace: exists && replace,
      }
      const { fullName } = await call(createTmpTable, { body }, { quiet: true, loading: null })
      showMessage({ message: `已存为临时表 ${fullName}`, intent: 'success' })
      setTab('temporary')
      void loadTemporary()
      onClose()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !busy && (!exists || replace)) void create()
  }
  return (
    <TitledDialog title="存为临时表" onClose={onClose} className="name-dialog">
      <form onSubmit={submit}>
        <DialogBody>
          <FormGroup
            label="名称"
            labelFor="temporary-name"
            helperText={`在 SQL 中写作 tmp.${name.trim() || '名称'}`}
          >
            <InputGroup
              id="temporary-name"
              autoFocus
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </FormGroup>
          {exists && (
            <Checkbox
              checked={replace}
              label="同名的临时表已存在，替换它"
              onChange={(event) => setReplace(event.currentTarget.checked)}
            />
          )}
          <FormGroup label="保留" labelFor="temporary-days">
            <HTMLSelect
              id="temporary-days"
              value={days}
              onChange={(event) => setDays(Number(event.currentTarget.value))}
              options={terms.map((value) => ({ value, label: `${value} 天` }))}
            />
          </FormGroup>
          <SqlViewer sql={sql} height={120} />
          {failure && <FailureLine what="创建失败" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={onClose} />
              <Button
                type="submit"
                intent="primary"
                text="创建"
                disabled={name.trim() === '' || (exists && !replace)}
                loading={busy}
              />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
