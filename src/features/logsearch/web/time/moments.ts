// Moments in the business's zone: formatting and parsing.
import { momentText as shownMoment } from '#shared/moment.ts'
import { installation } from '#web/shell/installation.ts'

/** «2026-11-20 14:03:07.042». */
export function momentText(ms: number, zone = installation().zone): string {
  const whole = Math.floor(ms / 1000)
  const part = ms - whole * 1000
  return `${shownMoment(whole * 1000, zone, 'second')}.${String(Math.floor(part)).padStart(3, '0')}`
}

/** Without trailing zeros: «2026-11-20 14:03», «2026-11-20 14:03:07». */
export const shortMoment = (ms: number): string =>
  momentText(ms)
    .replace(/\.000$/, '')
    .replace(/:00$/, '')

/** The zone's wall-clock time, in milliseconds since 1970 as if it were UTC. */
const wallMs = (ms: number, zone: string): number => Date.parse(`${momentText(ms, zone).replace(' ', 'T')}Z`)

/** The moment at which the zone's clocks show `wall` (in the form of `wallMs`); of two, the earlier. */
function momentAt(wall: number, zone: string): number {
  const first = wall - (wallMs(wall, zone) - wall)
  return wall - (wallMs(first, zone) - first)
}

const pattern =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[-+]\d{2}:?\d{2})?)?$/

/** A day with or without a time, in the zone unless the text names another; null where it is none. */
export function momentOf(text: string, zone = installation().zone): number | null {
  const found = pattern.exec(text.trim())
  if (!found) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = found
  const parts = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const wall =
    Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4], parts[5]) +
    Number(`${fraction}000`.slice(0, 3))
  const read = new Date(wall)
  const isReal =
    read.getUTCMonth() === parts[1] - 1 &&
    read.getUTCDate() === parts[2] &&
    parts[3] < 24 &&
    parts[4] < 60 &&
    parts[5] < 60
  if (!isReal) return null
  if (!offset) return momentAt(wall, zone)
  if (offset === 'Z') return wall
  const [, sign, hours, minutes] = /^([-+])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? wall + shift : wall - shift
}

/** The start of a day of the business. */
export function dayStart(day: string, { zone, cutoffHour } = installation()): number {
  return momentAt(Date.parse(`${day}T${String(cutoffHour).padStart(2, '0')}:00:00Z`), zone)
}
