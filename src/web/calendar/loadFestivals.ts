// Loads the festivals that the parser of days knows by name.
import { festivalDaysOf, festivalYears } from '#shared/days/festivals.ts'
import type { FestivalDays } from '#shared/days/readDays.ts'
import { businessToday } from '../shell/businessDay.ts'
import { loadCalendar } from './calendar.ts'

export async function loadFestivals(): Promise<FestivalDays> {
  const { from, to } = festivalYears(businessToday())
  return festivalDaysOf((await loadCalendar(from, to)).years)
}
