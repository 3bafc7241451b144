// Forecasts of LTV: by hand, against a naive computation, and by how often the interval holds the outcome.
import { describe, expect, it } from 'vitest'
import { curveOf, expectedWith } from '#forecast/worth/curve.ts'
import type { CohortDay, ExpectedWorth } from '#forecast/worth/types.ts'
import { WorthForecast } from '#forecast/worth/worth.ts'
import { drawn } from '../factories/drawn.ts'

/** From what was paid on each day. */
const cohort = (day: number, players: number, ...paid: number[]): CohortDay => ({
  day,
  players,
  paid: Float64Array.from([
    0,
    ...paid.map((_, at) => paid.slice(0, at + 1).reduce((sum, one) => sum + one, 0)),
  ]),
})

/** Cohorts of `count` days from day 0: revenue grows by a power of the day, with noise that a cohort and a day share. */
function made(
  seed: number,
  count: number,
  days: number,
  { power = 0.5, noise = 0.2, players = 200 }: { power?: number; noise?: number; players?: number } = {},
): CohortDay[] {
  const chance = drawn(seed)
  const wild = () =>
    Math.exp(noise * Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance()))
  return Array.from({ length: count }, (_, day) => {
    const own = wild()
    const daily = Array.from(
      { length: days },
      (_, at) => players * own * wild() * 5 * ((at + 1) ** power - at ** power),
    )
    return cohort(day, players, ...daily)
  })
}

const forecast = (days: number, today: number, own: CohortDay[], all: CohortDay[], asked: CohortDay[]) =>
  new WorthForecast(days, today).of(asked, { own, all })

describe('the curve', () => {
  const cohorts = [cohort(0, 10, 10, 5, 3), cohort(1, 10, 20, 10, 0)]

  it('is learned step by step from the cohorts that have the step', () => {
    // On day 3 the first cohort has three days behind it, the second two.
    const curve = curveOf(cohorts, 3, 3)
    expect(curve.whole).toBe(1)
    expect(curve.growth.map((one) => one && Number(one.toFixed(6)))).toEqual([null, 1.8, 1.2, 1])
    expect(curve.added).toEqual([1.5 + 0.75 + 0.3, 0.75 + 0.3, 0.3, 0])
  })

  it('expects what was paid, times the growth or and what a player adds, over all players', () => {
    const curve = curveOf(cohorts, 3, 3)
    const asked = [cohort(1, 10, 20, 10, 0), cohort(2, 30, 60, 0, 0), cohort(3, 10, 0, 0, 0)]
    const at = { days: 3, today: 3 }
    // A cohort without a day behind it gets the mean of a player either way.
    expect(expectedWith(curve, true, asked, at)).toBeCloseTo((30 * 1.2 + 60 * 1.8 + 10 * 2.55) / 50, 9)
    expect(expectedWith(curve, false, asked, at)).toBeCloseTo((33 + 60 + 30 * 1.05 + 25.5) / 50, 9)
  })

  it('agrees with a naive computation on random cohorts', () => {
    const days = 9
    for (const seed of [1, 2, 3, 4, 5]) {
      const all = made(seed, 30, days)
      const today = 25
      const known = all.filter(({ day }) => day < today)
      const asked = known.slice(-12)
      let [ratio, added, players] = [0, 0, 0]
      for (const one of asked) {
        let [byRatio, byPlayer] = [NaN, NaN]
        for (let day = 0; day <= days; day++) {
          if (one.day + day <= today) [byRatio, byPlayer] = [one.paid[day] as number, one.paid[day] as number]
          else {
            // Those whose `day` days are over.
            const with_ = known.filter((other) => other.day + day <= today)
            const sum = (at: number) => with_.reduce((total, other) => total + (other.paid[at] as number), 0)
            const count = with_.reduce((total, other) => total + other.players, 0)
            byRatio *= sum(day) / sum(day - 1)
            byPlayer += (one.players * (sum(day) - sum(day - 1))) / count
          }
        }
        ratio += byRatio
        added += byPlayer
        players += one.players
      }
      const curve = curveOf(known, days, today)
      expect(expectedWith(curve, true, asked, { days, today })).toBeCloseTo(ratio / players, 8)
      expect(expectedWith(curve, false, asked, { days, today })).toBeCloseTo(added / players, 8)
    }
  })
})

