// The festivals already loaded in this browser, for synchronous parsers of days.
import { festivalDaysOf } from '#shared/days/festivals.ts'
import type { FestivalDays } from '#shared/days/readDays.ts'
import type { Calendar } from './days.ts'

let known: FestivalDays | undefined

/** Called when the calendar is loaded. */
export function keepFestivals({ years }: Pick<Calendar, 'years'>): void {
  known = festivalDaysOf(years)
}

/** The known festivals, without loading them; undefined while the calendar is not loaded. */
export const knownFestivals = (): FestivalDays | undefined => known
