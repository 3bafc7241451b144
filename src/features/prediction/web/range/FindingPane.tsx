// One finding: its days with the interval predicted the day before, and the values that caused the change.
import { HTMLSelect } from '@blueprintjs/core'
import { useEffect, useMemo, useState } from 'react'
import { emptyText } from '#shared/nothing.ts'
import { useCalendar } from '#web/calendar/useCalendar.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  againsts,
  againstTitles,
  type Finding,
  type Found,
  type Mover,
  type RangeAddress,
} from '#features/prediction/contract.ts'
import { figuresOf, type Written } from '../turnover/plot.ts'
import { findingPlot, moversText } from './plot.ts'
import { look, useRange } from './store.ts'

const PlotPane = onDemand(async () => (await import('../PlotPane.tsx')).PlotPane)

const methodTexts: Record<Mover['method'], string> = {
  sum: '各值的变化加起来等于整体的变化',
  rate: '比率：各值自身的变化与占比的变化，加起来等于整体的变化',
  alone: '去重或最大值这类数字不能相加，只列各值自己的变化',
}

interface Props {
  finding: Finding
  found: Found
  asked: RangeAddress
}

export function FindingPane({ finding, found, asked }: Props) {
  const { moved, against } = useRange()
  const point = found.points.find(({ id }) => id === finding.point)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pane is another for another finding.
  useEffect(() => void look(finding, asked), [against])
  const told = point ?? { format: null, unit: '' }
  const movedText = moversText(told, moved?.movers ?? [])
  const text = figuresOf(told, [finding.value, finding.low, finding.high])
  const { day, label, value, low, high, side } = finding
  return (
    <section className="prediction-finding" aria-label={`${day} ${label} 的说明`}>
      <p className="prediction-sentence">
        {day} {label && <b>{label} </b>}
        {point?.name} <b>{text(value)}</b>，{side === 'up' ? '高于' : '低于'}预期的 {text(low)} – {text(high)}
      </p>
      {moved?.failure && (
        <FailureLine
          what="前后的日期或变化的来源读取失败"
          failure={moved.failure}
          onRetry={() => void look(finding, asked)}
        />
      )}
      <FindingChart finding={finding} />
      <div className="prediction-movers-head">
        <h2>变化来自谁</h2>
        <HTMLSelect
          aria-label="与哪一天比"
          value={against}
          onChange={(event) => useRange.setState({ against: event.currentTarget.value as typeof against })}
          options={againsts.map((one) => ({ value: one, label: `比${againstTitles[one]}` }))}
        />
      </div>
      {moved?.movers == null && <p role="status">正在计算...</p>}
      {moved?.movers?.length === 0 && <p className="prediction-muted">没有可以比较的维度，或没有变化。</p>}
      {moved?.movers?.map((mover) => (
        <MoverBars key={mover.dimName} mover={mover} text={movedText} />
      ))}
    </section>
  )
}

function FindingChart({ finding }: { finding: Finding }) {
  const interval = useRange(({ moved }) => moved?.interval ?? null)
  const [at, setAt] = useState<number | null>(null)
  const years = [interval?.days[0], interval?.days.at(-1)].map((day) =>
    day ? Number(day.slice(0, 4)) : null,
  )
  const calendar = useCalendar(years[0] ?? null, years[1] ?? null)
  const plot = useMemo(
    () => interval && findingPlot(interval, finding, calendar),
    [interval, finding, calendar],
  )
  if (!plot) return <p role="status">正在读取前后的日期...</p>
  return (
    <div className="prediction-chart prediction-small">
      <PlotPane
        plot={plot}
        label={`${finding.day} 前后的实际与预期区间，方向键逐日查看`}
        at={at}
        onAt={setAt}
      />
    </div>
  )
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

function MoverBars({ mover, text }: { mover: Mover; text: Written }) {
  const { dimName, method, before, after, against, rows } = mover
  const largest = Math.max(...rows.map(({ share, change }) => Math.abs(share ?? change ?? 0)), 0)
  return (
    <div className="prediction-mover">
      <h3>
        {dimName}
        <span className="prediction-muted">
          {text(before)} → {text(after)}，比{against}
        </span>
      </h3>
      <ul>
        {rows.map(({ label, before: was, after: is, change, share }) => (
          <li key={label}>
            <span className="prediction-mover-label">{label || emptyText}</span>
            <span className="prediction-mover-bar" aria-hidden="true">
              <i
                className={(change ?? 0) < 0 ? 'prediction-fall' : 'prediction-rise'}
                style={{ width: `${largest === 0 ? 0 : (Math.abs(share ?? change ?? 0) / largest) * 100}%` }}
              />
            </span>
            <span className="prediction-number">
              {(change ?? 0) > 0 && '+'}
              {text(change)}
            </span>
            <span className="prediction-number prediction-muted">
              {share === null ? '' : percent.format(share)}
            </span>
            <span className="prediction-number prediction-muted">
              {text(was)} → {text(is)}
            </span>
          </li>
        ))}
      </ul>
      <p className="prediction-muted">{methodTexts[method]}</p>
    </div>
  )
}
