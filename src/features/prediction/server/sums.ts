// Sums of the days ahead, including the known days of the same range: by week, by month, and in total.
import { type DayValue, type Paths, sumOf } from '#forecast/index.ts'
import { dateOf, dayNumber, dayOf, dayText, mondayOf } from '#shared/day.ts'
import type { IntervalSum } from '../contract.ts'

interface Stretch {
  grain: IntervalSum['grain']
  from: number
  to: number
}

/** Weeks begin on Monday. */
function stretchesOf(first: number, last: number): Stretch[] {
  const weeks: Stretch[] = []
  for (let monday = mondayOf(first); monday <= last; monday += 7)
    weeks.push({ grain: 'week', from: monday, to: monday + 6 })
  const months: Stretch[] = []
  const { year, month } = dateOf(first)
  for (let at = 0; ; at += 1) {
    const place = month - 1 + at
    const of = (one: number) => dayOf(year + Math.floor(one / 12), (one % 12) + 1, 1)
    if (of(place) > last) break
    months.push({ grain: 'month', from: of(place), to: of(place + 1) - 1 })
  }
  return [...weeks, ...months, { grain: 'all', from: first, to: last }]
}

/** `actual`: the actual figures of the days ahead, as far as they are known. */
export function sumsOf(
  known: readonly DayValue[],
  paths: Paths,
  first: number,
  levels: readonly number[],
  actual: ReadonlyMap<number, number>,
): IntervalSum[] {
  const last = first + paths.days - 1
  const values = new Map(known.flatMap(({ day, value }) => (value === null ? [] : [[dayNumber(day), value]])))
  return stretchesOf(first, last).map(({ grain, from, to }) => {
    const [begin, end] = [Math.max(from, first), Math.min(to, last)]
    let [sum, days] = [0, 0]
    for (let day = from; day < begin; day += 1) {
      const value = values.get(day)
      if (value === undefined) continue
      sum += value
      days += 1
    }
    const ahead = sumOf(paths, begin - first, end - first, levels)
    let came: number | null = sum
    for (let day = begin; day <= end && came !== null; day += 1) {
      const value = actual.get(day)
      came = value === undefined ? null : came + value
    }
    return {
      grain,
      from: dayText(from),
      // If the forecast ends within a month, that month's sum ends with the forecast.
      to: dayText(end),
      knownDays: days,
      known: sum,
      expected: sum + ahead.mean,
      bands: ahead.bands.map(({ level, low, high }) => ({ level, low: sum + low, high: sum + high })),
      actual: came,
    }
  })
}
