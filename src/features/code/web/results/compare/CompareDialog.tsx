// Asks for the result to compare with, and for the key columns.
import { Button, Checkbox, DialogBody, DialogFooter, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { type FormEvent, useMemo, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { compareResults, type Run } from '#features/code/contract.ts'
import { durationText } from '../texts.ts'
import { guessKeys, sharedColumns } from './keys.ts'
import { comparedNames } from './names.ts'
import { rememberComparison } from './remembered.ts'

interface Props {
  run: Run
  tabRuns: readonly Run[]
  nameOf: ((run: Run) => string) | undefined
  onOpenCompare: ((runId: string) => void) | undefined
  onClose: () => void
}

const isComparable = (run: Run) => run.status === 'done' && run.expiresAt !== null && run.kind === 'query'

export function CompareDialog({ run, tabRuns, nameOf = plainName, onOpenCompare, onClose }: Props) {
  const others = tabRuns.filter((other) => other.queryId !== run.queryId && isComparable(other))
  const [otherId, setOther] = useState(others.at(-1)?.queryId ?? '')
  const other = others.find(({ queryId: runId }) => runId === otherId)
  if (!isComparable(run) || !other) {
    return (
      <TitledDialog title="对比两个结果" className="name-dialog" onClose={onClose}>
        <DialogBody>
          <p className="result-compare-none">
            {isComparable(run)
              ? '还没有可以对比的另一个结果：先在这个标签页再运行一次，两个结果就能按键对比。'
              : '这个结果不能对比：请先选一个运行完成、还没有过期的结果。'}
          </p>
        </DialogBody>
        <DialogFooter actions={<Button text="关闭" autoFocus onClick={onClose} />} />
      </TitledDialog>
    )
  }
  return (
    <CompareForm
      key={otherId}
      shown={run}
      other={other}
      others={others}
      nameOf={nameOf}
      onOther={setOther}
      onOpenCompare={onOpenCompare}
      onClose={onClose}
    />
  )
}

interface FormProps extends Pick<Props, 'onOpenCompare' | 'onClose'> {
  shown: Run
  other: Run
  others: readonly Run[]
  nameOf: (run: Run) => string
  onOther: (runId: string) => void
}

const plainName = ({ title }: Run): string => title || '结果'

function withNumbers(run: Run, name: string): string {
  return `${name}（${run.rowCount.toLocaleString('en-US')} 行，${durationText(run.elapsedMs)}）`
}

function CompareForm({ shown, other, others, nameOf, onOther, onOpenCompare, onClose }: FormProps) {
  // The earlier run is the old one, unless the reader swaps them.
  const [swapped, setSwapped] = useState(false)
  const isOld = shown.startedAt <= other.startedAt !== swapped
  const [left, right] = isOld ? [shown, other] : [other, shown]
  const shared = useMemo(() => sharedColumns(left.columns, right.columns), [left, right])
  const [keys, setKeys] = useState(() => guessKeys(left, right))
  const swap = () => {
    setSwapped(!swapped)
    setKeys(guessKeys(right, left))
  }
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const toggle = (index: number) =>
    setKeys(keys.includes(index) ? keys.filter((key) => key !== index) : [...keys, index])
  const compare = async (event: FormEvent) => {
    event.preventDefault()
    if (keys.length === 0 || busy) return
    setBusy(true)
    setFailure(null)
    try {
      const body = {
        left: left.queryId,
        right: right.queryId,
        keys: keys.toSorted((a, b) => a - b),
        title: comparedNames(nameOf(left), nameOf(right)),
      }
      const comparison = await call(compareResults, { body }, { quiet: true })
      rememberComparison(comparison)
      onClose()
      onOpenCompare?.(comparison.queryId)
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <TitledDialog title="对比两个结果" className="result-compare-dialog" onClose={onClose}>
      <form
        onSubmit={(event) => void compare(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
      >
        <DialogBody>
          <FormGroup label="与哪个结果比" labelFor="compare-other">
            <HTMLSelect
              id="compare-other"
              fill
              autoFocus
              value={other.queryId}
              options={others.map((one) => ({ value: one.queryId, label: withNumbers(one, nameOf(one)) }))}
              onChange={(event) => onOther(event.currentTarget.value)}
            />
          </FormGroup>
          <dl className="result-compare-sides">
            <dt>旧</dt>
            <dd>{withNumbers(left, nameOf(left))}</dd>
            <dt>新</dt>
            <dd>{withNumbers(right, nameOf(right))}</dd>
            <Button size="small" variant="minimal" text="交换新旧" onClick={swap} />
          </dl>
          <FormGroup
            label="按这些列配对（键）"
            helperText={shared.length === 0 ? '两个结果没有同名的列，不能配对' : '键在每个结果里都应唯一'}
          >
            <div className="result-compare-keys">
              {shared.map((index) => (
                <Checkbox
                  key={index}
                  label={left.columns[index]?.title ?? ''}
                  checked={keys.includes(index)}
                  onChange={() => toggle(index)}
                />
              ))}
            </div>
          </FormGroup>
          {failure && <FailureLine what="对比失败" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={onClose} />
              <Button type="submit" intent="primary" disabled={keys.length === 0} loading={busy}>
                对比 <Kbd keys="mod+enter" />
              </Button>
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
