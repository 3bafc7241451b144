// Forecasts what cohorts will have paid by their n-th day: by four ways of learning a curve (types.ts), of which
// back-tests choose. A back-test moves today and the cohorts back by the same number of days, to where the outcome is
// known: same ages, same number of days, nothing learned from later.
import { actualOf, type Curve, curveOf, expectedWith } from './curve.ts'
import { type CohortDay, type ExpectedWorth, type NoWorth, type WorthMethod, worthMethods } from './types.ts'

export interface Kin {
  /** All cohorts like those of the forecast, oldest first. */
  own: readonly CohortDay[]
  /** Cohorts of everybody, oldest first. */
  all: readonly CohortDay[]
}

const leastWhole = 7
const mostTests = 12
const leastForBand = 5
/** 90 % quantiles of Student's t, by degrees of freedom from 5. */
const studentT = [1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363, 1.356]

/** Remembers curves: forecasts of many rows share those of everybody. */
export class WorthForecast {
  readonly #days: number
  readonly #today: number
  readonly #curves = new WeakMap<readonly CohortDay[], Map<number, Curve>>()

  constructor(days: number, today: number) {
    this.#days = days
    this.#today = today
  }

  of(cohorts: readonly CohortDay[], kin: Kin): ExpectedWorth | NoWorth {
    if (cohorts.every(({ day }) => this.#today - day >= this.#days)) return 'over'
    if (this.#curve(kin.all, this.#today).whole < leastWhole) return 'young'
    const shifts = this.#shifts(cohorts, kin)
    const ways = worthMethods
      .filter((method) => method.startsWith('all') || this.#curve(kin.own, this.#today).whole >= leastWhole)
      .flatMap((method) => {
        const value = this.#expected(method, cohorts, kin, this.#today)
        return value === null ? [] : [{ method, value, errors: this.#errors(method, cohorts, kin, shifts) }]
      })
    // The one with most tests, then the one with the least error, then the first.
    const best = ways.toSorted(
      (one, other) => other.errors.length - one.errors.length || meanOf(one.errors) - meanOf(other.errors),
    )[0]
    return best === undefined ? 'nobody' : this.#told(best, cohorts)
  }

  #told(
    { method, value, errors }: { method: WorthMethod; value: number; errors: number[] },
    cohorts: readonly CohortDay[],
  ): ExpectedWorth {
    const tests = errors.length
    const error = tests === 0 ? null : meanOf(errors.map((one) => Math.abs(Math.exp(one) - 1)))
    if (tests < leastForBand) return { value, low: null, high: null, method, tests, error }
    const square = errors.reduce((sum, one) => sum + one * one, 0) / tests
    const wide = (studentT[tests - leastForBand] as number) * Math.sqrt(square * (1 + 1 / tests))
    // What is paid already does not go away, except by refunds.
    const known = paidSoFar(cohorts, this.#today, this.#days)
    const low = Math.max(value * Math.exp(-wide), Math.min(value, known))
    return { value, low, high: value * Math.exp(wide), method, tests, error }
  }

  #curve(cohorts: readonly CohortDay[], today: number): Curve {
    const known = this.#curves.get(cohorts) ?? new Map<number, Curve>()
    this.#curves.set(cohorts, known)
    const curve = known.get(today) ?? curveOf(cohorts, this.#days, today)
    known.set(today, curve)
    return curve
  }

  #expected(method: WorthMethod, cohorts: readonly CohortDay[], kin: Kin, today: number): number | null {
    const learned = method.startsWith('own') ? kin.own : kin.all
    const curve = this.#curve(learned, today)
    if (curve.whole < leastWhole) return null
    return expectedWith(curve, method.endsWith('Ratio'), cohorts, { days: this.#days, today })
  }

  /** By how many days today moves back: from the least with which all is known, to the first curve. */
  #shifts(cohorts: readonly CohortDay[], { own, all }: Kin): number[] {
    const days = cohorts.map(({ day }) => day)
    const least = Math.max(1, this.#days - (this.#today - Math.max(...days)))
    const seventh = all[leastWhole - 1]?.day ?? Number.POSITIVE_INFINITY
    const most = Math.min(
      this.#today - this.#days - seventh,
      Math.min(...days) - (own[0]?.day ?? Number.POSITIVE_INFINITY),
    )
    if (!Number.isFinite(most) || most < least) return []
    const count = Math.min(mostTests, most - least + 1)
    const step = count === 1 ? 0 : (most - least) / (count - 1)
    return Array.from({ length: count }, (_, at) => least + Math.round(at * step))
  }

  /** Logarithms of actual / expected. */
  #errors(method: WorthMethod, cohorts: readonly CohortDay[], kin: Kin, shifts: readonly number[]): number[] {
    const days = new Set(cohorts.map(({ day }) => day))
    return shifts.flatMap((shift) => {
      const earlier = kin.own.filter(({ day }) => days.has(day + shift))
      const actual = actualOf(earlier, this.#days)
      const expected = this.#expected(method, earlier, kin, this.#today - shift)
      return actual !== null && expected !== null && actual > 0 && expected > 0
        ? [Math.log(actual / expected)]
        : []
    })
  }
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + Math.abs(one), 0) / numbers.length

function paidSoFar(cohorts: readonly CohortDay[], today: number, days: number): number {
  let [sum, players] = [0, 0]
  for (const { day, players: own, paid } of cohorts) {
    sum += paid[Math.max(0, Math.min(days, today - day))] as number
    players += own
  }
  return players > 0 ? sum / players : 0
}
