// Statistics of one column beside the table: counts, extremes, the most frequent values, and the
// distribution.
import { Button, HTMLSelect } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import {
  columnStatistics,
  type ResultColumn,
  type ResultStatistics,
  type Run,
} from '#features/code/contract.ts'
import { changeState, type ResultState } from '../shown.ts'
import { isFigure, isIdColumn } from '../values.ts'
import { addFilter } from '../view/viewing.ts'
import { Bins } from './Bins.tsx'

interface Props {
  run: Run
  state: ResultState
  column: number
}

type Asked =
  | { status: 'asking' }
  | { status: 'failed'; failure: CallError | null }
  | { status: 'ready'; figures: ResultStatistics }

export function StatisticsPanel({ run, state, column }: Props) {
  const { queryId: runId, columns } = run
  const [times, setTimes] = useState(0)
  const asked = useStatistics(run, state.view?.viewId, column, times)
  const source = columns[column]
  const close = () => changeState(runId, { statistics: null })
  if (!source) return null
  return (
    <aside className="result-side" aria-label="列统计">
      <header className="result-side-head">
        <HTMLSelect
          aria-label="统计的列"
          minimal
          value={column}
          onChange={(event) => changeState(runId, { statistics: Number(event.currentTarget.value) })}
          options={columns.map(({ title }, index) => ({ value: index, label: title }))}
        />
        <Button variant="minimal" size="small" icon={<Cross />} aria-label="关闭列统计" onClick={close} />
      </header>
      <div className="result-side-body">
        {asked.status === 'asking' && <Skeleton lines={9} />}
        {asked.status === 'failed' && (
          <ErrorState
            title="统计失败"
            failure={asked.failure}
            description={asked.failure?.message ?? '运行结束后才能统计'}
            onRetry={() => setTimes((before) => before + 1)}
          />
        )}
        {asked.status === 'ready' && <Figures runId={runId} column={column} source={source} {...asked} />}
      </div>
    </aside>
  )
}

/** Loaded again when column or view changes. */
function useStatistics(run: Run, view: string | undefined, column: number, times: number): Asked {
  const [asked, setAsked] = useState<Asked>({ status: 'asking' })
  const { queryId: runId, status } = run
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks again
  useEffect(() => {
    setAsked({ status: 'asking' })
    if (status !== 'done') return setAsked({ status: 'failed', failure: null })
    const leaving = new AbortController()
    const { signal } = leaving
    call(
      columnStatistics,
      { params: { id: runId }, body: { column, ...(view && { view }) } },
      { signal, quiet: true },
    )
      .then((figures) => setAsked({ status: 'ready', figures }))
      .catch((error: unknown) => {
        if (!signal.aborted) setAsked({ status: 'failed', failure: failureOf(error) })
      })
    return () => leaving.abort()
  }, [runId, status, view, column, times])
  return asked
}

interface FiguresProps {
  runId: string
  column: number
  source: ResultColumn
  figures: ResultStatistics
}

const countText = (count: number) => groupThousands(String(count))

function Figures({ runId, column, source, figures }: FiguresProps) {
  const grouped = isFigure(source) && !isIdColumn(source)
  const valueText = (text: string) => (grouped && /^-?\d+(\.\d+)?$/.test(text) ? groupThousands(text) : text)
  const total = figures.count
  const rows: [string, string | null][] = [
    ['行数', countText(total)],
    ['有值', countText(total - figures.empty)],
    [emptyText, `${countText(figures.empty)}${shareText(figures.empty, total)}`],
    ['不同值', countText(figures.distinct)],
    ['最小', figures.min],
    ['最大', figures.max],
    ['合计', figures.sum],
    ['平均', figures.average],
    ['中位数', figures.median],
  ]
  return (
    <>
      <dl className="result-figures">
        {rows.map(([name, text]) =>
          text === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={text}>{valueText(text)}</dd>
            </div>
          ),
        )}
      </dl>
      {figures.bins.length > 0 && (
        <>
          <h3 className="result-side-title">分布</h3>
          <Bins bins={figures.bins} valueText={valueText} />
        </>
      )}
      {figures.top.length > 0 && (
        <>
          <h3 className="result-side-title">最多的值</h3>
          <ul className="result-top">
            {figures.top.map(({ value, count }) => (
              <li key={JSON.stringify(value)}>
                <button
                  type="button"
                  title="按此值筛选"
                  onClick={() =>
                    addFilter(runId, value === null ? { column, op: 'empty' } : { column, op: 'eq', value })
                  }
                >
                  <span
                    className="result-top-bar"
                    style={{ width: `${(count / Math.max(1, total)) * 100}%` }}
                  />
                  <span className={value === null ? 'result-top-value result-null' : 'result-top-value'}>
                    {value === null ? emptyText : value === '' ? emptyWord : valueText(value)}
                  </span>
                  <span className="result-top-count">{countText(count)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const shareText = (count: number, total: number): string =>
  count === 0 || total === 0 ? '' : ` (${((count / total) * 100).toFixed(1)}%)`
