// A point's figure in a row where it has nothing to count: 0 for sums, counts and distinct counts, null for
// others (a maximum or balance of nothing is no number), unless the point says otherwise. The same in every
// report, in totals, other periods and filled-in dates. Formulas are computed from these figures.
import type { Point } from './types.ts'

const addsUp = new Set<string>(['sum', 'count', 'distinct'])

/** `aggregate`: `last` for balances. */
export function nothingOf({ info }: Pick<Point, 'info'>, aggregate: string): 'zero' | 'empty' {
  return info.fill ?? (addsUp.has(aggregate) ? 'zero' : 'empty')
}

/** Whether a period or value without rows has the figure 0 rather than none. */
export function countsFromZero(point: Pick<Point, 'types' | 'info'>): boolean {
  const { types, info } = point
  const usual = types === 'additive' ? (info.aggregate ?? 'sum') : types
  return nothingOf(point, usual === 'countIf' ? 'count' : usual) === 'zero'
}
