// The forecast as a chart: the past, the days ahead with their bands, and scenarios; holidays and notes in
// the background.

import { figureText } from '#semantic/model/figureText.ts'
import { bandsOf, type DayCalendar, notesOf } from '#semantic/model/shown/bands.ts'
import { weekdayOf, weekdays } from '#semantic/model/shown/periods.ts'
import type { NumberFormat } from '#semantic/model/types.ts'
import { emptyText } from '#semantic/model/valueText.ts'
import type { Plot, PlotSeries } from '#shared/plot/plot.ts'
import type {
  Interval,
  IntervalBands,
  IntervalSeries,
  PastForecasts,
  PointTold,
} from '#features/prediction/contract.ts'

export type Written = (value: number | null) => string

/** Expected figures from this size on show no decimals. */
const largeFrom = 1_000

const isLarge = (value: number | null, format: PointTold['format']): boolean =>
  value !== null && format !== 'percent' && Math.abs(value) >= largeFrom

/** Uses the decimals of the point's format; large figures show none. */
export const figureOf =
  (point: Pick<PointTold, 'format' | 'unit'>): Written =>
  (value) =>
    written(point, isLarge(value, point.format))(value)

/**
 * Formats the figures of a column: without decimals when all are large, otherwise with the format's decimals
 * for all.
 */
export function figuresOf(
  point: Pick<PointTold, 'format' | 'unit'>,
  values: readonly (number | null | undefined)[],
): Written {
  const known = values.filter((value) => typeof value === 'number')
  return written(point, known.length > 0 && known.every((value) => isLarge(value, point.format)))
}

/** Actual figures keep all decimals of their format and are not rounded further, exactly as in reports. */
export const countedOf = (point: Pick<PointTold, 'format' | 'unit'>): Written => written(point, false)

const written =
  ({ format, unit }: Pick<PointTold, 'format' | 'unit'>, isWhole: boolean): Written =>
  (value) => {
    const shown = isWhole && value !== null ? Math.round(value) : value
    const text = figureText(shown, isWhole ? 'integer' : (format as NumberFormat | null), unit)
    return unit === '%' && text !== emptyText ? `${text}%` : text
  }

const placeOf = (day: string, calendar: DayCalendar | null) => {
  const name = calendar?.nameOf(day) ?? ''
  return { label: day.slice(5), title: [day, weekdays[weekdayOf(day)], name].filter(Boolean).join(' ') }
}

export const daysPlot = (point: PointTold, days: readonly string[], calendar: DayCalendar | null) => ({
  kind: 'line' as const,
  unit: point.format === 'percent' ? '%' : point.unit,
  percent: point.format === 'percent',
  places: days.map((day) => placeOf(day, calendar)),
  bands: bandsOf(days, 'day', calendar),
  notes: notesOf(days, 'day', calendar),
  unfinishedFrom: null,
  previousName: '',
  text: figureOf(point),
})

const blanks = (count: number): null[] => Array.from({ length: Math.max(0, count) }, () => null)

function banded(bands: IntervalBands, before: number): NonNullable<PlotSeries['expected']>[] {
  return bands.map(({ level, low, high }) => ({
    name: `${level}% 区间`,
    low: [...blanks(before), ...low],
    high: [...blanks(before), ...high],
  }))
}

/** A line that shows only its band. */
const shade = (
  name: string,
  hue: number,
  count: number,
  expected: NonNullable<PlotSeries['expected']>,
): PlotSeries => ({
  name,
  hue,
  values: blanks(count),
  expected,
})

/** How many past days the chart shows beside so many days ahead. */
export const pastShown = (horizon: number): number => Math.max(60, Math.min(365, horizon * 2))

const hues = { past: 0, ahead: 1, scenario: 2 }

export function aheadPlot(interval: Interval, calendar: DayCalendar | null): Plot {
  const { point, days, ahead, series } = interval
  const from = Math.max(0, days.length - pastShown(ahead.length))
  const shown = [...days.slice(from), ...ahead]
  const common = daysPlot(point, shown, calendar)
  const [only] = series
  if (series.length === 1 && only)
    return { ...common, series: linesOf(only, from, shown.length, ahead.length) }
  return {
    ...common,
    series: series.map(({ label, figures, expected, bands }, hue) => {
      const past = figures.slice(from)
      const [band] = banded(bands.slice(0, 1), past.length)
      return {
        name: label,
        hue,
        values: [...past, ...expected],
        ...(band && { expected: band }),
      }
    }),
  }
}

function linesOf(one: IntervalSeries, from: number, count: number, ahead: number): PlotSeries[] {
  const past = one.figures.slice(from)
  const came = one.actual.some((value) => value !== null)
  const bands = banded(one.bands, past.length)
  // The forecast line starts at the last point of the past.
  const joined = [...blanks(past.length - 1), past.at(-1) ?? null, ...one.expected]
  return [
    { name: '实际', hue: hues.past, values: [...past, ...(came ? one.actual : blanks(ahead))] },
    {
      name: '预测',
      hue: hues.ahead,
      values: past.length > 0 ? joined : one.expected,
    },
    // Each band has a place of its own in the legend.
    ...bands.map((band) => shade(band.name, hues.ahead, count, band)),
    ...one.scenarios.map(({ name, expected }, at) => ({
      name,
      hue: hues.scenario + at,
      values: [...blanks(past.length), ...expected],
    })),
  ]
}

export function pastPlot(
  { point, days, came, expected, bands }: PastForecasts,
  calendar: DayCalendar | null,
): Plot {
  const [inner, ...outer] = banded(bands, 0)
  return {
    ...daysPlot(point, days, calendar),
    series: [
      { name: '实际', hue: hues.past, values: came },
      { name: '预测', hue: hues.ahead, values: expected, ...(inner && { expected: inner }) },
      ...outer.map((band) => shade(band.name, hues.ahead, days.length, band)),
    ],
  }
}
