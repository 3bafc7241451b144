// Days off of festivals by name, as the calendar has them, for the reader of days.
import { shiftDay } from '../../shared/day.ts'
import type { FestivalDays } from '../../shared/days/readDays.ts'
import type { Calendar } from './days.ts'

/** As the business's calendar has them; the Spring Festival by the moon where nobody announced its days off. */
export const festivalDaysOf =
  ({ years, springFestival }: Pick<Calendar, 'years' | 'springFestival'>): FestivalDays =>
  (festival, year) => {
    const off = (years.find((one) => one.year === year)?.days ?? [])
      .filter(({ kind, name }) => kind === 'rest' && name.includes(festival.replace('节', '')))
      .map(({ day }) => day)
      .toSorted()
    const [first, last] = [off[0], off.at(-1)]
    if (first !== undefined && last !== undefined) return { from: first, to: last }
    const newYear = festival === '春节' ? springFestival(year) : null
    if (newYear === null) return null
    return { from: shiftDay(newYear, -1), to: shiftDay(newYear, 6) }
  }

let known: FestivalDays | undefined

/** Told by whoever reads the calendar. */
export function keepFestivals(calendar: Calendar): void {
  known = festivalDaysOf(calendar)
}

/** Without asking for them; undefined where nobody has read the calendar yet. */
export const knownFestivals = (): FestivalDays | undefined => known
