// Times of day on the business's clocks: parses typed moments, and checks quiet hours.
import { AppError } from '#shared/errors.ts'
import { momentText } from '#shared/moment.ts'

/** `2026-11-30T09:30` in the zone, with daylight saving. */
export function wallClock(zone: string, moment: number): string {
  return momentText(moment, zone).replace(' ', 'T')
}

const hourMs = 3_600_000

/** The first of two moments with the same wall-clock time; throws for a skipped time. */
export function momentOf(zone: string, typed: string): number {
  const asUtc = Date.parse(`${typed}Z`)
  // No zone is further from UTC than 14 hours, and offsets are whole quarters of an hour.
  for (let offset = -14 * hourMs; offset <= 14 * hourMs; offset += hourMs / 4) {
    if (wallClock(zone, asUtc + offset) === typed) return asUtc + offset
  }
  throw new AppError(
    'parameter_wrong',
    `${typed.replace('T', ' ')} 这一刻在时钟拨快时被跳过，请改为之后的时间`,
  )
}

export interface QuietHours {
  from: string
  to: string
}

export function isQuiet(hours: QuietHours | null, zone: string, now: number): boolean {
  if (hours === null) return false
  const time = wallClock(zone, now).slice(11)
  const { from, to } = hours
  return from < to ? time >= from && time < to : time >= from || time < to
}