describe('a forecast', () => {
  it('says why there is none', () => {
    const all = made(7, 40, 10)
    expect(forecast(10, 40, all, all, all.slice(0, 5))).toBe('over')
    // Six cohorts have ten days behind them on day 15.
    expect(forecast(10, 15, all.slice(0, 15), all.slice(0, 15), [all[14] as CohortDay])).toBe('young')
    const free = Array.from({ length: 40 }, (_, day) => cohort(day, 0, ...new Array<number>(10).fill(0)))
    expect(forecast(10, 40, free, free, [free[39] as CohortDay])).toBe('nobody')
  })

  it('has an interval only with five back-tests', () => {
    const days = 10
    const withTests = (first: number) => {
      const all = made(8, 40, days).slice(first)
      return forecast(days, 40, all, all, [all.at(-1) as CohortDay]) as ExpectedWorth
    }
    // The youngest cohort has one day behind it; moved back by 9 days it is known. Curves need seven whole cohorts.
    expect(withTests(11)).toMatchObject({ tests: 5 })
    expect(withTests(11).low).not.toBeNull()
    expect(withTests(12)).toMatchObject({ tests: 4, low: null, high: null })
    expect(withTests(17)).toMatchObject({ tests: 0, error: null })
  })

  it('learns nothing from later than the day of a back-test', () => {
    const days = 10
    const all = made(9, 60, days, { noise: 0.01 })
    const before = forecast(days, 45, all.slice(0, 45), all.slice(0, 45), all.slice(40, 45)) as ExpectedWorth
    // What happens after day 45 is in the arrays, too, and must not matter.
    const spoilt = all.map((one) => ({
      ...one,
      paid: one.paid.map((paid, at) => (one.day + at > 45 ? paid * 100 : paid)),
    }))
    const after = forecast(days, 45, spoilt.slice(0, 45), spoilt.slice(0, 45), spoilt.slice(40, 45))
    expect(after).toEqual(before)
    expect(before.error).toBeLessThan(0.05)
  })

  it('takes the curve of its own kind where everybody’s is another', () => {
    const days = 20
    const early = made(11, 80, days, { power: 0.2, noise: 0.05 })
    const late = made(12, 80, days, { power: 1.5, noise: 0.05, players: 20 })
    const all = early.map(({ day, players, paid }, at) => ({
      day,
      players: players + 20,
      paid: paid.map((own, place) => own + (late[at]?.paid[place] as number)),
    }))
    const asked = late.slice(70)
    const found = forecast(days, 80, late, all, asked) as ExpectedWorth
    expect(found.method).toMatch(/^own/)
    const actual =
      asked.reduce((sum, { paid }) => sum + (paid[days] as number), 0) /
      asked.reduce((sum, { players }) => sum + players, 0)
    expect(Math.abs(found.value / actual - 1)).toBeLessThan(0.15)
  })

  it('holds the outcome in some four of five 80 % intervals, and errs less than standing still', () => {
    const days = 30
    let [held, count, error, still] = [0, 0, 0, 0]
    for (let seed = 100; seed < 300; seed++) {
      const all = made(seed, 150, days, { noise: 0.35 })
      const asked = all.slice(120, 150)
      const found = forecast(
        days,
        140,
        all.slice(0, 140),
        all.slice(0, 140),
        asked.slice(0, 20),
      ) as ExpectedWorth
      const cohorts = asked.slice(0, 20)
      const players = cohorts.reduce((sum, one) => sum + one.players, 0)
      const actual = cohorts.reduce((sum, { paid }) => sum + (paid[days] as number), 0) / players
      const sofar = cohorts.reduce((sum, { day, paid }) => sum + (paid[140 - day] as number), 0) / players
      count += 1
      if (found.low !== null && found.high !== null && found.low <= actual && actual <= found.high) held += 1
      error += Math.abs(found.value / actual - 1)
      still += Math.abs(sofar / actual - 1)
    }
    expect(held / count).toBeGreaterThan(0.7)
    expect(held / count).toBeLessThan(0.95)
    expect(error).toBeLessThan(still / 3)
  })
})
