// The figures up to the moment that fired, each as a chart and as numbers, and what each condition found.
import { useMemo, useState } from 'react'
import { DayText, tintClass } from '#web/table/days/DayText.tsx'
import { useDayMark, yearsOfDays } from '#web/table/days/dayMarks.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import type { AlarmFireDetail } from '#features/alarm/contract.ts'
import { Findings } from '../Findings.tsx'
import { plotOf, withUnit } from '../plot.ts'

const PlotPane = onDemand(async () => (await import('../PlotPane.tsx')).PlotPane)

/** Of the table; the chart has them all. */
const periodsShown = 10

export function Moment({ fire }: { fire: AlarmFireDetail }) {
  return (
    <section aria-label="当时的数据">
      <h2 className="alarm-heading">当时的数据</h2>
      {fire.findings.length > 0 && <Findings findings={fire.findings} />}
      {fire.series.map((series) => (
        <Series key={series.point} fire={fire} series={series} />
      ))}
      {fire.series.length === 0 && <p className="alarm-muted">这条告警没有留下数值（例如数据迟到）。</p>}
    </section>
  )
}

interface SeriesProps {
  fire: AlarmFireDetail
  series: AlarmFireDetail['series'][number]
}

function Series({ fire, series }: SeriesProps) {
  const { periods, period, reason } = fire
  const [at, setAt] = useState<number | null>(null)
  const point = { name: series.pointName, unit: series.unit, format: series.format }
  const plot = useMemo(() => {
    const place = periods.indexOf(period)
    return plotOf(
      { name: series.pointName, unit: series.unit, format: series.format },
      { ...series, periods },
      place < 0 ? [] : [{ at: place, title: `触发：${reason}`, tone: 'bad' }],
    )
  }, [series, periods, period, reason])
  const markOf = useDayMark(useMemo(() => yearsOfDays(periods), [periods]))
  const first = Math.max(0, periods.length - periodsShown)
  const hasExpected = series.expected.some((value) => value !== null)
  return (
    <div className="alarm-series">
      <h3 className="alarm-point">{series.pointName}</h3>
      <div className="alarm-beside">
        <PlotPane plot={plot} label={`${series.pointName}，到 ${period}`} at={at} onAt={setAt} />
        <SmallTable className="alarm-table">
          <thead>
            <tr>
              <th>时间</th>
              <th className="alarm-number">{series.pointName}</th>
              {hasExpected && <th className="alarm-number">对比或预期</th>}
            </tr>
          </thead>
          <tbody>
            {periods
              .slice(first)
              .map((one, index) => ({ one, place: first + index }))
              .reverse()
              .map(({ one, place }) => (
                <tr key={one} className={one === period ? 'alarm-row-fired' : tintClass(markOf(one))}>
                  <td>
                    <DayText text={one} mark={markOf(one)} />
                  </td>
                  <td className="alarm-number">{withUnit(point, series.figures[place] ?? null)}</td>
                  {hasExpected && (
                    <td className="alarm-number">{withUnit(point, series.expected[place] ?? null)}</td>
                  )}
                </tr>
              ))}
          </tbody>
        </SmallTable>
      </div>
    </div>
  )
}
