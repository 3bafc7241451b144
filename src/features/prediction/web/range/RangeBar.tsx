// The search controls: points, dimensions, days, and the interval or the range.
import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { DayField } from '#web/ui/day/DayField.tsx'
import {
  levels,
  mostSearchedPoints,
  type PredictionOptions,
  type RangeAddress,
  rowWays,
  rowWayTitles,
  sides,
  sideTitles,
} from '#features/prediction/contract.ts'
import {
  BarControl,
  DimsControl,
  FilterTags,
  GamesControl,
  PointControl,
  PointsControl,
} from '../asked/controls.tsx'
import { ask, daysAsked, pointsAsked } from './store.ts'

interface Props {
  options: PredictionOptions
  asked: RangeAddress
}

export function RangeBar({ options, asked }: Props) {
  const points = pointsAsked(asked)
  const [point = null] = points
  const days = daysAsked(asked)
  const isUnusual = asked.part === 'unusual'
  return (
    <section className="prediction-bar" aria-label="查询内容">
      {isUnusual ? (
        <PointsControl
          options={options}
          chosen={points}
          most={mostSearchedPoints}
          onChoose={(chosen) => ask({ points: chosen, chosen: '' })}
        />
      ) : (
        <PointControl options={options} chosen={point} onChoose={(id) => ask({ points: [id] })} />
      )}
      <DimsControl
        options={options}
        points={isUnusual ? points : points.slice(0, 1)}
        chosen={asked.dims}
        label={isUnusual ? '分维度' : '分行维度'}
        none={isUnusual ? '不分，看整体' : '选择维度'}
        most={isUnusual ? 1 : 3}
        onChoose={(dims) => ask({ dims, chosen: '' })}
      />
      <GamesControl options={options} chosen={asked.games} onChoose={(games) => ask({ games, chosen: '' })} />
      <BarControl control="days" label="日期" value={`${days.from} 至 ${days.to}`}>
        <div className="prediction-days">
          <label htmlFor="range-from">从</label>
          <DayField id="range-from" value={days.from} onChange={(from) => ask({ from, chosen: '' })} />
          <label htmlFor="range-to">到</label>
          <DayField id="range-to" value={days.to} onChange={(to) => ask({ to, chosen: '' })} />
          <p className="prediction-muted">未结束的日期不参与；一次最多逐日预测 3,000 个值。</p>
        </div>
      </BarControl>
      {isUnusual ? <Interval asked={asked} /> : <Range asked={asked} options={options} point={point} />}
      <FilterTags options={options} filters={asked.filters} onChange={(filters) => ask({ filters })} />
    </section>
  )
}

function Interval({ asked }: { asked: RangeAddress }) {
  return (
    <>
      <HTMLSelect
        aria-label="区间置信度"
        value={asked.level}
        onChange={(event) => ask({ level: Number(event.currentTarget.value), chosen: '' })}
        options={levels.map((level) => ({ value: level, label: `超出 ${level}% 区间` }))}
      />
      <HTMLSelect
        aria-label="方向"
        value={asked.side}
        onChange={(event) => ask({ side: event.currentTarget.value as RangeAddress['side'], chosen: '' })}
        options={sides.map((side) => ({ value: side, label: sideTitles[side] }))}
      />
    </>
  )
}

function Range({ asked, options, point }: Props & { point: number | null }) {
  const { way, low, high, count, perDay } = asked
  const known = options.points.find(({ id }) => id === point)
  const unit = known?.format === 'percent' ? '%' : (known?.unit ?? '')
  return (
    <>
      <HTMLSelect
        aria-label="行的范围"
        value={way}
        onChange={(event) => ask({ way: event.currentTarget.value as RangeAddress['way'] })}
        options={rowWays.map((one) => ({ value: one, label: rowWayTitles[one] }))}
      />
      {way === 'inside' || way === 'outside' ? (
        <span className="prediction-bounds">
          <Bound label="下限" value={low} unit={unit} onChange={(text) => ask({ low: text })} />
          <span>至</span>
          <Bound label="上限" value={high} unit={unit} onChange={(text) => ask({ high: text })} />
        </span>
      ) : (
        <Bound
          label="行数"
          value={String(count)}
          unit="行"
          onChange={(text) => ask({ count: Number(text) })}
        />
      )}
      <Checkbox
        className="prediction-check"
        checked={perDay}
        label="逐日"
        onChange={(event) => ask({ perDay: event.currentTarget.checked })}
      />
    </>
  )
}

interface BoundProps {
  label: string
  value: string
  unit: string
  onChange: (text: string) => void
}

/** Takes effect on blur or Enter, because a half-typed bound would start a useless search. */
function Bound({ label, value, unit, onChange }: BoundProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = (typed ?? value).replaceAll(/[,，\s]/g, '')
  const isWrong = text !== '' && !Number.isFinite(Number(text))
  const commit = () => {
    if (isWrong) return
    setTyped(null)
    if (text !== value) onChange(text)
  }
  return (
    <InputGroup
      className="prediction-figure"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong}
      title={isWrong ? '不是数字' : undefined}
      placeholder={label}
      intent={isWrong ? 'danger' : 'none'}
      value={typed ?? value}
      rightElement={unit ? <span className="prediction-unit">{unit}</span> : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
      }}
    />
  )
}
