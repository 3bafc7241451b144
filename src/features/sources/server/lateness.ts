// Whether new rows came by the time of day at which they are expected.
import { momentOfDay } from '#server/businessMoment.ts'
import { businessDay } from '#shared/businessDay.ts'

const dayMs = 86_400_000

/** The last moment HH:mm in the zone, and the one after it. */
export function expectedMoments(by: string, zone: string, now: Date): { last: Date; next: Date } {
  const [hours = 0, minutes = 0] = by.split(':').map(Number)
  const midnight = Date.parse(
    momentOfDay(businessDay({ zone, cutoffHour: 0 }, now), 0, { zone, cutoffHour: 0 }),
  )
  const today = midnight + (hours * 60 + minutes) * 60_000
  const last = today <= now.getTime() ? today : today - dayMs
  return { last: new Date(last), next: new Date(last + dayMs) }
}

/** Nothing was loaded between the last two of these moments, nor since. */
export function isOverdue(by: string, zone: string, loadedAt: string | null, now: Date): boolean {
  const { last } = expectedMoments(by, zone, now)
  return loadedAt === null || Date.parse(loadedAt) < last.getTime() - dayMs
}
