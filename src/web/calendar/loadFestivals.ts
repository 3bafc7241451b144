// Asks for the festivals that the reader of days knows by name.
import type { FestivalDays } from '../../shared/days/readDays.ts'
import { businessToday } from '../shell/businessDay.ts'
import { loadCalendar } from './calendar.ts'
import { festivalDaysOf } from './festivals.ts'

const yearsBack = 5

export async function loadFestivals(): Promise<FestivalDays> {
  const year = Number(businessToday().slice(0, 4))
  return festivalDaysOf(await loadCalendar(year - yearsBack, year))
}
