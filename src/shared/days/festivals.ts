// Festivals' days off by name, from a calendar, for the parser of days.
import { shiftDay } from '../day.ts'
import type { FestivalDays } from './readDays.ts'
import { festivals } from './spoken.ts'

interface FestivalYear {
  year: number
  days: readonly { day: string; kind: 'rest' | 'work'; name: string }[]
  /** First day of the Spring Festival. */
  springFestival: string | null
}

/** Lets texts without a festival be read without loading a calendar. */
export const namesFestival = (text: string): boolean =>
  [...festivals.keys()].some((word) => text.includes(word))

/**
 * From the business's calendar; the Spring Festival by the lunar calendar where its days off are not
 * announced.
 */
export const festivalDaysOf =
  (years: readonly FestivalYear[]): FestivalDays =>
  (festival, year) => {
    const known = years.find((one) => one.year === year)
    const off = (known?.days ?? [])
      .filter(({ kind, name }) => kind === 'rest' && name.includes(festival.replace('节', '')))
      .map(({ day }) => day)
      .toSorted()
    const [first, last] = [off[0], off.at(-1)]
    if (first !== undefined && last !== undefined) return { from: first, to: last }
    const newYear = festival === '春节' ? (known?.springFestival ?? null) : null
    if (newYear === null) return null
    return { from: shiftDay(newYear, -1), to: shiftDay(newYear, 6) }
  }

/** Years that festival names may refer to: 去年国庆, 2022年春节. */
export const festivalYears = (today: string): { from: number; to: number } => {
  const year = Number(today.slice(0, 4))
  return { from: year - 5, to: year }
}
