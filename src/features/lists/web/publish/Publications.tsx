// Earlier publications, who made them, and undo.
import { Button, ProgressBar } from '@blueprintjs/core'
import { timeText } from '#web/ui/timeText.ts'
import type { Publication } from '#features/lists/contract.ts'

interface Props {
  publications: readonly Publication[]
  busy: boolean
  onUndo: (publication: Publication) => void
}

const statusTitles: Record<Publication['status'], string> = {
  waiting: '排队中',
  running: '写入中',
  done: '已完成',
  failed: '失败',
  canceled: '已取消',
  undone: '已撤销',
}
const mostShown = 10

export function Publications({ publications, busy, onUndo }: Props) {
  if (publications.length === 0) return null
  return (
    <>
      <h3 className="lists-heading">发布记录</h3>
      <ul className="lists-publications">
        {publications.slice(0, mostShown).map((publication) => (
          <li key={publication.id}>
            <span>{timeText(publication.createdAt)}</span>
            <span>{publication.by}</span>
            <span className={`lists-status-${publication.status}`}>
              {publication.undoes === null ? '发布' : '撤销'}
              {statusTitles[publication.status]}
            </span>
            {publication.progress ? (
              <Progress {...publication.progress} />
            ) : (
              <span>{publication.problem ?? `新增 ${publication.added}，移除 ${publication.removed}`}</span>
            )}
            {publication.undoable && (
              <Button
                size="small"
                variant="minimal"
                text="撤销这次发布"
                disabled={busy}
                onClick={() => onUndo(publication)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Progress({ fraction, step }: NonNullable<Publication['progress']>) {
  const text = `${step} ${Math.floor(fraction * 100)}%`.trim()
  return (
    <span className="lists-progress">
      {text}
      <ProgressBar intent="primary" value={fraction} stripes={false} animate={false} aria-label={text} />
    </span>
  )
}
