// A value's figures as a line, with the compared figures and the bounds between which no condition is met.

import { leavesOf } from '#shared/branches.ts'
import type { AlarmCondition, AlarmRule } from '#features/alarm/contract.ts'
import type { JudgedPeriod } from '../checking/evaluating.ts'
import type { Found } from '../checking/judging.ts'

export interface Line {
  point: number
  figures: (number | null)[]
  expected: (number | null)[]
  low: (number | null)[]
  high: (number | null)[]
}

/** One per point that a condition names. */
export function linesOf(rule: AlarmRule, periods: readonly JudgedPeriod[]): Line[] {
  const byPoint = Map.groupBy(
    leavesOf(rule.conditions).flatMap((condition, at) =>
      condition.point === undefined ? [] : [{ condition, at, point: condition.point }],
    ),
    ({ point }) => point,
  )
  return [...byPoint].map(([point, own]) => {
    const founds = periods.map(({ judged }) => own.map(({ at }) => judged.found[at] as Found))
    const bounds = founds.map((found) =>
      own.map(({ condition }, at) => boundsOf(condition, found[at] as Found)),
    )
    const pick = (side: 'low' | 'high') =>
      bounds.map((each) => each.find((bound) => bound[side] !== null)?.[side] ?? null)
    return {
      point,
      figures: founds.map(([first]) => first?.value ?? null),
      expected: founds.map(
        (each) =>
          each.map(({ expected, previous }) => expected ?? previous).find((one) => one !== null) ?? null,
      ),
      low: pick('low'),
      high: pick('high'),
    }
  })
}

interface Bounds {
  low: number | null
  high: number | null
}

function boundsOf(condition: AlarmCondition, { previous, low, high }: Found): Bounds {
  const { kind, op, value = 0, upper = value, direction, unit } = condition
  if (kind === 'forecast')
    return { low: direction === 'up' ? null : low, high: direction === 'down' ? null : high }
  if (kind === 'change') {
    if (previous === null) return { low: null, high: null }
    const by = unit === 'percent' ? (Math.abs(previous) * value) / 100 : value
    return {
      low: direction === 'up' ? null : previous - by,
      high: direction === 'down' ? null : previous + by,
    }
  }
  if (kind !== 'threshold') return { low: null, high: null }
  if (op === 'gt' || op === 'gte') return { low: null, high: value }
  if (op === 'lt' || op === 'lte') return { low: value, high: null }
  return op === 'outside' ? { low: value, high: upper } : { low: null, high: null }
}
