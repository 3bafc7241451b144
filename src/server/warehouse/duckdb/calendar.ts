// Converts the engine's days and fractions of seconds since 1970 to JSON texts (proleptic Gregorian).
import { infiniteDay, infiniteTime } from './storage.ts'

const secondsADay = 86_400

/** Reports repeat the same few hundred days. */
const dayTexts = new Map<number, string>()

/** `"2026-01-31"`; infinities are null. */
export function dateText(day: number): string {
  return Math.abs(day) === infiniteDay ? 'null' : `"${dayText(day)}"`
}

/** The date text without quotes, also for dates outside the range of JavaScript's Date. */
export function dayText(day: number): string {
  let text = dayTexts.get(day)
  if (text === undefined) {
    text = formatDay(day)
    if (dayTexts.size > 20_000) dayTexts.clear()
    dayTexts.set(day, text)
  }
  return text
}

function formatDay(day: number): string {
  // The calendar repeats every 400 years (146,097 days), so any date maps into the range of Date.
  const era = Math.floor(day / 146_097)
  const date = new Date((day - era * 146_097) * 86_400_000)
  const year = date.getUTCFullYear() + era * 400
  const rest = `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return year > 0
    ? `${String(year).padStart(4, '0')}-${rest}`
    : `${String(1 - year).padStart(4, '0')}-${rest} (BC)`
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/**
 * Formats a time in units of 1/`perSecond` second since 1970: `"2026-01-31 23:59:59"`, with `.fff`, `.ffffff`
 * or `.fffffffff` where it has fractions; infinities are null.
 */
export function timeText(time: bigint, perSecond: bigint, zone: string): string {
  if (time === infiniteTime || time === -infiniteTime) return 'null'
  const rest = ((time % perSecond) + perSecond) % perSecond
  const seconds = Number((time - rest) / perSecond)
  const day = Math.floor(seconds / secondsADay)
  const ofDay = seconds - day * secondsADay
  const clock = `${two(Math.floor(ofDay / 3600))}:${two(Math.floor(ofDay / 60) % 60)}:${two(ofDay % 60)}`
  return `"${dayText(day)} ${clock}${fraction(rest, perSecond)}${zone}"`
}

/** Three, six or nine digits, as needed. */
function fraction(rest: bigint, perSecond: bigint): string {
  if (rest === 0n) return ''
  let digits = String(rest).padStart(String(perSecond).length - 1, '0')
  while (digits.endsWith('000')) digits = digits.slice(0, -3)
  return `.${digits}`
}
