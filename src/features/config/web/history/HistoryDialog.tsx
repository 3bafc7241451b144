// The history of a definition: who changed it and when, field by field before and after, with restore.
import { Button, DialogBody } from '@blueprintjs/core'
import { useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { backToChange, type DefinitionHistory, definitionHistory } from '#features/config/contract.ts'
import { listOf } from '../listOf.ts'
import type { Named } from '../uses/named.ts'
import { useAnswer } from '../uses/useAnswer.ts'
import { Difference } from './Difference.tsx'
import '../config.css'

type Entry = DefinitionHistory[number]
const actionTitles = { add: '新建', change: '修改', delete: '删除', restore: '恢复' } as const

export function HistoryDialog({ kind, id, name, title }: Named) {
  const { told, failure, again } = useAnswer(`${kind} ${id}`, (signal) =>
    call(definitionHistory, { params: { kind, id } }, { quiet: true, loading: null, signal }),
  )
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<CallError | null>(null)
  const goBack = async ({ change, at }: Entry) => {
    setBusy(true)
    setRefused(null)
    try {
      await call(backToChange, { body: { kind, id, change } }, { quiet: true, loading: null })
      showMessage({ message: `${title}「${name}」已改回 ${timeText(at)} 的样子`, intent: 'success' })
      void listOf(kind)?.refresh()
      again()
    } catch (error) {
      setRefused(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <TitledDialog title={`变更记录：${name}`} className="config-dialog" onClose={closeDialog}>
      <DialogBody>
        {failure && <ErrorState title="变更记录读取失败" failure={failure} onRetry={again} />}
        {refused && <FailureLine what="改回失败" failure={refused} />}
        {!told && !failure && <Skeleton lines={6} />}
        {told?.length === 0 && <EmptyState title="还没有变更" description="安装时就有，之后没有人改过。" />}
        <ol className="config-changes">
          {told?.map((entry) => (
            <li key={`${entry.at} ${entry.change}`}>
              <div className="config-change-head">
                <span>{timeText(entry.at)}</span>
                <span>{entry.by}</span>
                <span>{actionTitles[entry.action]}</span>
                {entry.back && (
                  <Button
                    size="small"
                    variant="minimal"
                    text="改回这时"
                    aria-label={`改回 ${timeText(entry.at)} 的样子`}
                    disabled={busy}
                    onClick={() => void goBack(entry)}
                  />
                )}
              </div>
              {entry.changes.length > 0 && (
                <dl className="config-facts">
                  {entry.changes.map((change) => (
                    <div key={change.field}>
                      <dt>{change.title}</dt>
                      <dd>
                        <Difference from={change.from} to={change.to} />
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          ))}
        </ol>
      </DialogBody>
    </TitledDialog>
  )
}
