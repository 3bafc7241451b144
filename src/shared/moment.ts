// Formats a moment in a time zone; the only function that does. Pages use `web/ui/timeText.ts`, which knows
// the business's zone and names it to readers in other zones.

/** The range of each format in «2026-11-20 14:03:07». */
const forms = {
  second: [0, 19],
  minute: [0, 16],
  day: [0, 10],
  /** Without the year: «11-20 14:03». */
  short: [5, 16],
  /** «14:03». */
  clock: [11, 16],
  /** «14:03:07». */
  clockSecond: [11, 19],
} as const

export type MomentForm = keyof typeof forms

/** Cached: creating a formatter is slower than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

/**
 * Formats such as «2026-11-20 14:03»; a text that is no moment stays as it is. Throws RangeError for an
 * unknown zone.
 */
export function momentText(at: string | number | Date, zone: string, form: MomentForm = 'minute'): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return String(at)
  return clockOf(zone)
    .format(moment)
    .replace(',', '')
    .slice(...forms[form])
}

/** The zone's offset from UTC at a moment, in milliseconds. */
export function aheadOfUtc(at: number, zone: string): number {
  const whole = Math.floor(at / 1000) * 1000
  return Date.parse(`${momentText(whole, zone, 'second').replace(' ', 'T')}Z`) - whole
}

/** «GMT+8»: understood everywhere, and correct in summer, too. */
export function zoneName(at: number, zone: string): string {
  const minutes = Math.round(aheadOfUtc(at, zone) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  if (minutes === 0) return 'GMT'
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** The reader's time zone, from the browser. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
