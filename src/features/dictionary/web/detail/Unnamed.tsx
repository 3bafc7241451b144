// Codes in the data without a row, the most frequent first; ticked codes become rows to be labelled.
import { Button, Checkbox, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type UnnamedCodes, unnamedCodes } from '#features/dictionary/contract.ts'
import type { Editor } from './actions.ts'

export const showUnnamed = (editor: Editor): void => showDialog(<UnnamedDialog editor={editor} />)

function UnnamedDialog({ editor }: { editor: Editor }) {
  const { sheet, table, input } = editor
  const [found, setFound] = useState<UnnamedCodes | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const asking = new AbortController()
    const options = { quiet: true, loading: null, signal: asking.signal } as const
    call(unnamedCodes, { params: { id: sheet.kept.id } }, options).then(setFound, (error: unknown) => {
      if (!asking.signal.aborted) setFailure(failureOf(error))
    })
    return () => asking.abort()
  }, [sheet])
  const known = new Set(sheet.rows.map(({ cells }) => cells[sheet.columns[0]?.id ?? 0]))
  const codes = found?.codes.filter(({ code }) => !known.has(code)) ?? []
  const chosen = codes.filter(({ code }) => !left.has(code))
  const take = () => {
    const place = sheet.rows.length
    const column = sheet.columns[0]?.id ?? 0
    const rows = chosen.map(({ code }) => {
      const cells: string[] = []
      cells[column] = code
      return Array.from(cells, (cell) => cell ?? '')
    })
    sheet.fill([], rows, { row: place, column: 1 })
    closeDialog()
    table.selectCell({ row: place, column: Math.min(1, sheet.columns.length - 1) })
    // The dialog first returns the focus to where it was; the label field takes it afterwards.
    setTimeout(() => input.focus())
  }
  const toggle = (code: string) => {
    const next = new Set(left)
    if (!next.delete(code)) next.add(code)
    setLeft(next)
  }
  return (
    <TitledDialog title="没有名称的代码" className="dictionary-unnamed" onClose={closeDialog}>
      <DialogBody>
        {failure && <FailureLine what="查找失败" failure={failure} />}
        {!found && !failure && <p role="status">正在数据里查找…</p>}
        {found?.problem && <p className="dictionary-muted">{found.problem}</p>}
        {found && codes.length === 0 && (
          <EmptyState
            title={found.dimensions.length === 0 ? '没有维度使用这个字典' : '数据里的代码都有名称'}
            description={
              found.dimensions.length === 0
                ? '在维度里选了这个字典后，这里列出数据里见过而没有名称的代码。'
                : `查看了维度「${found.dimensions.join('、')}」近 90 天的数据。`
            }
          />
        )}
        <ul className="dictionary-codes">
          {codes.map(({ code, rows }) => (
            <li key={code}>
              <Checkbox checked={!left.has(code)} onChange={() => toggle(code)} label={code} />
              <span className="dictionary-muted">{rows.toLocaleString('en-US')} 行数据</span>
            </li>
          ))}
        </ul>
        {found?.more && <p className="dictionary-muted">只列出最多的 {found.codes.length} 个</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="取消" onClick={closeDialog} />
            <Button
              intent="primary"
              autoFocus
              disabled={chosen.length === 0}
              text={`加入 ${chosen.length} 个，去命名`}
              onClick={take}
            />
          </>
        }
      />
    </TitledDialog>
  )
}
