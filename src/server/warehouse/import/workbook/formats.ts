// Interprets a workbook's numbers by their format: dates and times are stored as day counts, percentages as
// fractions.
import { numberOf, percentOf, readNumber } from './digits.ts'

export type Format = 'number' | 'date' | 'time' | 'percent'

/** Formats that workbooks reference by number alone; those from 27 on belong to East Asian versions. */
const builtIn: [from: number, to: number, format: Format][] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date'],
]

export const builtInFormat = (id: number): Format =>
  builtIn.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number'

/** No real format is longer. */
const longestCode = 500

export function formatOf(code: string): Format {
  const letters = plainOf(code.slice(0, longestCode)).toLowerCase()
  if (/[yd年月日]/.test(letters)) return 'date'
  if (/[hs]/.test(letters)) return 'time'
  if (letters.includes('%')) return 'percent'
  return /^m+$/.test(letters) ? 'date' : 'number'
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
      if (/^\[[hms]+$/i.test(code.slice(at, end))) plain += 'h'
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

/** A workbook's number as text, from the text that is stored; `from1904`: its days count from 1904. */
export function numberText(stored: string, format: Format, from1904 = false): string {
  const number = readNumber(stored)
  if (!number) return stored
  if (format === 'percent') return percentOf(number)
  if (format === 'number') return numberOf(number)
  return clockText(Number(stored), format, from1904) ?? numberOf(number)
}

/** A count of days as a day or a time of day; null where it is none. */
function clockText(value: number, format: 'date' | 'time', from1904: boolean): string | null {
  if (value < 0 || value > lastDay) return null
  const seconds = Math.round(value * 86_400)
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  if (format === 'time' && value < 1) return clock
  if (format === 'time' && value < 366) return null
  // Lotus 1-2-3 took 1900 for a leap year, and all its successors do.
  const days = Math.floor(seconds / 86_400) + (from1904 ? 1462 : 0)
  const day = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * dayMs).toISOString().slice(0, 10)
  return seconds % 86_400 === 0 ? day : `${day} ${clock}`
}
