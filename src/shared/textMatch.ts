// Whether a name answers what was typed, by the palette's rule: its text, its pinyin, its initials, or a mix of them
// (`rb报表`), in order but not without gaps, or word by word; spaces and punctuation are passed over.
import { longestMatched } from './matching/match.ts'
import { lengthsOf, lettersOf, typedQueryOf, type Unit, unitsOf } from './matching/units.ts'
import { foldCharacter } from './pinyin.ts'

/** Lower case and half width, without spaces. */
export const foldText = (text: string): string => [...text].map(foldCharacter).join('').replace(/\s+/g, '')

/** An empty text typed is answered by every name. For one name at a time: an index costs more than it saves. */
export const matchesName = (name: string, pinyin: string, typed: string): boolean =>
  matchesReadName(readName(name, pinyin), readTyped(typed))

/** A name read once, for texts that are typed letter by letter. */
export interface ReadName {
  units: readonly Unit[]
  /** Which of a to z stand in it or in a reading; which of them a unit or reading begins with. A bit each. */
  letters: number
  starts: number
}
export interface ReadTyped {
  parts: readonly TypedPart[]
  /** Instead of the first part, all of these. */
  words: readonly TypedPart[]
}
interface TypedPart {
  codes: readonly number[]
  letters: number
  start: number
}

export function readName(name: string, pinyin: string): ReadName {
  const units = unitsOf(name, pinyin)
  let letters = 0
  let starts = 0
  for (const { code, readings } of units) {
    starts |= bitOf(code)
    letters |= bitOf(code)
    for (const reading of readings) {
      starts |= bitOf(reading.charCodeAt(0))
      for (let at = 0; at < reading.length; at++) letters |= bitOf(reading.charCodeAt(at))
    }
  }
  return { units, letters, starts }
}

export function readTyped(typed: string): ReadTyped {
  const { joined, words } = typedQueryOf(typed)
  const part = (codes: readonly number[]): TypedPart => ({
    codes,
    letters: codes.slice(0, longestMatched).reduce((bits, code) => bits | bitOf(code), 0),
    start: bitOf(codes[0] ?? 0),
  })
  return { parts: joined.length === 0 ? [] : [part(joined)], words: words.map(part) }
}

export function matchesReadName(name: ReadName, { parts: [joined], words }: ReadTyped): boolean {
  if (!joined) return true
  return answers(name, joined) || (words.length > 0 && words.every((word) => answers(name, word)))
}

/** Most names lack a letter that was typed, which is seen at once; a single letter is answered by where units begin. */
function answers(
  { units, letters, starts }: ReadName,
  { codes, letters: wanted, start }: TypedPart,
): boolean {
  if ((wanted & ~letters) !== 0 || (start & ~starts) !== 0) return false
  return (codes.length === 1 && start !== 0) || isFound(units, codes)
}

const [firstLetter, lastLetter] = [0x61, 0x7a]
const bitOf = (code: number): number =>
  code >= firstLetter && code <= lastLetter ? 1 << (code - firstLetter) : 0

/** All ways to divide what was typed at once: bit p says that its first p characters are answered. */
function isFound(units: readonly Unit[], typed: readonly number[]): boolean {
  const codes = typed.slice(0, longestMatched)
  const letters = lettersOf(codes)
  const done = 1 << codes.length
  let reached = 1
  for (const unit of units) {
    const before = reached
    for (let at = 0; at < codes.length; at++) {
      if ((before & (1 << at)) === 0) continue
      for (const length of lengthsOf(unit, codes, letters, at)) reached |= 1 << (at + length)
    }
    if ((reached & done) !== 0) return true
  }
  return false
}
