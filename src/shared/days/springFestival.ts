// Dates of the Spring Festival, and the nearest one for a day.
import { type Days, dateOf, dayOf } from '../day.ts'

const firstYear = 1900
/**
 * One letter per year from 1900: the date in days after 20 January, in base 36. A table, because JavaScript's
 * Chinese calendar computes new moons a few minutes off and puts the festivals of 1954, 2027 and 2030 on the
 * wrong day.
 */
const festivalDays =
  'buj9rf5od2lath6pe3mcvj8rg4od3lash6pf4mbuj7qg5od2l9sh7pe4nbtj8qg5od1kash7qe3mbti8rg5odvk9sh7qf3lbui8r' +
  'g4nc2k9ti6pe3lbuj8rg5nc2l9sh6oe3mbuj8qf4nc2lash6pd3mcuj8qf4nd1k9sg6pe3mbui7qg4nd2k9sh6pe4lati7qg5nc1k'
export const lunarYears = { first: firstYear + 1, last: firstYear + festivalDays.length - 1 }

/** The Spring Festival in this year, in days since 1970-01-01. `year` within lunarYears or 1900. */
export function springFestival(year: number): number {
  return dayOf(year, 1, 20) + Number.parseInt(festivalDays.charAt(year - firstYear), 36)
}

/** Outside the table any day near the usual date is enough, because it is only compared for nearness. */
const festivalNear = (year: number): number =>
  year < firstYear || year > lunarYears.last ? dayOf(year, 2, 4) : springFestival(year)

/** Days whose nearest festival is that of one year. */
interface FestivalDays extends Days {
  year: number
}

/**
 * Splits a range of days where another festival becomes the nearest. A day midway belongs to the earlier one.
 */
export function byFestival({ from, until }: Days): FestivalDays[] {
  const parts: FestivalDays[] = []
  for (let year = dateOf(from).year - 1; year <= dateOf(until).year + 1; year += 1) {
    const own = {
      year,
      from: Math.max(from, lastNearest(year - 1) + 1),
      until: Math.min(until, lastNearest(year) + 1),
    }
    if (own.from < own.until) parts.push(own)
  }
  return parts
}

/** The last day that is nearer to this year's festival than to the next, or equally near. */
const lastNearest = (year: number): number => Math.floor((festivalNear(year) + festivalNear(year + 1)) / 2)
