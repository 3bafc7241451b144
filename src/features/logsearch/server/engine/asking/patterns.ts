// Matches patterns in texts. All functions run in linear time, because log texts are long and untrusted.
import type { Pattern } from '#shared/logQuery/types.ts'

/** ASCII only: lower-casing `İ` and similar letters changes the length. */
export const folded = (text: string): string =>
  /[A-Z]/.test(text) ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text

/** Letters and digits of scripts that separate words by blanks. */
function isWordSign(code: number): boolean {
  if (code < 128)
    return (
      (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
    )
  return code >= 0xc0 && code < 0x2e80
}

const startsWord = (text: string, at: number, part: string): boolean =>
  !isWordSign(part.charCodeAt(0)) || at === 0 || !isWordSign(text.charCodeAt(at - 1))
const endsWord = (text: string, end: number, part: string): boolean =>
  !isWordSign(part.charCodeAt(part.length - 1)) || end === text.length || !isWordSign(text.charCodeAt(end))

const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0x3000 || code === 0xa0

function runEnd(text: string, from: number, quotes: boolean): number {
  let at = from
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isBlank(code) || (quotes && code === 34)) break
  }
  return at
}

/**
 * Both lower-cased. Anything but blanks may be between parts; `whole` requires whole words at the outer ends.
 */
export function holdsPattern(text: string, pattern: Pattern, { whole }: { whole: boolean }): boolean {
  const parts = pattern.filter((part) => part !== '')
  const [first] = parts
  if (first === undefined) return true
  const opens = pattern[0] === '' || !whole
  const closes = pattern.at(-1) === '' || !whole
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    if (!opens && !startsWord(text, at, first)) continue
    if (parts.length === 1) {
      if (closes || endsWord(text, at + first.length, first)) return true
      continue
    }
    const end = runEnd(text, at + first.length, !whole)
    if (restFits(text, at + first.length, end, parts, closes)) return true
    // A part not found up to the run's end will not be found from a later start in the run.
    at = Math.max(at, end - 1)
  }
  return false
}

function restFits(text: string, from: number, end: number, parts: Pattern, closes: boolean): boolean {
  let at = from
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index] ?? ''
    const isLast = index === parts.length - 1
    let place = indexWithin(text, part, at, end)
    while (place >= 0 && isLast && !closes && !endsWord(text, place + part.length, part)) {
      place = indexWithin(text, part, place + 1, end)
    }
    if (place < 0) return false
    at = place + part.length
  }
  return true
}

function indexWithin(text: string, part: string, from: number, end: number): number {
  const last = end - part.length
  for (let at = from; at <= last; at += 1) if (text.startsWith(part, at)) return at
  return -1
}

/** The whole text equals the pattern; anything may be between its parts. Both lower-cased. */
export function isPattern(text: string, pattern: Pattern): boolean {
  const [first = '', ...rest] = pattern
  const last = rest.pop()
  if (last === undefined) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false
  let at = first.length
  for (const part of rest) {
    const place = text.indexOf(part, at)
    if (place < 0) return false
    at = place + part.length
  }
  return at <= text.length - last.length
}
