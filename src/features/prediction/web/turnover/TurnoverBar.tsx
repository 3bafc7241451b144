// The forecast's controls: point, games, dimension values side by side, days.
import { HTMLSelect } from '@blueprintjs/core'
import { DayField } from '#web/ui/day/DayField.tsx'
import {
  levels,
  mostSplit,
  type PredictionOptions,
  type TurnoverAddress,
} from '#features/prediction/contract.ts'
import { BarControl, DimsControl, FilterTags, GamesControl, PointControl } from '../asked/controls.tsx'
import { ask } from './store.ts'

interface Props {
  options: PredictionOptions
  asked: TurnoverAddress
}

const horizons = [7, 14, 30, 60, 90, 180]
const leads = [1, 3, 7, 14, 30, 60]
const counts = [30, 60, 90, 180, 365]

export function TurnoverBar({ options, asked }: Props) {
  const point = asked.point ?? options.turnover
  const { split } = asked
  return (
    <section className="prediction-bar" aria-label="预测指标">
      <PointControl
        options={options}
        chosen={asked.point}
        onChoose={(id) => ask({ point: id, split: null })}
      />
      <GamesControl options={options} chosen={asked.games} onChoose={(games) => ask({ games })} />
      {asked.part === 'ahead' && (
        <>
          <DimsControl
            options={options}
            points={point === null ? [] : [point]}
            chosen={split ? [split.dim] : []}
            label="分维度"
            none="不分，看整体"
            most={1}
            onChoose={([dim]) => ask({ split: dim === undefined ? null : { dim, count: split?.count ?? 3 } })}
          />
          {split && (
            <Choice
              label="显示个数"
              value={split.count}
              all={Array.from({ length: mostSplit }, (_, at) => at + 1)}
              text={(count) => `最大的 ${count} 个`}
              onChoose={(count) => ask({ split: { ...split, count } })}
            />
          )}
          <Choice
            label="预测天数"
            value={asked.horizon}
            all={horizons}
            text={(days) => `预测 ${days} 天`}
            onChoose={(horizon) => ask({ horizon })}
          />
          <Choice
            label="区间置信度"
            value={asked.level}
            all={levels}
            text={(level) => `${level}% 区间`}
            onChoose={(level) => ask({ level })}
          />
          <HistoryControl asked={asked} />
        </>
      )}
      {asked.part === 'past' && (
        <>
          <Choice
            label="提前几天"
            value={asked.lead}
            all={leads}
            text={(lead) => `提前 ${lead} 天的预测`}
            onChoose={(lead) => ask({ lead })}
          />
          <Choice
            label="回看几天"
            value={asked.count}
            all={counts}
            text={(count) => `最近 ${count} 天`}
            onChoose={(count) => ask({ count })}
          />
        </>
      )}
      <FilterTags options={options} filters={asked.filters} onChange={(filters) => ask({ filters })} />
    </section>
  )
}

interface ChoiceProps {
  label: string
  value: number
  all: readonly number[]
  text: (value: number) => string
  onChoose: (value: number) => void
}

/** The address may hold a value outside the usual choices. */
function Choice({ label, value, all, text, onChoose }: ChoiceProps) {
  const shown = all.includes(value) ? all : [...all, value].sort((one, other) => one - other)
  return (
    <HTMLSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      options={shown.map((one) => ({ value: one, label: text(one) }))}
    />
  )
}

const historyText = ({ from, to, origin }: TurnoverAddress): string => {
  const span = from || to ? `${from || '两年前'} 至 ${to || '最近'}` : '最近两年'
  return origin ? `${span}，起点 ${origin}` : span
}

function HistoryControl({ asked }: { asked: TurnoverAddress }) {
  return (
    <BarControl control="days" label="历史" value={historyText(asked)} title="历史数据的范围与预测起点">
      <div className="prediction-days">
        <label htmlFor="prediction-from">从</label>
        <DayField id="prediction-from" value={asked.from} onChange={(from) => ask({ from })} />
        <label htmlFor="prediction-to">到</label>
        <DayField id="prediction-to" value={asked.to} onChange={(to) => ask({ to })} />
        <label htmlFor="prediction-origin">预测起点</label>
        <DayField id="prediction-origin" value={asked.origin} onChange={(origin) => ask({ origin })} />
        <p className="prediction-muted">
          留空为最近两年到最后完整的一天。以过去的某一天为起点时，只用那天以前的数据预测，并与实际对照。
        </p>
      </div>
    </BarControl>
  )
}
