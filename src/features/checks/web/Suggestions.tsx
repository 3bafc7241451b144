// What an analyst would have checked of a table, as proposals that one press adds.
import { Button, Checkbox, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  type CheckAction,
  type CheckSuggestion,
  checkActions,
  checkActionTitles,
  saveCheck,
  suggestChecks,
} from '../contract.ts'
import { reference } from './reference.ts'
import { renewChecks } from './renewing.ts'
import './checks.css'

export const showSuggestions = (table?: string): void => showDialog(<SuggestionsDialog start={table} />)

function useSuggestions(table: string) {
  const [found, setFound] = useState<readonly CheckSuggestion[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    setFound(null)
    setFailure(null)
    if (table === '') return
    const asking = new AbortController()
    call(suggestChecks, { query: { table } }, { ...quiet, signal: asking.signal }).then(setFound, (error) =>
      asking.signal.aborted ? undefined : setFailure(failureOf(error)),
    )
    return () => asking.abort()
  }, [table])
  return { found, failure }
}

function SuggestionsDialog({ start }: { start: string | undefined }) {
  const tables = reference().tables
  const [table, setTable] = useState(start ?? tables[0]?.name ?? '')
  const { found, failure } = useSuggestions(table)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [action, setAction] = useState<CheckAction>('mark')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<CallError | null>(null)
  const [tableId, actionId] = [useId(), useId()]
  const chosen = (found ?? []).filter((_, at) => !left.has(at))
  const isLoaded = tables.find(({ name }) => name === table)?.loaded ?? false
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || chosen.length === 0) return
    setBusy(true)
    setRefused(null)
    try {
      for (const { name, kind, values, marksAlone } of chosen) {
        // Late data is late while nothing is loaded.
        const isTimed = kind === 'late' || !isLoaded
        const timing = isTimed ? { kind: 'every' as const, minutes: 60 } : { kind: 'load' as const }
        const own = marksAlone ? 'mark' : action
        await call(saveCheck, { body: { id: -1, name, table, kind, values, action: own, timing } }, quiet)
      }
      closeDialog()
    } catch (error) {
      setRefused(failureOf(error))
      setBusy(false)
    }
    renewChecks()
  }
  return (
    <TitledDialog title="建议的校验" className="checks-suggestions" onClose={closeDialog}>
      <form onSubmit={(event) => void add(event)}>
        <DialogBody>
          <p className="checks-choice">
            <label htmlFor={tableId}>数据表</label>
            <HTMLSelect
              id={tableId}
              autoFocus
              value={table}
              options={tables.map(({ name }) => name)}
              onChange={(event) => {
                setTable(event.currentTarget.value)
                setLeft(new Set())
              }}
            />
            <label htmlFor={actionId}>没有通过时</label>
            <HTMLSelect
              id={actionId}
              value={action}
              options={checkActions.map((value) => ({ value, label: checkActionTitles[value] }))}
              onChange={(event) => setAction(event.currentTarget.value as CheckAction)}
            />
          </p>
          {failure && <FailureLine what="建议读取失败" failure={failure} />}
          {!found && !failure && table !== '' && <p role="status">加载中...</p>}
          {found?.length === 0 && <p className="checks-muted">这张表没有更多建议</p>}
          <ul className="checks-offers">
            {found?.map(({ rule, why }, at) => (
              <li key={rule}>
                <Checkbox
                  checked={!left.has(at)}
                  onChange={() => {
                    const next = new Set(left)
                    if (!next.delete(at)) next.add(at)
                    setLeft(next)
                  }}
                >
                  {rule} <span className="checks-muted">{why}</span>
                </Checkbox>
              </li>
            ))}
          </ul>
          {refused && <FailureLine what="添加失败" failure={refused} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={closeDialog} />
              <Button
                type="submit"
                intent="primary"
                text={`添加 ${chosen.length} 个`}
                loading={busy}
                disabled={chosen.length === 0}
              />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
