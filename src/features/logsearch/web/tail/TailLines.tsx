// New lines, the newest last; the view follows until the reader scrolls up.
import { Button } from '@blueprintjs/core'
import { useEffect, useMemo } from 'react'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { LinesTable } from '../lines/LinesTable.tsx'
import { leaveLines } from '../lines/returning.ts'
import { type Tail, useLogs } from '../store.ts'
import { followAgain, mostTailed, pauseTail, stopTail } from './follow.ts'

export function TailLines() {
  const tail = useLogs((state) => state.tail)
  const query = useLogs(({ address }) => address.query)
  const lines = tail?.lines
  const lineAt = useMemo(() => (row: number) => lines?.[row], [lines])
  useEffect(() => () => leaveLines(''), [])
  if (!tail || !lines) return null
  return (
    <>
      <div className="log-note-line log-tail-line">
        <i className={tail.following ? 'log-live log-live-on' : 'log-live'} />
        <span role="status">{wordsOf(tail)}</span>
        {tail.following ? (
          <Button size="small" text="暂停" onClick={pauseTail} />
        ) : (
          <Button
            size="small"
            intent="primary"
            text={tail.unseen > 0 ? `看新来的 ${tail.unseen.toLocaleString('en-US')} 条` : '继续跟踪'}
            onClick={followAgain}
          />
        )}
        <Button size="small" text="停止" onClick={stopTail} />
        {tail.failure && <FailureLine what="跟踪中断，正在重试" failure={tail.failure} />}
      </div>
      <div className="log-found">
        {lines.length === 0 ? (
          <EmptyState
            title={tail.begun ? '等待新日志' : '正在接上日志...'}
            description={query ? '符合条件的日志一写入就会出现在这里。' : '日志一写入就会出现在这里。'}
          />
        ) : (
          <LinesTable
            label="实时日志"
            rowCount={lines.length}
            lineAt={lineAt}
            dataKey="tail"
            keepsPlace
            severalStores={false}
          />
        )}
      </div>
    </>
  )
}

function wordsOf({ following, lines, dropped, skipped }: Tail): string {
  const parts = [
    following ? '实时跟踪中' : '已暂停在此处',
    `${(lines.length + dropped).toLocaleString('en-US')} 条`,
    dropped > 0 && `只留最新 ${mostTailed.toLocaleString('en-US')} 条以内`,
    skipped > 0 && `来得太快或暂停过久，略过 ${skipped.toLocaleString('en-US')} 条`,
  ]
  return parts.filter(Boolean).join('，')
}
