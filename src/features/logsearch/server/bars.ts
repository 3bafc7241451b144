// The bars of a histogram: of a round width, aligned to midnight or a full hour of the business's zone.

import { aheadOfUtc } from '#shared/moment.ts'
import type { Bars } from './engine/orders.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const widths = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 91, 182, 364, 728, 3640].map((count) => count * day),
]

/** `to` is exclusive. */
export function barsOf(from: number, to: number, most: number, zone: string): Bars {
  const shift = aheadOfUtc(from, zone)
  for (const step of widths) {
    const first = Math.floor((from + shift) / step) * step - shift
    const count = Math.max(1, Math.ceil((to - first) / step))
    if (count <= most) return { from: first, step, count }
  }
  return { from, step: Math.ceil((to - from) / most), count: most }
}
