// What each value did to the change of the whole. The parts add up to it, or no share is told.
//
//   sum    45 → 30 of the whole 100 → 70                its change −15, a share of 50 %
//   rate   R = A / B, values a / b: (a₁ − R₀·b₁) / B₁ − (a₀ − R₀·b₀) / B₀. Summed over the values this is R₁ − R₀
//          exactly; it holds both what a value's own quotient did and what its greater or smaller weight did.

export interface Pair {
  before: number
  after: number
}

export interface Part {
  before: number | null
  after: number | null
  change: number | null
  share: number | null
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
    return { ...one, change: own, share: change === 0 ? null : own / change }
  })
}

/** Null where numerators or denominators don't add up, or a denominator is zero. */
export function rateParts(
  values: readonly { top: Pair; bottom: Pair }[],
  { top, bottom }: { top: Pair; bottom: Pair },
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
    return {
      before: one.bottom.before === 0 ? null : (factor * one.top.before) / one.bottom.before,
      after: one.bottom.after === 0 ? null : (factor * one.top.after) / one.bottom.after,
      change: factor * effect,
      share: change === 0 ? null : effect / change,
    }
  })
}
