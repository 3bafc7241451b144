// The curve of what players pay by their n-th day, learned by chain ladder: each step from all cohorts that have it.
//
//   cohort   players  over  paid by day 1, 2, 3
//   x        10       3     10  15  18
//   y        10       2     20  30  –
//
//   growth from day 1 to 2 = (15 + 30) / (10 + 20) = 1.5; from 2 to 3 = 18 / 15 = 1.2
//   per player on day 2 = (5 + 10) / 20 = 0.75; on day 3 = 3 / 10 = 0.3
import type { CohortDay } from './types.ts'

export interface Curve {
  /** Number of learned cohorts whose n days are over. */
  whole: number
  /** By days behind a cohort: what its revenue is multiplied by until day n; null where nobody paid before. */
  growth: (number | null)[]
  /** By days behind a cohort: what a player brings until day n; null where nobody was there. */
  added: (number | null)[]
}

export function curveOf(cohorts: readonly CohortDay[], days: number, today: number): Curve {
  const before = new Float64Array(days)
  const after = new Float64Array(days)
  const players = new Float64Array(days)
  let whole = 0
  for (const cohort of cohorts) {
    const over = Math.min(days, today - cohort.day)
    if (over === days) whole += 1
    for (let day = 0; day < over; day++) {
      before[day] = (before[day] as number) + (cohort.paid[day] as number)
      after[day] = (after[day] as number) + (cohort.paid[day + 1] as number)
      players[day] = (players[day] as number) + cohort.players
    }
  }
  return { whole, ...fromDays({ before, after, players }, days) }
}

interface Steps {
  before: Float64Array
  after: Float64Array
  players: Float64Array
}

function fromDays({ before, after, players }: Steps, days: number): Pick<Curve, 'growth' | 'added'> {
  const growth = new Array<number | null>(days + 1).fill(1)
  const added = new Array<number | null>(days + 1).fill(0)
  for (let day = days - 1; day >= 0; day--) {
    const [from, to, count] = [before[day] as number, after[day] as number, players[day] as number]
    const later = { growth: growth[day + 1] ?? null, added: added[day + 1] ?? null }
    growth[day] = from > 0 && to >= 0 && later.growth !== null ? (to / from) * later.growth : null
    added[day] = count > 0 && later.added !== null ? (to - from) / count + later.added : null
  }
  return { growth, added }
}

/** Expected revenue per player; null where the curve can't say. A cohort without a day behind it gets the mean. */
export function expectedWith(
  curve: Curve,
  isRatio: boolean,
  cohorts: readonly CohortDay[],
  { days, today }: { days: number; today: number },
): number | null {
  let [sum, players] = [0, 0]
  for (const cohort of cohorts) {
    const over = Math.max(0, Math.min(days, today - cohort.day))
    const paid = cohort.paid[over] as number
    const [growth, added] = [curve.growth[over] ?? null, curve.added[over] ?? null]
    const expected =
      isRatio && over > 0
        ? growth === null
          ? null
          : paid * growth
        : added === null
          ? null
          : paid + cohort.players * added
    if (expected === null) return null
    sum += expected
    players += cohort.players
  }
  return players > 0 ? sum / players : null
}

export function actualOf(cohorts: readonly CohortDay[], days: number): number | null {
  let [sum, players] = [0, 0]
  for (const cohort of cohorts) {
    sum += cohort.paid[days] as number
    players += cohort.players
  }
  return players > 0 ? sum / players : null
}
