// Buckets of a distribution: lower bounds, as requested or by the value's unit, and the buckets' labels.
//
//   bounds 0, 1, 3, 10 of whole numbers   →  不足 0 · 0 · 1–2 · 3–9 · 10 以上 · (no value)
//   bounds 0, 6, 30 of amounts            →  不足 0 · 0–6 · 6–30 · 30 以上 · (no value)
//
// A bound belongs to the bucket above it: 6 is in 6–30.
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Point, ReportInfo } from '#semantic/model/types.ts'
import type { Bucket } from './tree.ts'

const maxBounds = 100

/** Usual prices of goods in games. */
const moneyBounds = [0, 6, 30, 98, 198, 328, 648, 1000, 2000, 5000, 10_000]
const minuteBounds = [0, 10, 30, 60, 120, 240, 480, 960, 1920]
const countBounds = [0, 1, 2, 3, 5, 10, 20, 50, 100]
const shareBounds = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const otherBounds = [0, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
const unitBounds: Record<string, number[]> = {
  元: moneyBounds,
  分钟: minuteBounds,
  次: countBounds,
  单: countBounds,
  天: countBounds,
  个: countBounds,
  级: [1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
}

export function boundsOf({ distribution }: ReportInfo, value: Point): number[] {
  const bounds = distribution?.bounds
  if (bounds === undefined) return usualBounds(value)
  if (bounds.length === 0) throw reportInvalid('请至少填写一个区间下限')
  if (bounds.length > maxBounds) throw reportInvalid(`区间过多，最多 ${maxBounds} 个`)
  for (const [index, bound] of bounds.entries()) {
    if (typeof bound !== 'number' || !Number.isFinite(bound))
      throw reportInvalid(`区间下限「${String(bound)}」不是数字`)
    const before = bounds[index - 1]
    if (before !== undefined && before >= bound)
      throw reportInvalid(`区间下限须从小到大：${before} 之后是 ${bound}`)
  }
  return bounds
}

function usualBounds({ info }: Point): number[] {
  if (info.format === 'percent') return shareBounds
  return unitBounds[info.unit ?? ''] ?? otherBounds
}

/** In order: below the first bound, from each bound to the next, from the last bound up, players without a value. */
export function bucketsOf(bounds: number[], isWhole: boolean): Bucket[] {
  const [first = 0] = bounds
  const between = bounds.map((bound, index): Bucket => {
    const below = bounds[index + 1] ?? null
    return { label: labelOf(bound, below, isWhole), below }
  })
  return [{ label: `不足 ${shown(first)}`, below: first }, ...between, { label: null, below: null }]
}

/**
 * For whole numbers the last number is included (2–4); otherwise up to the next bound, which belongs to the next
 * bucket.
 */
function labelOf(bound: number, below: number | null, isWhole: boolean): string {
  if (below === null) return `${shown(bound)} 以上`
  const isWholeBucket = isWhole && Number.isInteger(bound) && Number.isInteger(below)
  if (!isWholeBucket) return `${shown(bound)}–${shown(below)}`
  return below - bound === 1 ? shown(bound) : `${shown(bound)}–${shown(below - 1)}`
}

function shown(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 10 })
}
