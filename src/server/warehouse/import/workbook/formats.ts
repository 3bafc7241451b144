// Interprets a workbook's numbers by their format: dates and times are stored as day counts, percentages as
// fractions.
import { numberOf, percentOf, readNumber } from './digits.ts'
import type { DurationFormat, Place, SheetNotes } from './notes.ts'

export type Format = 'number' | 'date' | 'time' | 'percent' | DurationFormat

/** Formats that workbooks reference by number alone; those from 27 on belong to East Asian versions. */
const builtIn: [from: number, to: number, format: Format][] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'hours'],
  [47, 47, 'time'],
  [50, 58, 'date'],
]

export const builtInFormat = (id: number): Format =>
  builtIn.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number'

/** No real format is longer. */
const longestCode = 500

export function formatOf(code: string): Format {
  const letters = plainOf(code.slice(0, longestCode)).toLowerCase()
  if (/[yd年月日]/.test(letters)) return 'date'
  const counted = /\[([hms])/.exec(letters)?.[1]
  if (counted) return counted === 'h' ? 'hours' : counted === 'm' ? 'minutes' : 'seconds'
  if (/[hs]/.test(letters)) return 'time'
  if (letters.includes('%')) return 'percent'
  // Months, and days of the week.
  return /^(m+|a{3,4})$/.test(letters) ? 'date' : 'number'
}

/** The first section, without quoted texts, escaped characters, colours and conditions. */
function plainOf(code: string): string {
  let plain = ''
  for (let at = 0; at < code.length; at += 1) {
    const character = code[at]
    if (character === ';') break
    if (character === '\\' || character === '_' || character === '*') at += 1
    else if (character === '"') at = endOf(code, '"', at)
    else if (character === '[') {
      const end = endOf(code, ']', at)
      // [h] counts hours beyond a day; other brackets contain colours, languages and conditions.
      if (/^\[(h+|m+|s+)$/i.test(code.slice(at, end))) plain += code.slice(at, at + 2)
      at = end
    } else plain += character
  }
  return plain
}

function endOf(code: string, mark: string, from: number): number {
  const end = code.indexOf(mark, from + 1)
  return end < 0 ? code.length : end
}

const dayMs = 86_400_000
/** 9999-12-31, counted from 1900. */
const lastDay = 2_958_465
const two = (number: number): string => String(number).padStart(2, '0')

/** How the file and the sheet say what a number means. */
interface NumberRules {
  /** Days count from 1904. */
  from1904: boolean
  notes: SheetNotes
}

/** A cell's number as text, from the text that is stored; null where it means nothing. */
export function numberText(
  stored: string,
  format: Format,
  place: Place,
  { from1904, notes }: NumberRules,
): string | null {
  const number = readNumber(stored)
  if (!number) return stored
  if (format === 'percent') return percentOf(number)
  if (format === 'number') return numberOf(number)
  const days = Number(stored)
  if (format === 'date' || format === 'time') {
    const text = momentOf(days, format, from1904)
    if (text === '') notes.noDay(place)
    if (format === 'time' && text && days < 1) notes.clock(place)
    return text === null ? numberOf(number) : text || null
  }
  const milliseconds = Math.round(days * dayMs)
  const read = String(milliseconds / unitMs[format])
  notes.duration(place, format, { shown: durationText(milliseconds, format), read })
  return read
}

const unitMs: Record<DurationFormat, number> = { hours: 3_600_000, minutes: 60_000, seconds: 1000 }

/** As the sheet shows it, with seconds where there are some. */
function durationText(milliseconds: number, format: DurationFormat): string {
  const sign = milliseconds < 0 ? '-' : ''
  const all = Math.round(Math.abs(milliseconds) / 1000)
  const minutes = Math.floor(all / 60)
  if (format === 'seconds') return `${sign}${all}`
  if (format === 'minutes') return `${sign}${two(minutes)}:${two(all % 60)}`
  const clock = `${sign}${Math.floor(minutes / 60)}:${two(minutes % 60)}`
  return all % 60 === 0 ? clock : `${clock}:${two(all % 60)}`
}

/** A count of days as a day or a time of day; empty for the day 0, null where it is neither. */
function momentOf(value: number, format: 'date' | 'time', from1904: boolean): string | null {
  const seconds = Math.round(value * 86_400)
  const days = Math.floor(seconds / 86_400) + (from1904 ? 1462 : 0)
  if (value < 0 || days > lastDay) return null
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600]
  const clockAt = (hour: number) => `${two(hour)}:${two(Math.floor(rest / 60))}:${two(rest % 60)}`
  // Whole days are no clock, but a duration beyond a day is often given as one.
  if (format === 'time' && value < 366) return clockAt(hours)
  if (days === 0) return seconds === 0 ? '' : clockAt(hours)
  const day = days === leapDay ? '1900-02-29' : dayOf(days)
  return seconds % 86_400 === 0 ? day : `${day} ${clockAt(hours % 24)}`
}

/** Lotus 1-2-3 took 1900 for a leap year, and all its successors do: they have a day that never was. */
const leapDay = 60

const dayOf = (days: number): string =>
  new Date(Date.UTC(1899, 11, days < leapDay ? 31 : 30) + days * dayMs).toISOString().slice(0, 10)
