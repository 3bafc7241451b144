// The smallest set of values that explains most of a change, beside all sets.
import { describe, expect, it } from 'vitest'
import { byExplaining, explaining } from '#semantic/contributions/explaining.ts'
import { drawn } from '#tests/factories/drawn.ts'

const parts = (...changes: number[]) => {
  const whole = changes.reduce((sum, one) => sum + one, 0)
  return changes.map((change) => ({ change, share: whole === 0 ? null : change / whole, before: 10 }))
}

/** The least number of values of any set that makes four fifths of the change. */
function fewest(changes: readonly number[]): number {
  const whole = changes.reduce((sum, one) => sum + one, 0)
  let least = Number.POSITIVE_INFINITY
  for (let set = 1; set < 2 ** changes.length; set++) {
    const own = changes.filter((_, at) => (set >> at) & 1)
    if (own.reduce((sum, one) => sum + one, 0) / whole >= 0.8 - 1e-12) least = Math.min(least, own.length)
  }
  return least
}

describe('what explains a change', () => {
  it('is no larger than any other set', () => {
    const chance = drawn(5)
    for (let turn = 0; turn < 200; turn++) {
      const changes = Array.from({ length: 9 }, () => Math.round((chance() - 0.4) * 100))
      if (changes.reduce((sum, one) => sum + one, 0) === 0) continue
      const { few, order } = explaining(parts(...changes), 90)
      expect(few?.count).toBe(fewest(changes))
      expect(order.toSorted((one, other) => one - other)).toEqual([...changes.keys()])
    }
  })

  it('tells what moved the other way before the rest', () => {
    expect(explaining(parts(-60, -30, 25, -5, -6), 50)).toMatchObject({
      order: [0, 1, 2, 4, 3],
      few: { count: 2 },
      counter: 1,
    })
  })

  it('has no set where nothing adds up or nothing changed', () => {
    expect(explaining(parts(5, -5), 20)).toMatchObject({ order: [0, 1], few: null })
  })

  it('puts the dimension of the fewest values first, then the one that is more than its size', () => {
    const few = (count: number, excess: number) => ({ few: { count, share: 0.9 }, excess })
    const none = { few: null, excess: Number.NEGATIVE_INFINITY }
    const all = [none, few(3, 0.2), few(1, 0), few(1, 0.6)]
    expect(all.toSorted(byExplaining)).toEqual([few(1, 0.6), few(1, 0), few(3, 0.2), none])
  })
})
