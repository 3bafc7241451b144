// One run in the history.
import type { Run } from '../../contract.ts'
import { kindTexts, RunState } from './runTexts.tsx'
import { countText, elapsedText, fullTimeText, sqlGist, timeText } from './texts.ts'

const hasRows = ({ status, kind }: Run): boolean => status === 'done' && kind !== 'export'

export function RunRow({ run }: { run: Run | undefined }) {
  if (!run) return <div className="run-row bp6-skeleton" />
  const { status, kind, title, sql, problem, elapsedMs, rowCount, truncated, startedAt } = run
  return (
    <div className="run-row">
      <RunState status={status} />
      <span className="run-row-sql">
        {title !== '' && <b>{title}</b>}
        {problem && <span className="run-row-problem">{problem.message}</span>}
        <code>{sqlGist(sql)}</code>
      </span>
      <span className="run-row-kind">{kindTexts[kind]}</span>
      <span className="run-row-figure">
        {hasRows(run) ? `${countText(rowCount)}${truncated ? '+' : ''} 行` : ''}
      </span>
      <span className="run-row-figure">{status === 'queued' ? '' : elapsedText(elapsedMs)}</span>
      <time className="run-row-time" dateTime={startedAt} title={fullTimeText(startedAt)}>
        {timeText(startedAt)}
      </time>
    </div>
  )
}
