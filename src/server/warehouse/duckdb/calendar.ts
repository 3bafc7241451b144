// Days and microseconds since 1970 → JSON texts, as the engine counts them (proleptic Gregorian).

const infiniteDay = 2_147_483_647
const infiniteMicros = 9_223_372_036_854_775_807n
const microsADay = 86_400_000_000

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

/** `"2026-01-31 23:59:59"`, with `.fff` or `.ffffff` where it has fractions; infinities are null. */
export function microsText(micros: bigint, zone: string): string {
  if (micros === infiniteMicros || micros === -infiniteMicros) return 'null'
  const days = micros / 86_400_000_000n
  const rest = Number(micros - days * 86_400_000_000n)
  const day = rest < 0 ? Number(days) - 1 : Number(days)
  const ofDay = rest < 0 ? rest + microsADay : rest
  const seconds = Math.floor(ofDay / 1_000_000)
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return `"${dayText(day)} ${clock}${fraction(ofDay % 1_000_000)}${zone}"`
}

function fraction(micros: number): string {
  if (micros === 0) return ''
  const digits = String(micros).padStart(6, '0')
  return `.${digits.endsWith('000') ? digits.slice(0, 3) : digits}`
}
