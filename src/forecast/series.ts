// The days of a series in a row: gaps filled with what is not known, the newest three years of them.
import { calendarDay } from '#shared/day.ts'
import type { DayValue } from './types.ts'

/** What is older tells nothing more, and would cost time. */
const longest = 1_100

export interface DaySeries {
  /** Days since 1970-01-01. */
  first: number
  /** NaN where nothing is known. */
  values: Float64Array
}

/** From the first day with a value to the last day that is named. Throws where a text is no day, or a day is there twice. */
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

/** Days of one month differ in their last two letters alone: a month is looked up once. */
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
    // Every month has the first 28; of the others the calendar knows.
    const isPlain = first !== null && text.length === 10 && day >= 1 && day <= 28 && Number.isInteger(day)
    return isPlain && /^\d\d$/.test(text.slice(8)) ? (first as number) + day - 1 : calendarDay(text)
  }
}
