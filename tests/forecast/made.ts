// Series made otherwise than the forecast thinks of them.

import type { CalendarMark, DayValue } from '#forecast/index.ts'
import { dayNumber, dayText, weekdayOf } from '#shared/day.ts'
import { shippedDays } from '#features/calendar/server/shipped.ts'
import { drawn } from '../factories/drawn.ts'

export const calendar: CalendarMark[] = [2023, 2024, 2025, 2026].flatMap(shippedDays)
const marks = new Map(calendar.map((mark) => [mark.day, mark.kind]))

const normal = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

const start = dayNumber('2024-03-01')

export const daysOf = (values: readonly (number | null)[], first = start): DayValue[] =>
  values.map((value, at) => ({ day: dayText(first + at), value }))

/** ARIMA(1,1,1) in logarithms with a week, holidays, and a level that shifts once. */
export function shiftedArima(seed: number, count = 730): DayValue[] {
  const chance = drawn(seed)
  const week = [0.12, -0.05, -0.08, -0.06, -0.02, 0.04, 0.15]
  let [level, change, shock] = [Math.log(50_000), 0, 0]
  return daysOf(
    Array.from({ length: count }, (_, at) => {
      const before = shock
      shock = 0.05 * normal(chance)
      change = 0.3 * change + shock - 0.6 * before
      level += change + (at === Math.floor(count * 0.55) ? 0.45 : 0)
      const day = dayText(start + at)
      const mark = marks.get(day)
      const of = mark === 'rest' ? 0.3 : mark === 'work' ? -0.03 : (week[weekdayOf(day)] as number)
      return Math.exp(level + of)
    }),
  )
}

/** Counts of a negative binomial distribution whose mean follows the week and the year. */
export function countedSeries(seed: number, count = 730, mean = 18): DayValue[] {
  const chance = drawn(seed)
  const week = [1.3, 0.9, 0.85, 0.85, 0.95, 1.05, 1.4]
  const size = 8
  return daysOf(
    Array.from({ length: count }, (_, at) => {
      const year = 1 + 0.25 * Math.sin((2 * Math.PI * at) / 365.25)
      const expected = mean * year * (week[weekdayOf(dayText(start + at))] as number)
      return poisson(chance, (gamma(chance, size) / size) * expected)
    }),
  )
}

/** A sum of exponential waits: for whole shapes alone. */
function gamma(chance: () => number, shape: number): number {
  let sum = 0
  for (let at = 0; at < shape; at++) sum -= Math.log(1 - chance())
  return sum
}

function poisson(chance: () => number, mean: number): number {
  const end = Math.exp(-mean)
  let [count, product] = [0, chance()]
  while (product > end) {
    count++
    product *= chance()
  }
  return count
}
