// Counts how often questions of one shape are asked: by the keys that they need of a fact, whatever their
// points, filter values and days. In memory only: what is asked often will be asked again.
import type { SumsShape } from '#semantic/model/sums.ts'
import { Recent } from '#server/cache/recent.ts'

/** Often means this many times within this period, on this many days. */
const often = { times: 3, withinMs: 7 * 24 * 3_600_000, days: 28 } as const

interface Asked {
  times: number[]
  shape: SumsShape
}

export class AskedShapes {
  readonly #now: () => number
  readonly #shapes = new Recent<Asked>({ most: 2 ** 20, weigh: ({ shape }) => 200 + weightOf(shape) })

  constructor(now: () => number) {
    this.#now = now
  }

  /** The shape with all keys and points asked so far, once it is often. */
  note(shape: SumsShape, days: number | null): SumsShape | null {
    if (days !== null && days < often.days) return null
    const key = keysOf(shape)
    const known = this.#shapes.get(key)
    const since = this.#now() - often.withinMs
    const times = [...(known?.times.filter((time) => time > since) ?? []), this.#now()].slice(-often.times)
    const figures = [...new Set([...(known?.shape.figures ?? []), ...shape.figures])].sort()
    const together = { ...shape, figures }
    this.#shapes.set(key, { times, shape: together })
    return times.length >= often.times ? together : null
  }

  forget(isMeant: (shape: SumsShape) => boolean): void {
    for (const key of this.#shapes.keys(({ shape }) => isMeant(shape))) this.#shapes.delete(key)
  }
}

export const keysOf = ({ fact, keys }: SumsShape): string => JSON.stringify([fact.toLowerCase(), keys])

const weightOf = ({ keys, figures }: SumsShape): number =>
  [...keys, ...figures].reduce((sum, text) => sum + 2 * text.length, 0)
