// Writes days and fractions of seconds since 1970 as texts: `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss[.fff]`;
// outside the years 1 to 9999 as the engine prints them.
import { dayText } from '#server/warehouse/duckdb/calendar.ts'
import { infiniteDay, infiniteTime } from '#server/warehouse/duckdb/storage.ts'
import type { TextBuffer } from './textBuffer.ts'

/** 0001-01-01 and 9999-12-31. */
const firstPlainDay = -719_162
const lastPlainDay = 2_932_896

export function writeDate(out: TextBuffer, day: number): void {
  if (day === infiniteDay) out.ascii('infinity')
  else if (day === -infiniteDay) out.ascii('-infinity')
  else writeDay(out, day)
}

/** `2026-01-31`: the Gregorian calendar, computed in 400-year eras that begin in March. */
function writeDay(out: TextBuffer, day: number): void {
  if (day < firstPlainDay || day > lastPlainDay) {
    out.ascii(dayText(day))
    return
  }
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra =
    ((ofEra - ((ofEra / 1460) | 0) + ((ofEra / 36_524) | 0) - ((ofEra / 146_096) | 0)) / 365) | 0
  const ofYear = ofEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0))
  const fromMarch = ((5 * ofYear + 2) / 153) | 0
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  out.padded(yearOfEra + era * 400 + (month < 3 ? 1 : 0), 4)
  out.byte(45)
  out.two(month)
  out.byte(45)
  out.two(ofYear - (((153 * fromMarch + 2) / 5) | 0) + 1)
}

/** UTC offset of a zone in seconds, at a time in seconds since 1970. */
export type ZoneOffset = (seconds: number) => number

/** A time in units of 1/`perSecond` second; with a zone its offset is added and written. */
export function writeTime(
  out: TextBuffer,
  data: DataView,
  at: number,
  perSecond: number,
  zone?: ZoneOffset,
): void {
  const high = data.getInt32(at + 4, true)
  // Within 2^52 a double is exact, and much faster than a BigInt.
  if (high >= -0x100000 && high < 0x100000) {
    const value = high * 0x1_0000_0000 + data.getUint32(at, true)
    const seconds = Math.floor(value / perSecond)
    writeSeconds(out, seconds, value - seconds * perSecond, perSecond, zone)
    return
  }
  const value = data.getBigInt64(at, true)
  if (value === infiniteTime) out.ascii('infinity')
  else if (value === -infiniteTime) out.ascii('-infinity')
  else {
    const part = BigInt(perSecond)
    const rest = ((value % part) + part) % part
    writeSeconds(out, Number((value - rest) / part), Number(rest), perSecond, zone)
  }
}

function writeSeconds(
  out: TextBuffer,
  seconds: number,
  rest: number,
  perSecond: number,
  zone: ZoneOffset | undefined,
): void {
  const offset = zone ? zone(seconds) : 0
  const local = seconds + offset
  const day = Math.floor(local / 86_400)
  const ofDay = local - day * 86_400
  writeDay(out, day)
  out.byte(32)
  writeClock(out, ofDay)
  writeFraction(out, rest, perSecond)
  if (zone) writeOffset(out, offset)
}

function writeClock(out: TextBuffer, ofDay: number): void {
  out.two((ofDay / 3600) | 0)
  out.byte(58)
  out.two(((ofDay / 60) | 0) % 60)
  out.byte(58)
  out.two(ofDay % 60)
}

/** Three digits, or six or nine where needed. */
function writeFraction(out: TextBuffer, rest: number, perSecond: number): void {
  let [value, width] = [rest, String(perSecond).length - 1]
  if (value === 0) return
  while (width > 3 && value % 1000 === 0) {
    value /= 1000
    width -= 3
  }
  out.byte(46)
  out.padded(value, width)
}

/** `+08`, `+05:30`, `+08:05:43`. */
function writeOffset(out: TextBuffer, offset: number): void {
  const rest = Math.abs(offset)
  out.byte(offset < 0 ? 45 : 43)
  out.two((rest / 3600) | 0)
  const parts = [((rest / 60) | 0) % 60, rest % 60]
  if (parts[0] === 0 && parts[1] === 0) return
  for (const part of parts[1] === 0 ? parts.slice(0, 1) : parts) {
    out.byte(58)
    out.two(part)
  }
}

const quarter = 900
/** The range of JavaScript's Date, in seconds. */
const reach = 8_640_000_000_000

/** Offsets of an IANA zone, cached by quarters of an hour, within which they never change. */
export function zoneOffset(zone: string): ZoneOffset {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()
  return (seconds) => {
    const key = Math.floor(seconds / quarter)
    let offset = known.get(key)
    if (offset === undefined) {
      if (known.size > 20_000) known.clear()
      offset = offsetAt(format, Math.min(Math.max(key * quarter, -reach), reach))
      known.set(key, offset)
    }
    return offset
  }
}

function offsetAt(format: Intl.DateTimeFormat, seconds: number): number {
  const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', rest = '0'] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? []
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  return sign === '-' ? -offset : offset
}
