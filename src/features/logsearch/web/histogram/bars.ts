// Histogram bars as time spans and as words.
import type { Counts } from '../reading/counts.ts'
import { type Bounds, boundsText } from '../time/range.ts'
import { grouped } from '../words.ts'

/** Bars, both inclusive, in any order. */
export interface Covered {
  from: number
  to: number
}

/** At a fraction of the width. */
export const nearestBar = (bars: number, share: number): number =>
  Math.max(0, Math.min(bars - 1, Math.floor(share * bars)))

/** Limited to the searched range. */
export function spanOf({ bars, stepMs, bounds }: Counts, { from, to }: Covered): Bounds {
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  const start = bars[first]?.from ?? bounds.from
  const end = (bars[last]?.from ?? bounds.to) + stepMs
  return { from: Math.max(bounds.from, start), to: Math.min(bounds.to, end) }
}

/** «14:03 – 14:04，12 条：错误 2，警告 10». */
export function barWords(counts: Counts, at: number): string {
  const bar = counts.bars[at]
  if (!bar) return '没有日志'
  const parts = counts.series.flatMap(({ title }, place) => {
    const count = bar.counts[place] ?? 0
    return count > 0 ? [`${title} ${grouped(count)}`] : []
  })
  const total = bar.counts.reduce((sum, count) => sum + count, 0)
  const span = boundsText(spanOf(counts, { from: at, to: at }))
  return `${span}，${grouped(total)} 条${parts.length > 1 ? `：${parts.join('，')}` : ''}`
}
