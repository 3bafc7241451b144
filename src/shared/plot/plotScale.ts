// Layout of a plot: a value axis with even steps and a readable unit, labels that do not overlap, pixel
// positions of places and values. Pure.
import type { Plot } from './plot.ts'

export interface ValueScale {
  min: number
  max: number
  step: number
  /** Divides a label's value: 100,000,000 for 亿. */
  divisor: number
  /** Shown above the axis: 万元. */
  unit: string
}

const wanted = 3

function evenStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const nice = [1, 2, 2.5, 5, 10].find((one) => one * power >= rough * 0.999_999) ?? 10
  return nice * power
}

/** Highest and lowest drawn value; stacked values are summed. */
export function extentOf({
  kind,
  series,
  limits = [],
}: Pick<Plot, 'kind' | 'series' | 'limits'>): [number, number] {
  let low = Math.min(0, ...limits.map(({ value }) => value))
  let high = Math.max(0, ...limits.map(({ value }) => value))
  const count = Math.max(0, ...series.map(({ values }) => values.length))
  for (let at = 0; at < count; at++) {
    let up = 0
    let down = 0
    for (const { values, previous, expected } of series) {
      const value = values[at] ?? 0
      if (kind === 'stacked') {
        if (value > 0) up += value
        else down += value
      } else {
        up = Math.max(up, value, previous?.[at] ?? 0, expected?.high[at] ?? 0)
        down = Math.min(down, value, previous?.[at] ?? 0, expected?.low[at] ?? 0)
      }
    }
    high = Math.max(high, up)
    low = Math.min(low, down)
  }
  return [low, high]
}

/** The axis always includes zero: otherwise lines and bars misrepresent their size. */
export function scaleOf(plot: Pick<Plot, 'kind' | 'series' | 'unit' | 'percent' | 'limits'>): ValueScale {
  const [low, high] = extentOf(plot)
  const largest = Math.max(high, -low)
  const divisor = plot.percent ? 0.01 : largest >= 1e9 ? 1e8 : largest >= 1e5 ? 1e4 : 1
  const word = divisor === 1e8 ? '亿' : divisor === 1e4 ? '万' : ''
  const unit = plot.percent ? plot.unit || '%' : `${word}${plot.unit}`
  if (largest === 0) return { min: 0, max: divisor, step: divisor, divisor, unit }
  const step = evenStep((high - low) / divisor / wanted) * divisor
  // A small tolerance, so that rounding does not cut off a value on the last line.
  const max = Math.ceil(high / step - 1e-9) * step
  const min = Math.floor(low / step + 1e-9) * step
  return { min, max, step, divisor, unit }
}

const figure = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
export const tickText = (value: number, { divisor }: ValueScale): string => {
  const shown = value / divisor + 0
  // Hundreds of digits would push the chart out of its picture.
  return Math.abs(shown) < mostWritten ? figure.format(shown) : Number(shown.toPrecision(6)).toExponential()
}

const mostWritten = 1e15

export const ticksOf = ({ min, max, step }: ValueScale): number[] =>
  Array.from({ length: Math.round((max - min) / step) + 1 }, (_, at) => min + at * step)

export interface PlotBox {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** At 11 px, half-width characters are about 6.2 px wide and full-width ones 11. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character.charCodeAt(0) > 0x2e7f ? 11 : 6.3), 0)

export function boxOf(width: number, height: number, scale: ValueScale, edge: number): PlotBox {
  const labels = Math.max(...ticksOf(scale).map((tick) => textWidth(tickText(tick, scale))))
  return { width, height, left: Math.ceil(edge + labels + 8), right: edge, top: 26, bottom: 24 }
}

/** Height of the row for note names, above all values. */
export const noteRow = 16

export const withNoteRow = (box: PlotBox): PlotBox => ({ ...box, top: box.top + noteRow })

export const placeX = ({ width, left, right }: PlotBox, count: number, at: number): number =>
  left + ((at + 0.5) * (width - left - right)) / Math.max(1, count)

export const valueY = ({ height, top, bottom }: PlotBox, { min, max }: ValueScale, value: number): number =>
  top + (1 - (value - min) / (max - min)) * (height - top - bottom)

/** The place nearest to `x`; null outside the plot. */
export function placeNear({ width, left, right }: PlotBox, count: number, x: number): number | null {
  if (count === 0 || x < left || x > width - right) return null
  return Math.min(count - 1, Math.floor(((x - left) / (width - left - right)) * count))
}

const evenCounts = [1, 2, 3, 4, 5, 7, 10, 14, 20, 30, 60, 90, 120, 180, 365]

/** Places with a label: evenly from the first, and the last. */
export function labelledPlaces(labels: readonly string[], plotWidth: number): number[] {
  const count = labels.length
  if (count === 0) return []
  const widest = Math.max(...labels.map(textWidth))
  const room = plotWidth / count
  const least = (widest + 14) / room
  const step = evenCounts.find((one) => one >= least) ?? Math.ceil(least)
  // More space between labels where there are many.
  const airy = count > 12 ? (evenCounts.find((one) => one * room >= widest + 36) ?? step) : step
  const places: number[] = []
  for (let at = 0; at < count; at += airy) places.push(at)
  const last = count - 1
  const before = places.at(-1) ?? 0
  if (before !== last) {
    if ((last - before) * room < widest + 10) places.pop()
    places.push(last)
  }
  return places
}
