// Which mark of a plot lies under the pointer.
import type { Plot } from '#shared/plot/plot.ts'
import { type PlotBox, placeNear, placeX, type ValueScale, valueY } from '#shared/plot/plotScale.ts'

/** A value of a series at a place, and the pointer's position in the window. */
export interface PlotPick {
  at: number
  series: number
  x: number
  y: number
}

interface Under {
  plot: Plot
  box: PlotBox
  scale: ValueScale
  /** Within the plot. */
  x: number
  y: number
}

/** Null beside the plot's places. */
export function markUnder(under: Under): Pick<PlotPick, 'at' | 'series'> | null {
  const { plot, box, x } = under
  const at = placeNear(box, plot.places.length, x)
  return at === null ? null : { at, series: seriesUnder(under, at) }
}

function seriesUnder({ plot, box, scale, x, y }: Under, at: number): number {
  const { kind, series, places } = plot
  if (kind === 'heatmap') {
    const height = (box.height - box.top - box.bottom) / Math.max(1, series.length)
    return Math.min(series.length - 1, Math.max(0, Math.floor((y - box.top) / height)))
  }
  const room = (box.width - box.left - box.right) / Math.max(1, places.length)
  if (kind === 'column') {
    const left = placeX(box, places.length, at) - room / 2
    return Math.min(series.length - 1, Math.max(0, Math.floor(((x - left) / room) * series.length)))
  }
  const heights = kind === 'stacked' ? sumsAt(plot, at) : series.map(({ values }) => values[at] ?? null)
  if (kind === 'stacked') {
    const found = heights.findIndex((sum) => sum !== null && valueY(box, scale, sum) <= y)
    return found < 0 ? series.length - 1 : found
  }
  const far = heights.map((value) => (value === null ? Infinity : Math.abs(valueY(box, scale, value) - y)))
  return far.indexOf(Math.min(...far))
}

const sumsAt = ({ series }: Plot, at: number): number[] => {
  let sum = 0
  return series.map(({ values }) => {
    sum += values[at] ?? 0
    return sum
  })
}

/** Bars lie one below another, as high as each other; those of one place side by side. */
export function barUnder(
  { places, series }: Plot,
  height: number,
  y: number,
): Pick<PlotPick, 'at' | 'series'> | null {
  const edge = 4
  const room = (height - 2 * edge) / Math.max(1, places.length)
  const at = Math.floor((y - edge) / room)
  if (at < 0 || at >= places.length) return null
  const within = (y - edge - at * room) / room
  return { at, series: Math.min(series.length - 1, Math.floor(within * series.length)) }
}

/** As pies and funnels are drawn: a ring around the middle, steps side by side. */
export const ringRadius = { inner: 0.46, outer: 0.78 }

/** Null in the hole, outside the ring, and on the rest, which is no place. */
export function sectorUnder(
  { places, series, total }: Plot,
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
): Pick<PlotPick, 'at' | 'series'> | null {
  const [right, down] = [x - width / 2, y - height / 2]
  const far = Math.hypot(right, down) / (Math.min(width, height) / 2)
  if (far < ringRadius.inner || far > ringRadius.outer) return null
  // Shares run clockwise from the top.
  const turn = (Math.atan2(right, -down) / (2 * Math.PI) + 1) % 1
  const shares = places.map((_, at) => Math.max(0, series[0]?.values[at] ?? 0))
  const drawn = shares.reduce((sum, value) => sum + value, 0)
  let left = turn * Math.max(drawn, total ?? drawn)
  const at = shares.findIndex((share) => {
    left -= share
    return left < 0
  })
  return at < 0 ? null : { at, series: 0 }
}

/** `edge`: the padding at the sides. */
export function stepUnder(
  { places }: Plot,
  width: number,
  x: number,
  edge: number,
): Pick<PlotPick, 'at' | 'series'> | null {
  const at = Math.floor((x - edge) / ((width - 2 * edge) / Math.max(1, places.length)))
  return at < 0 || at >= places.length ? null : { at, series: 0 }
}
