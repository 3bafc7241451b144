// How a point's change is split by values: a quotient by rate and weight, what adds up by difference, all else
// side by side. One way for reports, alarms and forecasts.
import { keptDefinitions } from '../model/definitions.ts'
import type { Expression } from '../model/expression/tree.ts'
import { keptLookup } from '../model/lookup.ts'
import { countsFromZero } from '../model/nothing.ts'
import type { Model, Point } from '../model/types.ts'
import { quotientOf } from './quotient.ts'
import { type Pair, type Part, type QuotientPair, rateParts, sumParts } from './shares.ts'

/**
 * `sum`: the values' changes add up to the whole. `rate`: a quotient's effects add up. `alone`: figures that don't add
 * up (distinct players, maximum): `change` is the value's own, `share` is null.
 */
type SplitMethod = 'sum' | 'rate' | 'alone'

export interface Split {
  point: Point
  /** For `[充值金额] / [活跃用户]`, also times a number: 100 or 1,000 for percent or per mille. */
  quotient: { top: Point; bottom: Point; factor: number } | null
  /** Whether its figures may add up; whether they do is seen by the figures. */
  mayAddUp: boolean
}

/** The points to read for a split. */
export const pointsOfSplit = ({ point, quotient }: Split): number[] => [
  ...new Set([point.id, ...(quotient ? [quotient.top.id, quotient.bottom.id] : [])]),
]

export function splitOf(model: Model, point: Point): Split {
  if (point.types !== 'computed') return { point, quotient: null, mayAddUp: true }
  const alone: Split = { point, quotient: null, mayAddUp: false }
  try {
    const definition = keptDefinitions(keptLookup(model)).define(point)
    if (definition.type !== 'computed') return alone
    const ratio = quotientOf(definition.expression)
    if (!ratio) return { ...alone, mayAddUp: isLinear(definition.expression) }
    const top = definition.references.get(ratio.top)?.point
    const bottom = definition.references.get(ratio.bottom)?.point
    return top && bottom ? { ...alone, quotient: { top, bottom, factor: ratio.factor } } : alone
  } catch {
    // A broken formula has its own message where it is read.
    return alone
  }
}

/** `[充值金额] - [退款金额] * 0.7`: sums and differences of points, each times numbers. */
function isLinear(expression: Expression): boolean {
  if (expression.kind === 'point') return true
  if (expression.kind === 'unary') return expression.operator === '-' && isLinear(expression.operand)
  if (expression.kind !== 'binary') return false
  const { operator, left, right } = expression
  if (operator === '+' || operator === '-') return isLinear(left) && isLinear(right)
  if (operator === '*') return [left, right].some(isNumber) && [left, right].some(isLinear)
  return operator === '/' && isLinear(left) && isNumber(right)
}
const isNumber = ({ kind }: Expression): boolean => kind === 'number'

/** A point's figure then and now; null where there is none. */
export interface FigurePair {
  before: number | null
  after: number | null
}
export type FiguresOf = (point: Point) => FigurePair

/** `figures`: those of each value, `whole`: those of all. The parts are in the order of the values. */
export function partsOf(
  { point, quotient, mayAddUp }: Split,
  figures: readonly FiguresOf[],
  whole: FiguresOf,
): { method: SplitMethod; parts: Part[] } {
  if (quotient) {
    const pairs = (of: FiguresOf): QuotientPair => ({
      top: numbers(of(quotient.top)),
      bottom: numbers(of(quotient.bottom)),
    })
    const parts = rateParts(figures.map(pairs), pairs(whole), quotient.factor)
    if (parts) return { method: 'rate', parts }
  } else if (mayAddUp) {
    const parts = sumParts(
      figures.map((of) => numbers(of(point))),
      numbers(whole(point)),
    )
    if (parts) return { method: 'sum', parts }
  }
  return { method: 'alone', parts: figures.map((of) => aloneOf(shown(of(point), point))) }
}

const numbers = ({ before, after }: FigurePair): Pair => ({ before: before ?? 0, after: after ?? 0 })

const shown = ({ before, after }: FigurePair, point: Point): FigurePair => {
  const nothing = countsFromZero(point) ? 0 : null
  return { before: before ?? nothing, after: after ?? nothing }
}

const aloneOf = ({ before, after }: FigurePair): Part => ({
  before,
  after,
  change: before === null || after === null ? null : after - before,
  share: null,
  rate: null,
  weight: null,
})

/** Several values taken together, in the point's own terms; null where that can't be told. */
export function pooled(
  { point, quotient }: Split,
  method: SplitMethod,
  figures: readonly FiguresOf[],
): FigurePair {
  const sum = (of: Point, side: 'before' | 'after') =>
    figures.reduce((total, figure) => total + (figure(of)[side] ?? 0), 0)
  const both = (figure: (side: 'before' | 'after') => number | null): FigurePair => ({
    before: figure('before'),
    after: figure('after'),
  })
  if (method === 'sum') return both((side) => sum(point, side))
  if (method === 'alone' || !quotient) return { before: null, after: null }
  return both((side) => {
    const bottom = sum(quotient.bottom, side)
    return bottom === 0 ? null : (quotient.factor * sum(quotient.top, side)) / bottom
  })
}
