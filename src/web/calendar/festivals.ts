// The festivals already loaded in this browser, for synchronous parsers of days.
import { festivalDaysOf } from '#shared/days/festivals.ts'
import type { FestivalDays } from '#shared/days/readDays.ts'
import type { Calendar } from './days.ts'

let known: FestivalDays | undefined

/** Called by whoever loads the calendar. */
export function keepFestivals({ years }: Pick<Calendar, 'years'>): void {
  known = festivalDaysOf(years)
}

/** Without loading them; undefined where the calendar is not loaded yet. */
export const knownFestivals = (): FestivalDays | undefined => known
