// Which conditions are enough for a fire when they are met together, and what keeps some from ever being so.

import { isBranch, partsOf } from '#shared/branches.ts'
import type { AlarmCondition, AlarmPart } from '#features/alarm/contract.ts'

/**
 * Each set of conditions, by their places in reading order, that is enough: of a group of which any has to be met those
 * of its parts, of one of which all have to, one of each part together. Of 20 conditions there are 1,458 at most.
 */
export function meansOfFire(tree: AlarmPart): number[][] {
  let count = 0
  const meansOf = (part: AlarmPart): number[][] => {
    if (!isBranch(part)) {
      count += 1
      return [[count - 1]]
    }
    const each = partsOf(part).map(meansOf)
    if ('any' in part) return each.flat()
    return each.reduce((sets, own) => sets.flatMap((set) => own.map((more) => [...set, ...more])), [[]])
  }
  return meansOf(tree)
}

export interface Conflict {
  message: string
  /** Those between which it is. */
  between: readonly AlarmCondition[]
}

/** Why these are never met together; null where they can be. */
export function conflictOf(
  conditions: readonly AlarmCondition[],
  points: ReadonlyMap<number, string>,
): Conflict | null {
  if (conditions.length < 2) return null
  const late = conditions.filter(({ kind }) => kind === 'late')
  if (late.length > 0)
    return {
      message: '「数据迟到」不能与其他条件同时满足：数据没到就没有数值。请改为「任一满足」，或分成两个告警',
      between: late,
    }
  for (const [point, own] of Map.groupBy(conditions, (one) => one.point ?? 0)) {
    const message = ownConflict(own, points.get(point) ?? '')
    if (message !== null) return { message, between: own }
  }
  return null
}

/** The same of conditions on one point. */
function ownConflict(own: readonly AlarmCondition[], name: string): string | null {
  const asksFigure = own.some(({ kind }) => kind !== 'noData')
  if (asksFigure && own.some(({ kind }) => kind === 'noData') && !admitsNothing(own))
    return `「${name}」没有数据时没有数值可比，这些条件不会同时满足`
  if (isEmpty(own.filter(({ kind }) => kind === 'threshold')))
    return `「${name}」的数值条件互相矛盾，不会同时满足`
  return goesBothWays(own) ? `「${name}」不会同时上升和下降，请改为「任一满足」或「变化」` : null
}

const goesBothWays = (own: readonly AlarmCondition[]): boolean =>
  ['yesterday', 'week', 'year'].some((against) =>
    ['up', 'down'].every((direction) =>
      own.some((one) => one.kind === 'change' && one.against === against && one.direction === direction),
    ),
  )

/** No data counts as 0 for sums and counts, so a bound that 0 meets can be met with it. */
const admitsNothing = (own: readonly AlarmCondition[]): boolean =>
  own.every((one) => one.kind !== 'threshold' || !isEmpty([one, { kind: 'threshold', op: 'eq', value: 0 }]))

/** Whether no figure meets all of these thresholds. */
function isEmpty(thresholds: readonly AlarmCondition[]): boolean {
  const marks = thresholds.flatMap(({ value = 0, upper = value }) => [value, upper])
  const points = [...new Set(marks)].sort((one, other) => one - other)
  const first = points[0] ?? 0
  const last = points.at(-1) ?? 0
  // Bounds, and a figure between each two of them.
  const tried = [
    first - 1,
    ...points.flatMap((mark, at) => [mark, (mark + (points[at + 1] ?? mark)) / 2]),
    last + 1,
  ]
  return !tried.some((figure) => thresholds.every((threshold) => meetsThreshold(threshold, figure)))
}

export function meetsThreshold(
  { op, value = 0, upper = 0 }: Pick<AlarmCondition, 'op' | 'value' | 'upper'>,
  figure: number,
): boolean {
  switch (op) {
    case 'gt':
      return figure > value
    case 'gte':
      return figure >= value
    case 'lt':
      return figure < value
    case 'lte':
      return figure <= value
    case 'eq':
      return figure === value
    case 'ne':
      return figure !== value
    case 'between':
      return figure >= value && figure <= upper
    default:
      return figure < value || figure > upper
  }
}
