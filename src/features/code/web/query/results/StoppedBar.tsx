// Where a script stopped, and the ways to go on with it.
import { Button } from '@blueprintjs/core'
import { Cross, WarningSign } from '@blueprintjs/icons'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { keepLayout } from '../documents/actions.ts'
import { useDocuments } from '../documents/store.ts'
import { isInText, leaveStopped } from '../runs/scripts.ts'
import { useRuns } from '../runs/store.ts'

export function StoppedBar({ documentId }: { documentId: string }) {
  const stopped = useRuns((state) => state.stopped[documentId])
  const isThere = useDocuments(({ documents }) => isInText(documents[documentId]?.text ?? '', stopped))
  const status = useRuns(({ runs }) => runs[stopped?.key ?? '']?.run?.status)
  if (!stopped || !isThere) return null
  const { total, rest } = stopped
  const at = total - rest.length
  const isMended = status === 'done'
  const isRunning = status === 'running' || status === 'queued'
  const leave = () => {
    leaveStopped(documentId)
    keepLayout()
  }
  return (
    <div className="stopped-bar" role="status">
      <WarningSign className="stopped-sign" size={14} />
      <span className="stopped-text">
        {isMended ? `第 ${at} 条已重新运行` : `停在第 ${at} 条`}，{rest.length} 条未运行
      </span>
      {!isMended && (
        <Button size="small" disabled={isRunning} onClick={() => runCommand('sql.goOnFailed')}>
          从第 {at} 条继续 <KeyHint command="sql.goOnFailed" />
        </Button>
      )}
      <Button size="small" disabled={isRunning} onClick={() => runCommand('sql.goOnNext')}>
        从第 {at + 1} 条继续 <KeyHint command="sql.goOnNext" />
      </Button>
      <Button
        className="stopped-leave"
        size="small"
        variant="minimal"
        icon={<Cross size={14} />}
        aria-label="不再继续"
        title="不再继续"
        onClick={leave}
      />
    </div>
  )
}
