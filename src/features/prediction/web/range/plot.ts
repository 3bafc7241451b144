// The days about a finding, each with the interval in which it was expected the day before.
import type { DayCalendar } from '../../../../semantic/model/shown/bands.ts'
import type { Plot } from '../../../../shared/plot/plot.ts'
import type { Finding, Interval } from '../../contract.ts'
import { daysPlot } from '../turnover/plot.ts'

export function findingPlot(interval: Interval, finding: Finding, calendar: DayCalendar | null): Plot | null {
  const [series] = interval.series
  if (!series) return null
  const count = series.past.expected.length
  const days = interval.days.slice(-count)
  const at = days.indexOf(finding.day)
  const [band] = series.past.bands
  return {
    ...daysPlot(interval.point, days, calendar),
    series: [
      {
        name: interval.point.name,
        hue: 0,
        values: series.figures.slice(-count),
        ...(band && { expected: { name: `${band.level}% 区间`, low: band.low, high: band.high } }),
      },
    ],
    marks: at < 0 ? [] : [{ at, title: finding.side === 'up' ? '高于预期' : '低于预期', tone: 'bad' }],
  }
}
