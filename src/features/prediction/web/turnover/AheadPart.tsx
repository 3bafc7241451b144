// The days ahead: a chart, a table by day, week or month beside it, and the applied scenarios below.
import { SegmentedControl, Tag } from '@blueprintjs/core'
import { useEffect, useMemo, useState } from 'react'
import { useCalendar } from '#web/calendar/useCalendar.ts'
import { runCommand } from '#web/shell/keys/run.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { Interval, PredictionOptions, TurnoverAddress } from '#features/prediction/contract.ts'
import { AheadTable } from './AheadTable.tsx'
import { aheadPlot, figureOf, pastShown } from './plot.ts'
import { ScenarioList } from './ScenarioList.tsx'
import { ask, readAhead, useTurnover } from './store.ts'

const PlotPane = onDemand(async () => (await import('../PlotPane.tsx')).PlotPane)

interface Props {
  asked: TurnoverAddress
  options: PredictionOptions
  search: string
}

/** The table's unit is not part of the request. */
const questionKey = (asked: TurnoverAddress): string => JSON.stringify({ ...asked, grain: '', part: '' })

export function AheadPart({ asked, options }: Props) {
  const { told, failure, isOld } = useTurnover((state) => state.ahead)
  const key = questionKey(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked.
  useEffect(() => void readAhead(asked), [key])
  if (failure) return <ErrorState title="预测失败" failure={failure} onRetry={() => void readAhead(asked)} />
  if (!told) return <Skeleton lines={12} label="正在预测..." />
  return (
    <div className={isOld ? 'prediction-old' : ''} aria-busy={isOld}>
      <Told interval={told} asked={asked} />
      <Ahead interval={told} asked={asked} />
      <ScenarioList interval={told} asked={asked} />
      <details className="prediction-method">
        <summary>计算方法</summary>
        {told.series.map(({ key: one, label, method }) => (
          <p key={one}>
            {label && <b>{label}：</b>}
            {method}
          </p>
        ))}
        <p>{options.method}</p>
        {told.point.addsUp && <p>{options.sumMethod}</p>}
      </details>
    </div>
  )
}

function Told({
  interval: { point, series, ahead, more, levels },
  asked,
}: {
  interval: Interval
  asked: TurnoverAddress
}) {
  const text = figureOf(point)
  const [only] = series
  const sum = series.length === 1 ? only?.sums.find(({ grain }) => grain === 'all') : undefined
  const place = Math.max(0, levels.indexOf(asked.level))
  const band = sum?.bands[place]
  const warnings = [...new Set(series.flatMap(({ warnings: own }) => own))]
  return (
    <div className="prediction-told" role="status">
      {sum && (
        <p className="prediction-sentence">
          {ahead[0]} 至 {ahead.at(-1)}，{point.name}预计 <b>{text(sum.expected)}</b> {point.unit}
          {band && (
            <>
              ，{levels[place]}% 的把握在 {text(band.low)} 到 {text(band.high)} 之间
            </>
          )}
          {sum.actual !== null && (
            <>
              ；实际 <b>{text(sum.actual)}</b>
            </>
          )}
        </p>
      )}
      {series.length > 1 && (
        <p className="prediction-muted">
          各自单独预测，加起来不等于整体的预测{more > 0 && `；另有 ${more} 个较小的值没有列出`}
        </p>
      )}
      {!point.addsUp && (
        <p className="prediction-muted">「{point.name}」不可相加，只有逐日的区间，没有合计</p>
      )}
      {warnings.map((warning) => (
        <Tag key={warning} minimal intent="warning" className="prediction-warning">
          {warning}
        </Tag>
      ))}
    </div>
  )
}

function Ahead({ interval, asked }: { interval: Interval; asked: TurnoverAddress }) {
  const { point, days, ahead } = interval
  const years = [days[0], ahead.at(-1) ?? days.at(-1)].map((day) => Number(day?.slice(0, 4)))
  const calendar = useCalendar(years[0] ?? null, years[1] ?? null)
  const [at, setAt] = useState<number | null>(null)
  const plot = useMemo(() => aheadPlot(interval, calendar), [interval, calendar])
  const before = Math.min(days.length, pastShown(ahead.length))
  return (
    <div className="prediction-beside">
      <div className="prediction-chart">
        <PlotPane
          plot={plot}
          label={`${point.name}，过去 ${before} 天与未来 ${ahead.length} 天，方向键逐日查看`}
          at={at}
          onAt={setAt}
        />
      </div>
      <div className="prediction-figures">
        <div className="prediction-figures-head">
          <SegmentedControl
            size="small"
            aria-label="表格按日、周或月"
            options={[
              { value: 'day', label: '日' },
              { value: 'week', label: '周', disabled: !point.addsUp },
              { value: 'month', label: '月', disabled: !point.addsUp },
            ]}
            value={point.addsUp ? asked.grain : 'day'}
            onValueChange={(grain) => ask({ grain: grain as TurnoverAddress['grain'] })}
          />
          <button type="button" className="prediction-link" onClick={() => runCommand('prediction.copy')}>
            复制
          </button>
        </div>
        <AheadTable
          interval={interval}
          asked={asked}
          chosen={at === null || at < before ? null : at - before}
          onChoose={(place) => setAt(place + before)}
        />
      </div>
    </div>
  )
}
