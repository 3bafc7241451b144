// Which sets of conditions suffice for a fire, and which contradict themselves.

import { isBranch, partsOf } from '#shared/branches.ts'
import { meetsThreshold } from '#shared/comparing.ts'
import type { AlarmCondition, AlarmPart } from '#features/alarm/contract.ts'

/**
 * Each sufficient set of conditions, by indexes in reading order: for an any-group the sets of its parts, for
 * an all-group one set of each part combined. With 20 conditions there are at most 1,458.
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
  /** The conditions that contradict each other. */
  between: readonly AlarmCondition[]
}

/** Why these conditions can never be met together; null where they can. */
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
  const checks = conditions.filter(({ kind }) => kind === 'checks')
  if (checks.length > 0)
    return {
      message:
        '「数据校验没有通过」说的是整张表，不能与数值的条件同时满足。请改为「任一满足」，或分成两个告警',
      between: checks,
    }
  const isOfRows = (wanted: string) =>
    conditions.some(({ kind, point }) => kind === wanted && point === undefined)
  // Without rows a query has no figures either.
  const isOfQuery =
    isOfRows('noData') && conditions.some(({ kind, point }) => kind !== 'noData' || point !== undefined)
  if (isOfQuery)
    return { message: '没有数据行时没有数值，也没有数据行可看，这些条件不会同时满足', between: conditions }
  for (const [point, own] of Map.groupBy(conditions, (one) => one.point ?? 0)) {
    const message = ownConflict(own, points.get(point) ?? '')
    if (message !== null) return { message, between: own }
  }
  return null
}

/** The same for conditions on one point. */
function ownConflict(own: readonly AlarmCondition[], name: string): string | null {
  const asksFigure = own.some(({ kind }) => kind !== 'noData')
  if (asksFigure && own.some(({ kind }) => kind === 'noData') && !admitsNothing(own))
    return `「${name}」没有数据时没有数值可比，这些条件不会同时满足`
  if (isEmpty(own.filter(({ kind }) => kind === 'threshold')))
    return `「${name}」的数值条件互相矛盾，不会同时满足`
  return goesBothWays(own) ? `「${name}」不会同时上升和下降，请改为「任一满足」或「变化」` : null
}

const goesBothWays = (own: readonly AlarmCondition[]): boolean =>
  ['yesterday', 'week', 'year', 'run'].some((against) =>
    ['up', 'down'].every((direction) =>
      own.some((one) => one.kind === 'change' && one.against === against && one.direction === direction),
    ),
  )

/** Missing data counts as 0 for sums and counts, so a bound that 0 meets is compatible with it. */
const admitsNothing = (own: readonly AlarmCondition[]): boolean =>
  own.every((one) => one.kind !== 'threshold' || !isEmpty([one, { kind: 'threshold', op: 'eq', value: 0 }]))

/** Whether no figure meets all of these thresholds. */
function isEmpty(thresholds: readonly AlarmCondition[]): boolean {
  const marks = thresholds.flatMap(({ value = 0, upper = value }) => [value, upper])
  const points = [...new Set(marks)].sort((one, other) => one - other)
  const first = points[0] ?? 0
  const last = points.at(-1) ?? 0
  // The bounds, and a figure between each two of them.
  const tried = [
    first - 1,
    ...points.flatMap((mark, at) => [mark, (mark + (points[at + 1] ?? mark)) / 2]),
    last + 1,
  ]
  return !tried.some((figure) => thresholds.every((threshold) => meetsThreshold(threshold, figure)))
}
