// The festivals that the browser has read already, for readers of days that can't wait.
import { festivalDaysOf } from '#shared/days/festivals.ts'
import type { FestivalDays } from '#shared/days/readDays.ts'
import type { Calendar } from './days.ts'

let known: FestivalDays | undefined

/** Told by whoever reads the calendar. */
export function keepFestivals({ years }: Pick<Calendar, 'years'>): void {
  known = festivalDaysOf(years)
}

/** Without asking for them; undefined where nobody has read the calendar yet. */
export const knownFestivals = (): FestivalDays | undefined => known
