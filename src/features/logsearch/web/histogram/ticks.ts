// Labelled moments below the histogram: round in the zone, few enough to be readable.
import type { Counts } from '../reading/counts.ts'
import { momentText } from '../time/moments.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000,
  minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
  hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour,
  day, 2 * day, 7 * day, 14 * day, 30 * day, 90 * day, 180 * day, 365 * day,
] // biome-ignore format: a table
const mostTicks = 8

interface Tick {
  /** Fraction of the width. */
  at: number
  text: string
}

export function ticksOf({ bounds: { from, to } }: Counts): Tick[] {
  const width = to - from
  if (!(width > 0)) return []
  const step = steps.find((one) => width / one <= mostTicks) ?? width
  // Round on the zone's clocks: wall-clock time is treated as UTC.
  const shift = Date.parse(`${momentText(from).replace(' ', 'T')}Z`) - from
  const first = Math.ceil((from + shift) / step) * step - shift
  const ticks: Tick[] = []
  for (let moment = first; moment < to; moment += step) {
    const at = (moment - from) / width
    // A label is centred on its place: at the edge it would be cut.
    if (at > 0.03 && at < 0.97) ticks.push({ at, text: tickText(moment, step) })
  }
  return ticks
}

function tickText(moment: number, step: number): string {
  const text = momentText(moment)
  if (step >= day) return text.slice(5, 10)
  if (text.slice(11, 19) === '00:00:00' && step >= minute) return text.slice(5, 10)
  if (step >= minute) return text.slice(11, 16)
  return step >= 1_000 ? text.slice(11, 19) : text.slice(14)
}
