// Times as exact nanoseconds since 1970, and local clock times in a time zone. Outside the years of the
// browser's calendar (±271,821), zones count as UTC.

export const nanosASecond = 1_000_000_000n
const nanosAMilli = 1_000_000n
const secondsADay = 86_400n
const mostMillis = 8_640_000_000_000_000n

export interface Clock {
  /** Astronomical: 0 is 1 BC. */
  year: bigint
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** Fraction of the second. */
  nanos: number
}

export const floorDiv = (one: bigint, other: bigint): bigint =>
  one >= 0n || one % other === 0n ? one / other : one / other - 1n
export const modulo = (one: bigint, other: bigint): bigint => ((one % other) + other) % other

/** Days since 1970 of a date in the proleptic Gregorian calendar. */
export function daysOf(year: bigint, month: number, day: number): bigint {
  const shifted = month <= 2 ? year - 1n : year
  const era = floorDiv(shifted, 400n)
  const ofEra = shifted - era * 400n
  const ofYear = BigInt(Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1)
  return era * 146_097n + ofEra * 365n + ofEra / 4n - ofEra / 100n + ofYear - 719_468n
}

export function dateOfDays(days: bigint): { year: bigint; month: number; day: number } {
  const shifted = days + 719_468n
  const era = floorDiv(shifted, 146_097n)
  const ofEra = Number(shifted - era * 146_097n)
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return {
    year: BigInt(year) + era * 400n + (month <= 2 ? 1n : 0n),
    month,
    day: ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  }
}

/** Seconds since 1970 of a UTC clock time. */
const secondsOfClock = ({ year, month, day, hour, minute, second }: Clock): bigint =>
  daysOf(year, month, day) * secondsADay + BigInt(hour * 3600 + minute * 60 + second)

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

export function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Seconds that the zone is ahead of UTC. */
export function offsetAt(seconds: bigint, zone: string): number {
  const millis = seconds * 1000n
  if (zone === 'UTC' || millis > mostMillis || millis < -mostMillis) return 0
  const parts = formatOf(zone).formatToParts(Number(millis))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '0'
  const year = BigInt(part('year'))
  const clock: Clock = {
    year: part('era').startsWith('B') ? 1n - year : year,
    month: Number(part('month')),
    day: Number(part('day')),
    hour: Number(part('hour')),
    minute: Number(part('minute')),
    second: Number(part('second')),
    nanos: 0,
  }
  return Number(secondsOfClock(clock) - seconds)
}

export function clockAt(nanos: bigint, zone: string): Clock {
  const seconds = floorDiv(nanos, nanosASecond)
  const local = seconds + BigInt(offsetAt(seconds, zone))
  const ofDay = Number(modulo(local, secondsADay))
  return {
    ...dateOfDays(floorDiv(local, secondsADay)),
    hour: Math.floor(ofDay / 3600),
    minute: Math.floor(ofDay / 60) % 60,
    second: ofDay % 60,
    nanos: Number(modulo(nanos, nanosASecond)),
  }
}

interface Meant {
  nanos: bigint
  /** A note when the clock time is skipped or occurs twice. */
  note: string
}

/** The time at which the zone's clocks show this. */
export function momentOf(clock: Clock, zone: string): Meant {
  const wanted = secondsOfClock(clock)
  const day = 86_400n
  const offsets = [...new Set([offsetAt(wanted - day, zone), offsetAt(wanted + day, zone)])]
  const fitting = offsets
    .map((offset) => wanted - BigInt(offset))
    .filter((seconds) => seconds + BigInt(offsetAt(seconds, zone)) === wanted)
  const found = fitting[0] ?? wanted - BigInt(offsets[0] as number)
  const note =
    fitting.length === 0
      ? '此时区的钟表跳过了这个时刻（夏令时），按跳过之前推算'
      : fitting.length > 1
        ? '此时区的这个时刻有两次（夏令时结束），取前一次'
        : ''
  return { nanos: found * nanosASecond + BigInt(clock.nanos), note }
}

const two = (value: number): string => String(value).padStart(2, '0')

function yearText(year: bigint): string {
  const positive = year < 0n ? -year : year
  return `${year < 0n ? '-' : ''}${String(positive).padStart(4, '0')}`
}

export const dateText = ({ year, month, day }: Pick<Clock, 'year' | 'month' | 'day'>): string =>
  `${yearText(year)}-${two(month)}-${two(day)}`

const fractionText = (nanos: number): string =>
  nanos === 0
    ? ''
    : `.${String(nanos)
        .padStart(9, '0')
        .replace(/(?:000){1,2}$/, '')}`

/** `2026-11-23 10:00:00`, with a fraction of the second if there is one. */
export function clockText(nanos: bigint, zone: string): string {
  const clock = clockAt(nanos, zone)
  return `${dateText(clock)} ${two(clock.hour)}:${two(clock.minute)}:${two(clock.second)}${fractionText(clock.nanos)}`
}

export function offsetText(seconds: number): string {
  const minutes = Math.abs(Math.round(seconds / 60))
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

export function isoText(nanos: bigint, zone: string): string {
  const offset = offsetAt(floorDiv(nanos, nanosASecond), zone)
  return `${clockText(nanos, zone).replace(' ', 'T')}${zone === 'UTC' ? 'Z' : offsetText(offset)}`
}

export const millisOf = (nanos: bigint): bigint => floorDiv(nanos, nanosAMilli)
