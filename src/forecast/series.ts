// A series as consecutive days: gaps are filled with unknown values, and only the newest three years are
// kept.
import { calendarDay } from '#shared/day.ts'
import type { DayValue } from './types.ts'

/** Older days add no information and would cost time. */
const longest = 1_100

export interface DaySeries {
  /** Days since 1970-01-01. */
  first: number
  /** NaN where nothing is known. */
  values: Float64Array
}

/**
 * From the first day with a value to the last given day. Throws where a text is no date, or a day repeats.
 */
export function seriesOf(days: readonly DayValue[]): DaySeries {
  const values = new Map<number, number>()
  let last = Number.NEGATIVE_INFINITY
  let first = Number.POSITIVE_INFINITY
  const numberOf = dayReader()
  for (const { day, value } of days) {
    const number = numberOf(day)
    if (number === null) throw new RangeError(`not a day: ${day}`)
    if (values.has(number)) throw new RangeError(`a day twice: ${day}`)
    const isKnown = value !== null && Number.isFinite(value)
    values.set(number, isKnown ? value : Number.NaN)
    last = Math.max(last, number)
    if (isKnown) first = Math.min(first, number)
  }
  if (first > last) return { first: last, values: new Float64Array() }
  const begin = Math.max(first, last - longest + 1)
  return {
    first: begin,
    values: Float64Array.from({ length: last - begin + 1 }, (_, at) => values.get(begin + at) ?? Number.NaN),
  }
}

/** Days of a month differ only in their last two digits: each month is parsed once. */
function dayReader(): (text: string) => number | null {
  const months = new Map<string, number | null>()
  return (text) => {
    const month = text.slice(0, 8)
    let first = months.get(month)
    if (first === undefined) {
      first = calendarDay(`${month}01`)
      months.set(month, first)
    }
    const day = Number(text.slice(8))
    // Every month has days 1 to 28; the calendar decides about the others.
    const isPlain = first !== null && text.length === 10 && day >= 1 && day <= 28 && Number.isInteger(day)
    return isPlain && /^\d\d$/.test(text.slice(8)) ? (first as number) + day - 1 : calendarDay(text)
  }
}
