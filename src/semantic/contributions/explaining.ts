// Which values of a dimension explain most of a change: the smallest set of values that moved the way the whole did and
// together make four fifths of it. Taking the greatest first is what makes the set the smallest. One way for reports,
// explanations and alarms.
//
//   whole −20; values −12, −5, −4, +1    the set is the first two: 17 of 20
//
// Among dimensions the one with the fewest such values comes first; of equal ones the one whose values have more of the
// change than they had of the figure: a value that is nine tenths of everything explains nine tenths of any change.
import type { Part } from './shares.ts'

/** Less the rounding of binary fractions. */
const most = 0.8 - 1e-9
/** Values that moved the other way, and by at least this part of the change, are told, too. */
const countering = 0.2

type Told = Pick<Part, 'change' | 'share' | 'before'>

export interface Explaining {
  /** Places of the parts: the set, then the others by the size of their change. */
  order: number[]
  /** Number of values in the set, and its part of the change; null where parts do not add up, or nothing changed. */
  few: { count: number; share: number } | null
  /** Number of values after the set that moved notably the other way; they come first among the others. */
  counter: number
  /** The set's part of the change less its part of the figure before. */
  excess: number
}

export function explaining(parts: readonly Told[], whole: number | null): Explaining {
  const size = (at: number): number => Math.abs(parts[at]?.change ?? 0)
  const share = (at: number): number => parts[at]?.share ?? 0
  const places = [...parts.keys()].toSorted((one, other) => size(other) - size(one))
  if (parts.every((part) => part.share === null))
    return { order: places, few: null, counter: 0, excess: Number.NEGATIVE_INFINITY }
  const set: number[] = []
  let sum = 0
  for (const at of places) {
    if (sum >= most || share(at) <= 0) continue
    set.push(at)
    sum += share(at)
  }
  const left = places.filter((at) => !set.includes(at))
  const counter = left.filter((at) => share(at) <= -countering)
  const others = left.filter((at) => !counter.includes(at))
  const before = set.reduce((total, at) => total + (parts[at]?.before ?? 0), 0)
  return {
    order: [...set, ...counter, ...others],
    few: { count: set.length, share: sum },
    counter: counter.length,
    excess: sum - (whole === null || whole === 0 ? 0 : before / whole),
  }
}

/** For sorting dimensions: few values first, those that do not add up last. */
export function byExplaining(
  one: Pick<Explaining, 'few' | 'excess'>,
  other: Pick<Explaining, 'few' | 'excess'>,
): number {
  const countOf = ({ few }: Pick<Explaining, 'few'>): number =>
    few === null || few.count === 0 ? Number.MAX_SAFE_INTEGER : few.count
  return countOf(one) - countOf(other) || other.excess - one.excess || 0
}
