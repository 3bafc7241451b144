// A result as a chart, its numbers beside it.
import { useEffect, useMemo, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { Chart } from '#web/chart/Chart.tsx'
import type { ChartData } from '#web/chart/options.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { type ResultChart, type Run, resultChart } from '#features/code/contract.ts'
import { arePending, type ResultLabels, useResultLabels } from '../labels/labels.ts'
import { changeState, type ResultState } from '../shown.ts'
import { aggregateTexts, ChartBar } from './ChartBar.tsx'
import { ChartNumbers } from './ChartNumbers.tsx'
import { type ChartConfig, readConfig, writeConfig } from './config.ts'
import { named } from './named.ts'

interface Props {
  run: Run
  state: ResultState
  onBack: () => void
}

const nothingOff: ReadonlySet<number> = new Set()
const noLabels: ResultLabels = new Map()

export function ChartView({ run, state, onBack }: Props) {
  const { columns } = run
  const [usual] = useState(() => readConfig(columns))
  const config = state.chart ?? usual
  const [off, setOff] = useState(nothingOff)
  const { chart, problem, busy, again } = useChart(run, state.view?.viewId, config)
  const change = (next: ChartConfig) => {
    changeState(run.queryId, { chart: next })
    setOff(nothingOff)
    writeConfig(columns, next)
  }
  const known = useResultLabels(run)
  const labels = state.plain ? noLabels : known
  const isNaming = [config.x, config.series].some((index) => arePending(labels.get(index ?? -1)))
  const data = useMemo(
    () => (isNaming ? null : chart && dataOf(run, chart, labels, off)),
    [run, chart, labels, off, isNaming],
  )
  const toggle = (index: number) => {
    const next = new Set(off)
    if (!next.delete(index)) next.add(index)
    setOff(next)
  }
  return (
    <div className={busy ? 'result-chart result-dimmed' : 'result-chart'} aria-busy={busy || isNaming}>
      <ChartBar columns={columns} config={config} onChange={change} onBack={onBack} />
      {problem !== null && <ErrorState title="图表绘制失败" failure={problem} onRetry={again} />}
      {problem === null && data && data.x.length === 0 && <EmptyState title="没有可画的行" />}
      {problem === null && data && data.x.length > 0 && (
        <div className="result-chart-body">
          <div className="result-chart-drawing">
            <Chart data={data} label={labelOf(data)} />
          </div>
          <ChartNumbers data={data} truncated={chart?.answer.truncated ?? false} onToggle={toggle} />
        </div>
      )}
    </div>
  )
}

function useChart(run: Run, view: string | undefined, config: ChartConfig) {
  const [chart, setChart] = useState<{ answer: ResultChart; config: ChartConfig } | null>(null)
  const [problem, setProblem] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(true)
  const [times, setTimes] = useState(0)
  const { queryId: runId } = run
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks again
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    setBusy(true)
    call(resultChart, { params: { id: runId }, body: bodyOf(config, view) }, { signal, quiet: true })
      .then((answer) => {
        setChart({ answer, config })
        setProblem(null)
        setBusy(false)
      })
      .catch((error: unknown) => {
        if (signal.aborted) return
        setProblem(failureOf(error))
        setBusy(false)
      })
    return () => leaving.abort()
  }, [runId, view, config, times])
  return { chart, problem, busy, again: () => setTimes((before) => before + 1) }
}

function bodyOf({ type, x, values, series, aggregate }: ChartConfig, view: string | undefined) {
  return {
    x,
    values: type === 'pie' ? values.slice(0, 1) : values,
    aggregate,
    ...(series !== null && type !== 'pie' && { series }),
    ...(view && { view }),
  }
}

function dataOf(
  run: Run,
  { config, answer }: { config: ChartConfig; answer: ResultChart },
  labels: ResultLabels,
  off: ReadonlySet<number>,
): ChartData {
  const titleOf = (index: number) => run.columns[index]?.title ?? ''
  const values = config.values.map(titleOf)
  const what = values.length === 1 ? values[0] : ''
  const how = config.aggregate === 'none' ? '' : aggregateTexts[config.aggregate]
  const { x, series } = named(answer, labels.get(config.x), labels.get(config.series ?? -1))
  return {
    type: config.type,
    xName: titleOf(config.x),
    valueName: [what, how].filter(Boolean).join(' '),
    x,
    series,
    off,
  }
}

const labelOf = ({ valueName, xName, series, x }: ChartData): string =>
  `${valueName || '数值'}按${xName}的图，${series.length} 个系列，${x.length} 个点；数字在旁边的表里`
