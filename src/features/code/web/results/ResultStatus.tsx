// The line below a result: row count, whether complete, the selection, duration, source and time.
import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { parametersText } from '#shared/sql/parameterText.ts'
import { StatusLine } from '#web/table/StatusLine.tsx'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import type { SelectionStatus } from '#web/table/types.ts'
import { RetryButton } from '#web/ui/states/RetryButton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { mostLimit, type Run } from '#features/code/contract.ts'
import type { ResultRows } from './rows/useResultRows.ts'
import { type ResultState, useShownResult } from './shown.ts'
import { durationText } from './texts.ts'

interface Props {
  run: Run
  state: ResultState
  rows: ResultRows
  selection: SelectionStatus | null
  onRerun: ((limit?: number) => void) | undefined
  children: ReactNode
}

export function ResultStatus({ run, state, rows, selection, onRerun, children }: Props) {
  const isDone = run.status === 'done'
  return (
    <StatusLine
      rowCount={rows.rowCount}
      note={noteOf(run, state)}
      complete={isDone && !run.truncated}
      selection={selection}
    >
      <Working />
      {rows.problem !== null && (
        <span className="result-status-problem" role="alert">
          这些行读取失败：{rows.problem.message} {rows.problem.literal}
          <RetryButton failure={rows.problem} variant="minimal" onRetry={rows.cache.retryNow} />
        </span>
      )}
      {isDone && run.truncated && onRerun && <RaiseLimit run={run} onRerun={onRerun} />}
      {children && <span className="result-status-page">{children}</span>}
      <Given run={run} onRerun={onRerun} />
      {isDone && <Times run={run} />}
    </StatusLine>
  )
}

/** After the number of rows. */
function noteOf(run: Run, { view }: ResultState): string {
  const filtered =
    view && view.rowCount !== run.rowCount ? `，筛自 ${groupThousands(String(run.rowCount))} 行` : ''
  if (run.status === 'running' || run.status === 'queued') return `${filtered}，还在增加`
  if (run.status !== 'done') return `${filtered}，未完成`
  return `${filtered}，${run.truncated ? `已截断，上限 ${groupThousands(String(run.rowCount))} 行` : '完整'}`
}

/** The result's parameter values; pressing them runs it again. */
function Given({ run, onRerun }: Pick<Props, 'run' | 'onRerun'>) {
  const text = parametersText(run.params)
  if (text === '') return null
  const shown = <span className="result-given">{text}</span>
  if (!onRerun) return <span title={text}>{shown}</span>
  return (
    <Button
      size="small"
      variant="minimal"
      aria-label={`用这些参数再次运行：${text}`}
      title={`用这些参数再次运行\n${text}`}
      onClick={() => onRerun()}
    >
      {shown}
    </Button>
  )
}

function RaiseLimit({ run, onRerun }: { run: Run; onRerun: (limit?: number) => void }) {
  const limit = Math.min(run.rowCount * 10, mostLimit)
  if (limit <= run.rowCount) return null
  return (
    <Button
      size="small"
      variant="minimal"
      intent="primary"
      text={`提高到 ${groupThousands(String(limit))} 行`}
      onClick={() => onRerun(limit)}
    />
  )
}

function Times({ run }: { run: Run }) {
  return (
    <>
      <span>
        <span className="status-word">用时</span> <b>{durationText(run.elapsedMs)}</b>
      </span>
      {run.queuedMs >= 50 && (
        <span className="result-status-minor">
          排队 <b>{durationText(run.queuedMs)}</b>
        </span>
      )}
      <span>{run.cached ? '加速：命中缓存' : '新查'}</span>
      <span className="result-status-minor">{timeText(run.endedAt ?? run.startedAt, 'short')}</span>
    </>
  )
}

/** A copy or export in progress. */
function Working() {
  const work = useShownResult((shown) => shown.work)
  if (!work) return null
  return (
    <span role="status">
      {work.text}
      <Button size="small" variant="minimal" text="取消" onClick={work.cancel} />
    </span>
  )
}
