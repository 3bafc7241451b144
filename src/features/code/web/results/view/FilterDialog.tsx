// Asks for a column's filter.
import { Button, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { anyCaseNote } from '#web/pick/anyCase.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import type { ResultColumn, Run } from '#features/code/contract.ts'
import type { ColumnFilter, FilterOp, FilterValue } from '../shown.ts'
import { isFigure } from '../values.ts'
import { typedValue } from './typedValue.ts'
import { needsValue, opTexts } from './ViewBar.tsx'
import { addFilter, isList } from './viewing.ts'

interface Props {
  run: Run
  column: number
  op: FilterOp
  value: FilterValue
  onClose: () => void
}

const textOps: FilterOp[] = ['contains', 'notContains']

/** Numbers and dates are not searched for parts of their text. */
function opsOf({ type }: ResultColumn): FilterOp[] {
  const ops = (Object.keys(opTexts) as FilterOp[]).filter((op) => !isList(op))
  if (type === 'boolean') return ['eq', 'ne', 'empty', 'notEmpty']
  return type === 'string' || type === 'json' ? ops : ops.filter((op) => !textOps.includes(op))
}

export function FilterDialog({ run, column, onClose, ...initial }: Props) {
  const source = run.columns[column]
  const [op, setOp] = useState<FilterOp>(initial.op)
  const [typed, setTyped] = useState(initial.value === null ? '' : String(initial.value))
  const [problem, setProblem] = useState('')
  if (!source) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const filter: ColumnFilter = { column, op }
    if (needsValue(op)) {
      const value = typedValue(source, typed)
      if (value === null) return setProblem(isFigure(source) ? '请输入数字' : '请输入 true 或 false')
      filter.value = value
    }
    addFilter(run.queryId, filter)
    onClose()
  }
  return (
    <TitledDialog title={`筛选「${source.title}」`} className="name-dialog" onClose={onClose}>
      <form onSubmit={submit}>
        <DialogBody>
          <FormGroup label="条件" labelFor="result-filter-op">
            <HTMLSelect
              id="result-filter-op"
              fill
              value={op}
              onChange={(event) => setOp(event.currentTarget.value as FilterOp)}
              options={opsOf(source).map((one) => ({ value: one, label: opTexts[one] }))}
            />
          </FormGroup>
          {needsValue(op) && (
            <FormGroup
              label="值"
              labelFor="result-filter-value"
              helperText={problem || (textOps.includes(op) ? anyCaseNote : '')}
              intent={problem ? 'danger' : 'none'}
            >
              <InputGroup
                id="result-filter-value"
                autoFocus
                value={typed}
                placeholder={source.type === 'date' ? '2026-10-12' : ''}
                onChange={(event) => {
                  setTyped(event.currentTarget.value)
                  setProblem('')
                }}
              />
            </FormGroup>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={onClose} />
              <Button type="submit" intent="primary" text="筛选" />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
