// Who changed a row of a list, when, and what: before and after, field by field.
import { Button, DialogBody } from '@blueprintjs/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChangeHistory, PastHistory } from '#shared/changeHistory.ts'
import { emptyText } from '#shared/nothing.ts'
import { type CallError, failureOf } from '../api/client.ts'
import { closeDialog, showDialog } from '../shell/dialog.tsx'
import { showMessage } from '../shell/message.ts'
import { TitledDialog } from '../ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { FailureLine } from '../ui/states/FailureLine.tsx'
import { timeText } from '../ui/timeText.ts'
import './list.css'

interface Props {
  name: string
  read: (signal: AbortSignal) => Promise<Told>
  /** Restores the state right after the change, by a quiet call; absent where that is impossible. */
  goBack?: ((change: number) => Promise<void>) | undefined
}

type Told = ChangeHistory | PastHistory
type Entry = Told[number]

const actionTitles = { add: '新建', change: '修改', delete: '删除', restore: '恢复' } as const

export const showHistory = (name: string, read: Props['read'], goBack?: Props['goBack']): void =>
  showDialog(<HistoryDialog name={name} read={read} goBack={goBack} onClose={closeDialog} />)

export function HistoryDialog({ name, read, goBack, onClose }: Props & { onClose: () => void }) {
  const [told, setTold] = useState<Told | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [refused, setRefused] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const asking = useRef<AbortController | null>(null)
  const latest = useRef(read)
  latest.current = read
  const load = useCallback(() => {
    asking.current?.abort()
    const mine = new AbortController()
    asking.current = mine
    latest.current(mine.signal).then(
      (found) => {
        if (!mine.signal.aborted) setTold(found)
      },
      (error: unknown) => {
        if (!mine.signal.aborted) setFailure(failureOf(error))
      },
    )
  }, [])
  useEffect(() => {
    load()
    return () => asking.current?.abort()
  }, [load])
  const back = async (change: number, at: string) => {
    if (busy) return
    setBusy(true)
    setRefused(null)
    try {
      await goBack?.(change)
      showMessage({ message: `「${name}」已改回${stateText(at)}的样子`, intent: 'success' })
      load()
    } catch (error) {
      setRefused(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <TitledDialog title={`变更记录：${name}`} className="list-history" onClose={onClose}>
      <DialogBody>
        {failure && <FailureLine what="变更记录读取失败" failure={failure} />}
        {refused && <FailureLine what="改回失败" failure={refused} />}
        {!told && !failure && <p role="status">加载中...</p>}
        {told?.length === 0 && <EmptyState title="还没有变更" />}
        <ol className="list-changes">
          {told?.map((entry) => (
            <EntryItem
              key={'change' in entry ? entry.change : `${entry.at} ${entry.action}`}
              entry={entry}
              busy={busy}
              onBack={goBack && ((change) => void back(change, entry.at))}
            />
          ))}
        </ol>
      </DialogBody>
    </TitledDialog>
  )
}

/** The creation time is unknown for objects older than the history. */
const madeText = '最初'
const stateText = (at: string): string => (at === '' ? madeText : ` ${timeText(at)} `)

interface ItemProps {
  entry: Entry
  busy: boolean
  onBack: ((change: number) => void) | undefined
}

function EntryItem({ entry, busy, onBack }: ItemProps) {
  const { at, by, action, changes } = entry
  return (
    <li>
      <p className="list-change-head">
        <span>{at === '' ? madeText : timeText(at)}</span>
        <span>{by}</span>
        <span>{actionTitles[action]}</span>
        {onBack && 'change' in entry && entry.back && (
          <Button
            size="small"
            variant="minimal"
            text="改回这时"
            aria-label={`改回${stateText(at)}的样子`}
            disabled={busy}
            onClick={() => onBack(entry.change)}
          />
        )}
      </p>
      {changes.length > 0 && (
        <dl className="list-facts">
          {changes.map(({ field, title, from, to }) => (
            <div key={`${field} ${title}`}>
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
  )
}
