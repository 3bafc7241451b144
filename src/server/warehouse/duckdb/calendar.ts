// Days and parts of a second since 1970 → JSON texts, as the engine counts them (proleptic Gregorian).
import { infiniteDay, infiniteTime } from './storage.ts'

const secondsADay = 86_400

/** Reports repeat the same few hundred days. */
const dayTexts = new Map<number, string>()

/** `"2026-01-31"`; infinities are null. */
export function dateText(day: number): string {
  return Math.abs(day) === infiniteDay ? 'null' : `"${dayText(day)}"`
}

/** A day of any age, without quotes. */
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
  // Years of 400 are alike (146,097 days), so a date of any age is found within the range that Date knows.
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
 * A time of `perSecond` parts a second since 1970: `"2026-01-31 23:59:59"`, with `.fff`, `.ffffff` or `.fffffffff`
 * where it has fractions; infinities are null.
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

/** As many digits as it needs, by threes. */
function fraction(rest: bigint, perSecond: bigint): string {
  if (rest === 0n) return ''
  let digits = String(rest).padStart(String(perSecond).length - 1, '0')
  while (digits.endsWith('000')) digits = digits.slice(0, -3)
  return `.${digits}`
}
