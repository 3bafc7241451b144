// A run without rows: waiting, failed, canceled, or its rows are gone.
import { Button } from '@blueprintjs/core'
import { Error as ErrorIcon, History, Stop, Time } from '@blueprintjs/icons'
import { useEffect, useMemo, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { copyText } from '#web/ui/copyText.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import type { Run } from '#features/code/contract.ts'
import { durationText, queueText } from './texts.ts'
import type { ResultPanelProps, ToldProblem } from './types.ts'
import { clearView } from './view/viewing.ts'

interface Waiting {
  run: Run
  /** When the server last reported; absent: just now. */
  heardAt?: number
}

/** Milliseconds since the run began to run or wait, counted on by this browser. */
function useElapsed({ run, heardAt }: Waiting): number {
  const known = run.status === 'queued' ? run.queuedMs : run.elapsedMs
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known anew counts from now.
  const shownAt = useMemo(() => Date.now(), [known])
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return known + Math.max(0, now - (heardAt ?? shownAt))
}

export function WaitingState({ run, heardAt }: Waiting) {
  const elapsed = useElapsed({ run, ...(heardAt !== undefined && { heardAt }) })
  const isQueued = run.status === 'queued'
  if (run.status === 'done') return <EmptyState title="这次运行没有返回列" />
  return (
    <>
      {!isQueued && <div className="thin-bar" aria-hidden="true" />}
      <EmptyState
        icon={<Time size={28} />}
        title={isQueued ? '排队中' : '运行中'}
        description={
          <span role="status">
            {isQueued ? `${queueText(run)}。轮到后自动开始，关闭页面也会继续` : '第一批行到达后立即显示'}，已
            {isQueued ? '等' : '用'} {durationText(elapsed)}
          </span>
        }
        action={
          <Button onClick={() => runCommand('sql.cancel')}>
            取消 <KeyHint command="sql.cancel" />
          </Button>
        }
      />
    </>
  )
}

export function FailedState({ run, onRerun, onShowProblem }: ResultPanelProps) {
  const problem: ToldProblem | null = run.problem
  const line = problem?.line ?? null
  return (
    <div className="result-failure" role="alert">
      <ErrorIcon className="result-failure-icon" size={16} />
      <div className="result-failure-text">
        <h2 className="result-failure-title">
          {titleOf(run)}
          {line !== null && (
            <span className="result-failure-place">
              第 {line} 行{problem?.column ? `，第 ${problem.column} 列` : ''}
            </span>
          )}
        </h2>
        <pre className="result-failure-message">{problem?.message ?? '没有更多说明'}</pre>
        {problem?.near && (
          <p className="result-failure-near">
            附近：<code>{problem.near}</code>
          </p>
        )}
        <div className="result-failure-actions">
          {line !== null && onShowProblem && (
            <Button intent="primary" onClick={onShowProblem}>
              跳到错误处 <KeyHint command="sql.goToProblem" />
            </Button>
          )}
          {onRerun && <Button text="再次运行" onClick={() => onRerun()} />}
          <Button
            variant="minimal"
            text="复制错误"
            onClick={() => void copyText(problem?.message ?? titleOf(run))}
          />
        </div>
        {problem?.literal && <p className="state-literal">{problem.literal}</p>}
      </div>
    </div>
  )
}

function titleOf({ problem }: Run): string {
  if (problem?.code === 'query_timeout') return '运行超时'
  if (problem?.code === 'sql_error') return 'SQL 有误'
  return '运行失败'
}

interface AgainProps {
  onRerun: ((limit?: number) => void) | undefined
}

const RunAgain = ({ onRerun }: AgainProps) =>
  onRerun ? <Button intent="primary" text="再次运行" onClick={() => onRerun()} /> : null

export function CanceledState({ run, onRerun }: AgainProps & { run: Run }) {
  return (
    <EmptyState
      icon={<Stop size={28} />}
      title="运行已取消"
      description={run.problem?.message || `已用 ${durationText(run.elapsedMs)}，取消前的行没有保留`}
      action={<RunAgain onRerun={onRerun} />}
    />
  )
}

export function ExpiredState({ onRerun }: AgainProps) {
  return (
    <EmptyState
      icon={<History size={28} />}
      title="结果已过期"
      description="行数据已按保留期限或数量清除，SQL 仍在运行历史里"
      action={<RunAgain onRerun={onRerun} />}
    />
  )
}

export function NoRows({ runId, filtered }: { runId: string; filtered: boolean }) {
  if (!filtered) return <>没有符合条件的行</>
  return (
    <span className="result-no-rows">
      筛选后没有行
      <Button size="small" text="清除排序和筛选" onClick={() => clearView(runId)} />
    </span>
  )
}
