// The pane of the selected check: what it asks, its figure over time, and what each run found.
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import {
  type Check,
  type CheckRun,
  checkActionTitles,
  checkReasonTitles,
  checkStateTitles,
  readCheckRuns,
  whenText,
} from '../contract.ts'
import { FigureLine } from './FigureLine.tsx'
import './checks.css'

function useRuns({ id, last, running }: Check) {
  const [runs, setRuns] = useState<readonly CheckRun[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew where the check ran since.
  useEffect(() => {
    const asking = new AbortController()
    call(readCheckRuns, { params: { id } }, { quiet: true, loading: null, signal: asking.signal }).then(
      (found) => {
        setRuns(found)
        setFailure(null)
      },
      (error: unknown) => asking.signal.aborted || setFailure(failureOf(error)),
    )
    return () => asking.abort()
  }, [id, last?.id, running])
  return { runs, failure }
}

export function CheckPane({ check }: { check: Check }) {
  const { runs, failure } = useRuns(check)
  const { name, rule, note, table, action, timing, paused, nextAt, owner, kindTitle } = check
  return (
    <div className="checks-pane">
      <h2>{name}</h2>
      {rule !== name && <p>{rule}</p>}
      {note && <p className="checks-text">{note}</p>}
      <dl className="checks-facts">
        <Fact title="数据表" text={table} />
        <Fact title="类型" text={kindTitle} />
        <Fact title="没有通过时" text={checkActionTitles[action]} />
        <Fact title="何时" text={paused ? '已暂停' : whenText(timing)} />
        {nextAt && <Fact title="下次" text={timeText(nextAt)} />}
        <Fact title="负责人" text={owner} />
      </dl>
      {failure && <FailureLine what="校验记录读取失败" failure={failure} />}
      {!runs && !failure && <p role="status">加载中...</p>}
      {runs && <FigureLine runs={runs} />}
      <h3>校验记录</h3>
      {runs?.length === 0 && (
        <p className="checks-muted">
          还没有运行过；立即校验 <KeyHint command="checks.run" />
        </p>
      )}
      <ol className="checks-runs">
        {runs?.map((run) => (
          <li key={run.id}>
            <Run run={run} />
          </li>
        ))}
      </ol>
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

const shownDays = 10

function Run({ run }: { run: CheckRun }) {
  const { state, at, reason, source, held, text, days, examples } = run
  const rest = days.length - shownDays
  return (
    <>
      <p className="checks-run">
        <span className={`checks-state checks-state-${state}`}>{checkStateTitles[state]}</span>
        <span>{timeText(at)}</span>
        <span className="checks-muted">
          {[checkReasonTitles[reason], source, held ? '扣下了' : ''].filter(Boolean).join('，')}
        </span>
      </p>
      <p className="checks-text">{text}</p>
      {days.length > 1 && (
        <ul className="checks-days">
          {days.slice(0, shownDays).map((one) => (
            <li key={one.day ?? ''}>
              {one.day ?? '整张表'} {one.text}
            </li>
          ))}
          {rest > 0 && <li className="checks-muted">另有 {rest} 天</li>}
        </ul>
      )}
      {examples.length > 0 && <p className="checks-muted">如 {examples.join('、')}</p>}
    </>
  )
}
