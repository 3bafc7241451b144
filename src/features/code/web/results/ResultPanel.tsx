// One run and its result: what it waits for, its rows as they arrive, or why there are none.
import { type ReactNode, useEffect, useState } from 'react'
import type { SelectionStatus } from '#web/table/types.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Run } from '#features/code/contract.ts'
import { useFind } from './find/find.ts'
import { ResultDialogs } from './ResultDialogs.tsx'
import { ResultStatus } from './ResultStatus.tsx'
import { ResultTable } from './ResultTable.tsx'
import { CanceledState, ExpiredState, FailedState, NoRows, WaitingState } from './RunStates.tsx'
import { type ResultRows, useResultRows } from './rows/useResultRows.ts'
import { changeState, type ResultState, useResultState, useShownResult } from './shown.ts'
import type { ResultPanelProps } from './types.ts'
import { ViewBar } from './view/ViewBar.tsx'

const StatisticsPanel = onDemand(
  async () => (await import('./statistics/StatisticsPanel.tsx')).StatisticsPanel,
)
const RecordPanel = onDemand(async () => (await import('./record/RecordPanel.tsx')).RecordPanel)
const FindBar = onDemand(async () => (await import('./find/FindBar.tsx')).FindBar)
const ChartView = onDemand(async () => (await import('./chart/ChartView.tsx')).ChartView)
const CompareBar = onDemand(async () => (await import('./compare/CompareBar.tsx')).CompareBar)

export function ResultPanel(props: ResultPanelProps) {
  const { run, tabRuns } = props
  const state = useResultState(run.queryId)
  useEffect(() => useShownResult.setState({ run, tabRuns }), [run, tabRuns])
  useEffect(
    () => () => useShownResult.setState((shown) => (shown.run?.queryId === run.queryId ? { run: null } : {})),
    [run.queryId],
  )
  return (
    <section className="result-panel" aria-label={run.title || '查询结果'}>
      <Content {...props} state={state} />
      <ResultDialogs {...props} />
    </section>
  )
}

/** Rows are gone when their retention is over, or the server says so. */
const isExpired = (run: Run, { expired }: ResultState): boolean =>
  expired || (run.status === 'done' && run.expiresAt === null)

function Content({ state, ...props }: ResultPanelProps & { state: ResultState }) {
  const { run, heardAt, onRerun } = props
  if (run.status === 'failed') return <FailedState {...props} />
  if (isExpired(run, state)) return <ExpiredState onRerun={onRerun} />
  // Rows that arrived before a cancel are not kept.
  if (run.status === 'canceled') return <CanceledState run={run} onRerun={onRerun} />
  if (run.columns.length === 0) return <WaitingState run={run} {...(heardAt !== undefined && { heardAt })} />
  return <Rows {...props} state={state} />
}

function Rows({ state, ...props }: ResultPanelProps & { state: ResultState }) {
  const { run, onRerun, status } = props
  const rows = useResultRows(run, state)
  const finding = useFind(({ runId }) => runId === run.queryId)
  const [selection, setSelection] = useState<SelectionStatus | null>(null)
  const busy = useSlow(state.making || run.status === 'running' || run.status === 'queued')
  return (
    <>
      {busy && <div className="thin-bar" aria-hidden="true" />}
      {run.kind === 'compare' && <CompareBar run={run} state={state} />}
      <ViewBar run={run} state={state} />
      {finding && <FindBar run={run} state={state} />}
      <div className={state.making ? 'result-body result-dimmed' : 'result-body'} aria-busy={state.making}>
        {state.mode === 'chart' ? (
          <ChartView run={run} state={state} onBack={() => changeState(run.queryId, { mode: 'table' })} />
        ) : (
          <ResultTable
            run={run}
            state={state}
            rows={rows}
            label={run.title || '查询结果'}
            empty={emptyOf(run, rows, state)}
            onSelection={setSelection}
          />
        )}
        {state.record && state.mode === 'table' && <RecordPanel run={run} state={state} rows={rows} />}
        {state.statistics !== null && <StatisticsPanel run={run} state={state} column={state.statistics} />}
      </div>
      <ResultStatus
        run={run}
        state={state}
        rows={rows}
        selection={state.mode === 'table' ? selection : null}
        onRerun={onRerun}
      >
        {status}
      </ResultStatus>
    </>
  )
}

function emptyOf(run: Run, rows: ResultRows, { view }: ResultState): ReactNode {
  if (rows.rowCount > 0) return null
  if (run.status !== 'done') return '还没有行…'
  return <NoRows runId={run.queryId} filtered={view !== null && run.rowCount > 0} />
}

/** True after 100 ms; faster work shows no progress. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), 100)
    return () => clearTimeout(timer)
  }, [busy])
  return slow && busy
}
