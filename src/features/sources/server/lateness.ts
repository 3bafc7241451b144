// Whether new rows came by the time of day at which they are expected. Days of 23 and 25 hours have their moments, too.
import { momentsOf } from '#server/jobs/schedule/rule.ts'

const dayMs = 86_400_000

const momentsAt = (by: string, zone: string) => {
  const [hours, minutes] = by.split(':').map(Number)
  return momentsOf({ cron: `${minutes} ${hours} * * *` }, { zone, cutoffHour: 0 })
}

/** The last two moments HH:mm in the zone. */
function lastTwo(by: string, zone: string, now: Date): [former: number, last: number] {
  const [former = 0, last = 0] = momentsAt(by, zone).between(now.getTime() - 4 * dayMs, now.getTime(), 2)
  return [former, last]
}

/** The last moment HH:mm in the zone, and the one after it. */
export function expectedMoments(by: string, zone: string, now: Date): { last: Date; next: Date } {
  const next = momentsAt(by, zone).next(now.getTime()) ?? now.getTime() + dayMs
  return { last: new Date(lastTwo(by, zone, now)[1]), next: new Date(next) }
}

/** Nothing was loaded between the last two of these moments, nor since. */
export function isOverdue(by: string, zone: string, loadedAt: string | null, now: Date): boolean {
  return loadedAt === null || Date.parse(loadedAt) < lastTwo(by, zone, now)[0]
}
