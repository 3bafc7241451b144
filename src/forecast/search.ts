// A local minimum of a function near a starting point, without derivatives (Nelder-Mead simplex).

interface Corner {
  at: number[]
  value: number
}

/** Deterministic; evaluates the function about `most` times. */
export function lowest(
  start: readonly number[],
  valueAt: (at: readonly number[]) => number,
  { most = 120, step = 0.6, enough = 1e-5 }: { most?: number; step?: number; enough?: number } = {},
): Corner {
  let looks = 0
  const look = (at: number[]): Corner => {
    looks++
    const value = valueAt(at)
    return { at, value: Number.isNaN(value) ? Number.POSITIVE_INFINITY : value }
  }
  const corners = [
    look([...start]),
    ...start.map((_, one) => look(start.map((x, at) => (at === one ? x + step : x)))),
  ]
  const between = (one: readonly number[], other: readonly number[], share: number) =>
    one.map((x, at) => x + share * ((other[at] as number) - x))
  while (looks < most) {
    corners.sort((one, other) => one.value - other.value)
    const best = corners[0] as Corner
    const worst = corners.at(-1) as Corner
    if (worst.value - best.value <= enough * (Math.abs(best.value) + enough)) break
    const others = corners.slice(0, -1)
    const middle = start.map(
      (_, at) => others.reduce((sum, corner) => sum + (corner.at[at] as number), 0) / others.length,
    )
    const replace = (corner: Corner) => corners.splice(-1, 1, corner)
    const mirrored = look(between(middle, worst.at, -1))
    if (mirrored.value < best.value) {
      const further = look(between(middle, worst.at, -2))
      replace(further.value < mirrored.value ? further : mirrored)
    } else if (mirrored.value < (others.at(-1) as Corner).value) {
      replace(mirrored)
    } else {
      const nearer = look(between(middle, mirrored.value < worst.value ? mirrored.at : worst.at, 0.5))
      if (nearer.value < Math.min(worst.value, mirrored.value)) replace(nearer)
      else
        corners.splice(1, others.length, ...corners.slice(1).map(({ at }) => look(between(best.at, at, 0.5))))
    }
  }
  return corners.reduce((one, other) => (other.value < one.value ? other : one))
}
