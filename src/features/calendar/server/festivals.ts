// The calendar's festivals, for the parser of days.
import type { Metadata } from '#server/metadata/open.ts'
import { festivalDaysOf, festivalYears } from '#shared/days/festivals.ts'
import type { FestivalDays } from '#shared/days/readDays.ts'
import { readYears } from './years.ts'

export async function readFestivals(metadata: Metadata, today: string): Promise<FestivalDays> {
  const { from, to } = festivalYears(today)
  return festivalDaysOf(await readYears(metadata, from, to))
}
