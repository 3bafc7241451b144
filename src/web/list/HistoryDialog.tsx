// Who changed a row of a list, when, and what: before and after, field by field.
import { DialogBody } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import type { ChangeHistory } from '../../shared/changeHistory.ts'
import { emptyText } from '../../shared/nothing.ts'
import { type CallError, failureOf } from '../api/client.ts'
import { closeDialog, showDialog } from '../shell/dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailureLine } from '../ui/FailureLine.tsx'
import { TitledDialog } from '../ui/TitledDialog.tsx'
import { timeText } from '../ui/timeText.ts'
import './list.css'

interface Props {
  name: string
  read: (signal: AbortSignal) => Promise<ChangeHistory>
}

const actionTitles = { add: '新建', change: '修改', delete: '删除', restore: '恢复' } as const

export const showHistory = (name: string, read: Props['read']): void =>
  showDialog(<HistoryDialog name={name} read={read} />)

function HistoryDialog({ name, read }: Props) {
  const [told, setTold] = useState<ChangeHistory | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    read(asking.signal).then(setTold, (error: unknown) => {
      if (!asking.signal.aborted) setFailure(failureOf(error))
    })
    return () => asking.abort()
  }, [read])
  return (
    <TitledDialog title={`变更记录：${name}`} className="list-history" onClose={closeDialog}>
      <DialogBody>
        {failure && <FailureLine what="没有读到变更记录" failure={failure} />}
        {!told && !failure && <p role="status">加载中...</p>}
        {told?.length === 0 && <EmptyState title="还没有变更" />}
        <ol className="list-changes">
          {told?.map(({ at, by, action, changes }) => (
            <li key={`${at} ${action}`}>
              <p className="list-change-head">
                <span>{timeText(at)}</span>
                <span>{by}</span>
                <span>{actionTitles[action]}</span>
              </p>
              {changes.length > 0 && (
                <dl className="list-facts">
                  {changes.map(({ field, title, from, to }) => (
                    <div key={field}>
                      <dt>{title}</dt>
                      <dd>
                        <del>{from || emptyText}</del>
                        <ins>{to || emptyText}</ins>
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
