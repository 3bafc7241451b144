// The forecast as rows by day, week or month, for the table and for copying.
import { emptyText } from '#shared/nothing.ts'
import type { Interval, IntervalSeries, IntervalSum, TurnoverAddress } from '#features/prediction/contract.ts'
import { figuresOf } from './plot.ts'

interface AheadRow {
  key: string
  label: string
  /** The day of a daily row; null for sums. */
  day: string | null
  /** Index into the days ahead; null for sums. */
  at: number | null
  /** Shown below the label: for a month, the total of its known days. */
  note: string
  cells: string[]
}

interface AheadRows {
  heads: string[]
  rows: AheadRow[]
}

/** All figures of a column, which share one precision. */
const figuresIn = (series: readonly IntervalSeries[]): (number | null)[] =>
  series.flatMap(({ expected, actual, bands, sums, scenarios }) => [
    ...[...expected, ...actual],
    ...bands.flatMap(({ low, high }) => [...low, ...high]),
    ...[...sums, ...scenarios.flatMap((scenario) => scenario.sums)].flatMap((sum) => [
      sum.expected,
      sum.actual,
      ...sum.bands.flatMap(({ low, high }) => [low, high]),
    ]),
    ...scenarios.flatMap((scenario) => scenario.expected),
  ])

export function aheadRows(
  { point, ahead, levels, series }: Interval,
  { grain, level }: Pick<TurnoverAddress, 'grain' | 'level'>,
): AheadRows {
  const text = figuresOf(point, figuresIn(series))
  const place = Math.max(0, levels.indexOf(level))
  const shown = series.length === 1
  const hasActual = series.some(({ actual }) => actual.some((value) => value !== null))
  const ranged = (low: number | null | undefined, high: number | null | undefined) =>
    low == null || high == null ? emptyText : `${text(low)} – ${text(high)}`
  const heads = series.flatMap(({ label, scenarios }) => [
    label ? `${label} 预测` : '预测',
    ...(shown ? [`${levels[place]}% 区间`] : []),
    ...(hasActual ? ['实际'] : []),
    ...scenarios.map(({ name }) => name),
  ])
  const daily = (): AheadRow[] =>
    ahead.map((day, at) => ({
      key: day,
      label: day.slice(5),
      day,
      at,
      note: '',
      cells: series.flatMap((one) => [
        text(one.expected[at] ?? null),
        ...(shown ? [ranged(one.bands[place]?.low[at], one.bands[place]?.high[at])] : []),
        ...(hasActual ? [text(one.actual[at] ?? null)] : []),
        ...one.scenarios.map((scenario) => text(scenario.expected[at] ?? null)),
      ]),
    }))
  const summed = (wanted: IntervalSum['grain']): AheadRow[] =>
    (series[0]?.sums ?? [])
      .filter((sum) => sum.grain === wanted)
      .map(({ from, to, knownDays, known }) => {
        const own = (sums: readonly IntervalSum[]) =>
          sums.find((sum) => sum.grain === wanted && sum.from === from)
        return {
          key: `${wanted} ${from}`,
          label: labelOf(wanted, from, to),
          day: null,
          at: null,
          note: knownDays > 0 && shown ? `已有 ${knownDays} 天 ${text(known)}` : '',
          cells: series.flatMap((one) => {
            const sum = own(one.sums)
            const band = sum?.bands[place]
            return [
              text(sum?.expected ?? null),
              ...(shown ? [ranged(band?.low, band?.high)] : []),
              ...(hasActual ? [text(sum?.actual ?? null)] : []),
              ...one.scenarios.map((scenario) => text(own(scenario.sums)?.expected ?? null)),
            ]
          }),
        }
      })
  const rows = grain === 'day' || !point.addsUp ? daily() : summed(grain)
  return { heads, rows: point.addsUp ? [...rows, ...summed('all')] : rows }
}

function labelOf(grain: IntervalSum['grain'], from: string, to: string): string {
  if (grain === 'all') return '合计'
  const span = `${from.slice(5)} 至 ${to.slice(5)}`
  return grain === 'month' && from.endsWith('-01') ? `${from.slice(0, 7)}（至 ${to.slice(5)}）` : span
}

export const copiedRows = ({ heads, rows }: AheadRows): string =>
  [['', ...heads], ...rows.map(({ label, cells }) => [label, ...cells])]
    .map((row) => row.join('\t'))
    .join('\n')
