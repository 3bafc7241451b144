// What each value did to the change of the whole. The parts add up to it, or no share is told.
//
//   sum    45 → 30 of the whole 100 → 70                its change −15, a share of 50 %
//   rate   R = A / B, values a / b: (a₁ − R₀·b₁) / B₁ − (a₀ − R₀·b₀) / B₀. Summed over the values this is R₁ − R₀
//          exactly. It has two parts, with r = a / b and w = b / B:
//            rate     (w₀ + w₁) / 2 · (r₁ − r₀)                what its own quotient did, at its mean weight
//            weight   (w₁ − w₀) · ((r₀ + r₁) / 2 − R₀)         what its greater or smaller weight did
//          Taken at the means they leave nothing over.

export interface Pair {
  before: number
  after: number
}

export interface Part {
  before: number | null
  after: number | null
  change: number | null
  share: number | null
  /** For quotients: the two parts of `change`. */
  rate: number | null
  weight: number | null
}

/** For rounding of decimals, and rows that arrived in between. */
const tolerance = 0.001

const agrees = (values: readonly number[], whole: number): boolean =>
  Math.abs(values.reduce((sum, value) => sum + value, 0) - whole) <= tolerance * Math.max(1, Math.abs(whole))

/** Null where the values don't add up to the whole: distinct players counted in several values, maxima. */
export function sumParts(values: readonly Pair[], whole: Pair): Part[] | null {
  const [before, after] = [values.map((one) => one.before), values.map((one) => one.after)]
  if (!agrees(before, whole.before) || !agrees(after, whole.after)) return null
  const change = whole.after - whole.before
  return values.map((one) => {
    const own = one.after - one.before
    return { ...one, change: own, share: change === 0 ? null : own / change, rate: null, weight: null }
  })
}

export interface QuotientPair {
  top: Pair
  bottom: Pair
}

/** Null where numerators or denominators don't add up, or a denominator is zero. */
export function rateParts(
  values: readonly QuotientPair[],
  { top, bottom }: QuotientPair,
  factor: number,
): Part[] | null {
  if (bottom.before === 0 || bottom.after === 0) return null
  for (const side of ['before', 'after'] as const)
    for (const [own, whole] of [
      [values.map((one) => one.top[side]), top[side]],
      [values.map((one) => one.bottom[side]), bottom[side]],
    ] as const)
      if (!agrees(own, whole)) return null
  const rate = top.before / bottom.before
  const change = top.after / bottom.after - rate
  return values.map((one) => {
    const effect =
      (one.top.after - rate * one.bottom.after) / bottom.after -
      (one.top.before - rate * one.bottom.before) / bottom.before
    const [before, after] = [
      quotient(one.top.before, one.bottom.before),
      quotient(one.top.after, one.bottom.after),
    ]
    const ownRate = rateEffect(one, bottom, effect)
    return {
      before: before === null ? null : factor * before,
      after: after === null ? null : factor * after,
      change: factor * effect,
      share: change === 0 ? null : effect / change,
      rate: factor * ownRate,
      weight: factor * (effect - ownRate),
    }
  })
}

const quotient = (top: number, bottom: number): number | null => (bottom === 0 ? null : top / bottom)

/** A value that only one side has came or went: that is weight. Without weight on both sides all is its rate. */
function rateEffect({ top, bottom: own }: QuotientPair, bottom: Pair, effect: number): number {
  if (own.before === 0 && own.after === 0) return effect
  const [before, after] = [quotient(top.before, own.before), quotient(top.after, own.after)]
  if (before === null || after === null) return 0
  return ((own.before / bottom.before + own.after / bottom.after) / 2) * (after - before)
}
