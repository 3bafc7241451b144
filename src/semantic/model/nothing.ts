// What a point shows in a row where it has nothing to count: 0 for sums, counts and distinct counts, empty for the
// others (a maximum or balance of nothing is no number), unless the point says otherwise. It is the same whichever
// points stand beside it, in totals, other periods and filled-in dates too. Formulas are computed from such figures.
import type { Point } from './types.ts'

const addsUp = new Set<string>(['sum', 'count', 'distinct'])

/** `aggregate`: `last` of a balance. */
export function nothingOf({ info }: Pick<Point, 'info'>, aggregate: string): 'zero' | 'empty' {
  return info.fill ?? (addsUp.has(aggregate) ? 'zero' : 'empty')
}
