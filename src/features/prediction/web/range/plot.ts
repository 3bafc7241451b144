// The chart of the days around a finding, each with the interval predicted the day before, and the number
// formats of the table.

import type { DayCalendar } from '#semantic/model/shown/bands.ts'
import type { Plot } from '#shared/plot/plot.ts'
import type { Finding, Found, Interval, Mover, PointTold } from '#features/prediction/contract.ts'
import { daysPlot, figuresOf, type Written } from '../turnover/plot.ts'

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

/** By point id: each point uses one precision in all rows. */
export function findingTexts({ points, findings }: Pick<Found, 'points' | 'findings'>): Map<number, Written> {
  const figuresOfPoint = (id: number) =>
    findings
      .filter(({ point }) => point === id)
      .flatMap(({ value, expected, low, high }) => [value, expected, low, high])
  return new Map(points.map((point) => [point.id, figuresOf(point, figuresOfPoint(point.id))]))
}

/** One precision for all dimensions, because their figures stand under one another. */
export const moversText = (point: Pick<PointTold, 'format' | 'unit'>, movers: readonly Mover[]): Written =>
  figuresOf(
    point,
    movers.flatMap(({ before, after, rows }) => [
      before,
      after,
      ...rows.flatMap((row) => [row.before, row.after, row.change]),
    ]),
  )
