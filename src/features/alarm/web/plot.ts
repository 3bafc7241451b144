// Figures that an alarm watches as a plot: what was expected of them behind the line, limits across it, fires on it.
import { figureText } from '#semantic/model/figureText.ts'
import type { NumberFormat } from '#semantic/model/types.ts'
import { emptyText } from '#semantic/model/valueText.ts'
import type { Plot, PlotMark } from '#shared/plot/plot.ts'

interface WatchedPoint {
  name: string
  unit: string
  format: string | null
}

interface WatchedSeries {
  periods: readonly string[]
  figures: readonly (number | null)[]
  low: readonly (number | null)[]
  high: readonly (number | null)[]
  expected: readonly (number | null)[]
}

type Figures = readonly (number | null)[]

export const figureOf =
  ({ format, unit }: Pick<WatchedPoint, 'format' | 'unit'>) =>
  (value: number | null): string => {
    const text = figureText(value, format as NumberFormat | null, unit)
    return unit === '%' && text !== emptyText ? `${text}%` : text
  }

export const withUnit = ({ format, unit }: Pick<WatchedPoint, 'format' | 'unit'>, value: number | null) => {
  const text = figureOf({ format, unit })(value)
  return text === emptyText || unit === '' || unit === '%' || format === 'percent' ? text : `${text} ${unit}`
}

/** 2026-10-12 14 → 10-12 14:00; runs of queries have their minutes. */
const shortPeriod = (period: string): string => {
  const [day = '', hour] = period.split(' ')
  if (hour === undefined) return day.slice(5)
  return `${day.slice(5)} ${hour.includes(':') ? hour : `${hour}:00`}`
}

export function plotOf(
  point: WatchedPoint,
  { periods, figures, low, high, expected }: WatchedSeries,
  marks: readonly PlotMark[],
): Plot {
  const limits = limitsOf(point, low, high)
  const isBand = low.some((value, at) => value !== null && high[at] != null) && limits.length === 0
  return {
    kind: 'line',
    unit: point.format === 'percent' ? '%' : point.unit,
    percent: point.format === 'percent',
    places: periods.map((period) => ({ label: shortPeriod(period), title: period })),
    series: [
      {
        name: point.name,
        hue: 0,
        values: figures,
        ...(isBand && { expected: { name: '预期', low, high } }),
        ...(!isBand && expected.some((value) => value !== null) && { previous: expected }),
      },
    ],
    bands: [],
    notes: [],
    marks,
    limits,
    unfinishedFrom: null,
    previousName: '对比值',
    text: figureOf(point),
  }
}

/** A bound that is the same on all days is a line, not a band. */
function limitsOf(point: WatchedPoint, low: Figures, high: Figures): { value: number; title: string }[] {
  const lines = [
    { bound: constantOf(low), word: '下限' },
    { bound: constantOf(high), word: '上限' },
  ]
  return lines.flatMap(({ bound, word }) =>
    bound === null ? [] : [{ value: bound, title: `${word} ${withUnit(point, bound)}` }],
  )
}

function constantOf(values: Figures): number | null {
  const first = values.find((value) => value !== null) ?? null
  return first !== null && values.every((value) => value === null || value === first) ? first : null
}
