// Dates of the Spring Festival, and how many days a range lies from the same days of the lunar year before.
//
//   2026-02-10 – 02-28: nearest festival 2026-02-17, the one before 2025-01-29 → shift 384 days
import { dateOf, dayOf, dayText } from '../../shared/day.ts'
import { reportInvalid } from '../model/problem.ts'
import { type Days, lengthOf } from './periods.ts'

const firstYear = 1900
/**
 * One letter a year from 1900: the festival's days after 20 January, in base 36. A table, because
 * JavaScript's own Chinese calendar computes new moons a few minutes off, and so puts the festivals of 1954,
 * 2027 and 2030 a day off.
 */
const festivalDays =
  'buj9rf5od2lath6pe3mcvj8rg4od3lash6pf4mbuj7qg5od2l9sh7pe4nbtj8qg5od1kash7qe3mbti8rg5odvk9sh7qf3lbui8r' +
  'g4nc2k9ti6pe3lbuj8rg5nc2l9sh6oe3mbuj8qf4nc2lash6pd3mcuj8qf4nd1k9sg6pe3mbui7qg4nd2k9sh6pe4lati7qg5nc1k'
export const lunarYears = { first: firstYear + 1, last: firstYear + festivalDays.length - 1 }

/** The Spring Festival in this year, in days since 1970-01-01. `year` within lunarYears or 1900. */
export function springFestival(year: number): number {
  return dayOf(year, 1, 20) + Number.parseInt(festivalDays.charAt(year - firstYear), 36)
}

/**
 * Days between the festival nearest to the range and the one before it: 353 to 355, after leap years 383 to
 * 385. Throws report_invalid for ranges of more than 366 days, with two festivals in them, or outside of the
 * table.
 */
export function lunarShift(range: Days): number {
  const title = `${dayText(range.from)} 至 ${dayText(range.until - 1)}`
  if (lengthOf(range) > 366)
    throw reportInvalid(`日期范围 ${title} 超过一年，不能按农历对比，请缩短到一年以内`)
  const year = festivalYear(range, title)
  return springFestival(year) - springFestival(year - 1)
}

function festivalYear(range: Days, title: string): number {
  const years = [dateOf(range.from).year - 1, dateOf(range.from).year, dateOf(range.until - 1).year + 1]
  const candidates: { year: number; distance: number }[] = []
  for (let year = years[0] as number; year <= (years[2] as number); year += 1) {
    // For years outside of the table any day near the usual one will do: it only has to be seen as the
    // nearest.
    const known = year >= lunarYears.first && year <= lunarYears.last
    const day = known ? springFestival(year) : dayOf(year, 2, 4)
    candidates.push({ year, distance: distanceTo(day, range) })
  }
  const within = candidates.filter(({ distance }) => distance === 0)
  if (within.length > 1)
    throw reportInvalid(
      `日期范围 ${title} 内有 ${within.length} 个春节，不能按农历对比，请缩短到只含一个春节`,
    )
  const [nearest] = candidates.sort((left, right) => left.distance - right.distance)
  const { year } = nearest as { year: number }
  if (year < lunarYears.first || year > lunarYears.last)
    throw reportInvalid(
      `农历对比只支持 ${lunarYears.first} 至 ${lunarYears.last} 年的春节，日期范围 ${title} 超出`,
    )
  return year
}

function distanceTo(day: number, { from, until }: Days): number {
  if (day < from) return from - day
  return day < until ? 0 : day - until + 1
}
