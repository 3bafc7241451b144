// The chosen task: preview, audience, and the outcome of each run.

import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { momentText } from '#shared/moment.ts'
import { pages } from '#shared/pages.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { installation } from '#web/shell/installation.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { listPushRuns, type PushRun, type PushTask, taskStateTitles } from '#features/push/contract.ts'
import { appOf } from '../referenceData.ts'
import { PhonePreview } from '../test/PhonePreview.tsx'
import '../push.css'

export function TaskPane({ task }: { task: PushTask }) {
  const app = appOf(task.cgi)
  const { runs, failure } = useRuns(task)
  const at = task.nextAt ?? runs?.[0]?.fireAt
  return (
    <div className="push-pane">
      <h2>{task.title}</h2>
      <p className={`push-state push-state-${task.state}`}>{taskStateTitles[task.state]}</p>
      {task.problem && <p className="push-problem">{task.problem}</p>}
      {app && !app.delivers && <p className="push-note">{app.gateway}</p>}
      <PhonePreview
        message={task}
        app={task.game}
        time={at === undefined ? undefined : momentText(at, installation().zone)}
      />
      <dl className="push-facts">
        <Fact title="人群" text={task.segmentTitle} />
        <Fact title="区服" text={task.servers.length === 0 ? '全部' : task.servers.join('、')} />
        <Fact title="时间" text={task.scheduleText} />
        {task.nextAt && <Fact title="下一次" text={timeText(task.nextAt)} />}
        <Fact title="链接" text={task.uri || '–'} />
        <Fact title="动作" text={task.action || '–'} />
        <Fact title="创建者" text={`${task.owner} ${timeText(task.createdAt)}`} />
        {task.approvedAt && <Fact title="审批" text={`${task.approvedBy} ${timeText(task.approvedAt)}`} />}
      </dl>
      <Runs id={task.id} runs={runs} failure={failure} />
    </div>
  )
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  )
}

function useRuns({ id, state, sent, failed, unknown }: PushTask) {
  const [runs, setRuns] = useState<readonly PushRun[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const version = `${id} ${state} ${sent} ${failed} ${unknown}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew whenever the task tells of something new.
  useEffect(() => {
    const asking = new AbortController()
    setFailure(null)
    call(listPushRuns, { params: { id } }, { quiet: true, loading: null, signal: asking.signal }).then(
      setRuns,
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [version])
  return { runs, failure }
}

interface RunsProps {
  id: number
  runs: readonly PushRun[] | null
  failure: CallError | null
}

function Runs({ id, runs, failure }: RunsProps) {
  return (
    <>
      <h3 className="push-heading">每次发送</h3>
      {failure && <FailureLine what="读取失败" failure={failure} />}
      {runs?.length === 0 && <p className="push-muted">还没有发送过</p>}
      {runs && runs.length > 0 && (
        <>
          <ul className="push-runs">
            {runs.map((run) => (
              <li key={run.id}>
                <span className="push-run-time">{timeText(run.fireAt)}</span>
                <span className={`push-state push-state-${run.state}`}>{taskStateTitles[run.state]}</span>
                <span>
                  共 {run.total.toLocaleString('en-US')} 人，接受 {run.sent.toLocaleString('en-US')}
                  {run.failed > 0 && `，失败 ${run.failed.toLocaleString('en-US')}`}
                  {run.unknown > 0 && `，未知 ${run.unknown.toLocaleString('en-US')}`}
                </span>
                {run.problem && <span className="push-problem">{run.problem}</span>}
              </li>
            ))}
          </ul>
          <Link href={pages.pushHistory({ task: id })}>查看记录</Link>
        </>
      )}
    </>
  )
}
