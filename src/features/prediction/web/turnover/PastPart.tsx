// The accuracy of past forecasts at a given lead: each day as it was forecast, with the actual figure.

import { useEffect, useMemo, useState } from 'react'
import { emptyText } from '#shared/nothing.ts'
import { useCalendar } from '#web/calendar/useCalendar.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { PastForecasts, TurnoverAddress } from '#features/prediction/contract.ts'
import { pastPlot } from './plot.ts'
import { readPast, useTurnover } from './store.ts'

const PlotPane = onDemand(async () => (await import('../PlotPane.tsx')).PlotPane)

export function PastPart({ asked, search }: { asked: TurnoverAddress; search: string }) {
  const { told, failure, isOld } = useTurnover((state) => state.past)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for what is asked.
  useEffect(() => void readPast(asked), [search])
  if (failure) return <ErrorState title="计算失败" failure={failure} onRetry={() => void readPast(asked)} />
  if (!told) return <Skeleton lines={12} label="正在逐日重算历史预测..." />
  return (
    <div className={isOld ? 'prediction-old' : ''} aria-busy={isOld}>
      <Measures past={told} />
      <Past past={told} />
      <p className="prediction-muted prediction-edge">
        每个点都只用它 {told.lead} 天以前的数据重新预测一次，与当时能知道的一样。MASE
        以「沿用上周同一天」的逐日误差为 1；MAPE 不计数值为零的日期。
      </p>
    </div>
  )
}

const percent = (value: number): string => `${value.toFixed(1)}%`

function Measures({ past }: { past: PastForecasts }) {
  const { forecasts, coverage, mape, smape, mase, naive } = past
  const better = 1 - smape / naive.smape
  return (
    <dl className="prediction-measures">
      <Measure name="预测次数" value={String(forecasts)} />
      <Measure name="平均误差 MAPE" value={mape === null ? emptyText : percent(mape)} />
      <Measure name="对称误差 sMAPE" value={percent(smape)} note={`沿用上周同一天 ${percent(naive.smape)}`} />
      <Measure name="MASE" value={mase.toFixed(2)} note={`沿用上周同一天 ${naive.mase.toFixed(2)}`} />
      {coverage.map(({ level, share }) => (
        <Measure key={level} name={`落在 ${level}% 区间`} value={percent(share)} />
      ))}
      <Measure
        name="比沿用上周"
        value={
          Number.isFinite(better)
            ? `${better >= 0 ? '准' : '差'} ${percent(Math.abs(better) * 100)}`
            : emptyText
        }
      />
    </dl>
  )
}

function Measure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        {note && <span className="prediction-muted">{note}</span>}
      </dd>
    </div>
  )
}

function Past({ past }: { past: PastForecasts }) {
  const years = [past.days[0], past.days.at(-1)].map((day) => Number(day?.slice(0, 4)))
  const calendar = useCalendar(years[0] ?? null, years[1] ?? null)
  const [at, setAt] = useState<number | null>(null)
  const plot = useMemo(() => pastPlot(past, calendar), [past, calendar])
  return (
    <div className="prediction-chart prediction-wide">
      <PlotPane
        plot={plot}
        label={`${past.point.name}，提前 ${past.lead} 天的预测与实际，方向键逐日查看`}
        at={at}
        onAt={setAt}
      />
    </div>
  )
}
