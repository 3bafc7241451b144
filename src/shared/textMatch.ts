// Whether a name answers what was typed, by the palette's rule: its text, its pinyin, its initials, or a mix of them
// (`rb报表`), in order but not without gaps, or word by word; spaces and punctuation are passed over.
import { longestMatched } from './matching/match.ts'
import { typedQueryOf, type Unit, unitsOf } from './matching/units.ts'
import { foldCharacter } from './pinyin.ts'

/** Lower case and half width, without spaces. */
export const foldText = (text: string): string => [...text].map(foldCharacter).join('').replace(/\s+/g, '')

/** An empty text typed is answered by every name. For one name at a time: an index costs more than it saves. */
export const matchesName = (name: string, pinyin: string, typed: string): boolean =>
  matchesReadName(readName(name, pinyin), readTyped(typed))

/** A name read once, for texts that are typed letter by letter. */
export interface ReadName {
  units: readonly Unit[]
  /** As `starts`, of each unit by itself. */
  unitStarts: readonly number[]
  /** Which of a to z stand in it or in a reading; which of them a unit or reading begins with. A bit each. */
  letters: number
  starts: number
  /** Which other characters stand in it; several share a bit. */
  others: number
}
export interface ReadTyped {
  parts: readonly TypedPart[]
  /** Instead of the first part, all of these. */
  words: readonly TypedPart[]
}
interface TypedPart {
  codes: readonly number[]
  /** The letter's bit of each of them. */
  bits: readonly number[]
  letters: number
  start: number
  others: number
}

export function readName(name: string, pinyin: string): ReadName {
  const units = unitsOf(name, pinyin)
  const unitStarts: number[] = []
  let letters = 0
  let starts = 0
  let others = 0
  for (const { code, readings } of units) {
    let start = bitOf(code)
    letters |= bitOf(code)
    others |= otherBitOf(code)
    for (const reading of readings) {
      start |= bitOf(reading.charCodeAt(0))
      for (let at = 0; at < reading.length; at++) {
        letters |= bitOf(reading.charCodeAt(at))
        others |= otherBitOf(reading.charCodeAt(at))
      }
    }
    starts |= start
    unitStarts.push(start)
  }
  return { units, unitStarts, letters, starts, others }
}

export function readTyped(typed: string): ReadTyped {
  const { joined, words } = typedQueryOf(typed)
  return { parts: joined.length === 0 ? [] : [partOf(joined)], words: words.map(partOf) }
}

function partOf(typed: readonly number[]): TypedPart {
  const codes = typed.slice(0, longestMatched)
  return {
    codes,
    bits: codes.map(bitOf),
    letters: codes.reduce((bits, code) => bits | bitOf(code), 0),
    start: bitOf(codes[0] ?? 0),
    others: codes.reduce((bits, code) => bits | otherBitOf(code), 0),
  }
}

export function matchesReadName(name: ReadName, { parts: [joined], words }: ReadTyped): boolean {
  if (!joined) return true
  return answers(name, joined) || (words.length > 0 && words.every((word) => answers(name, word)))
}

/** Most names lack a character that was typed, which is seen at once; a single one is answered by where units begin. */
function answers(name: ReadName, part: TypedPart): boolean {
  const { codes, letters, start, others } = part
  if ((letters & ~name.letters) !== 0 || (start & ~name.starts) !== 0 || (others & ~name.others) !== 0)
    return false
  return (codes.length === 1 && start !== 0) || isFound(name, part)
}

const [firstLetter, lastLetter] = [0x61, 0x7a]
const bitOf = (code: number): number =>
  code >= firstLetter && code <= lastLetter ? 1 << (code - firstLetter) : 0
const otherBitOf = (code: number): number =>
  code >= firstLetter && code <= lastLetter ? 0 : 1 << (code & 31)

/** All ways to divide what was typed at once: bit p says that its first p characters are answered. */
function isFound({ units, unitStarts }: ReadName, { codes, bits }: TypedPart): boolean {
  const done = 1 << codes.length
  let reached = 1
  for (let place = 0; place < units.length; place++) {
    const before = reached
    const start = unitStarts[place] as number
    for (let at = 0; at < codes.length; at++) {
      // Most units begin with none of the letters that are next, which the bits say without a look at their readings.
      const bit = bits[at] as number
      if ((before & (1 << at)) === 0 || (bit & ~start) !== 0) continue
      reached |= answeredFrom(units[place] as Unit, codes, at)
    }
    if ((reached & done) !== 0) return true
  }
  return false
}

/** As `lengthsOf`, a bit for each place that a unit may lead to from `at`. */
function answeredFrom({ code, readings }: Unit, codes: readonly number[], at: number): number {
  let ends = codes[at] === code ? 1 << (at + 1) : 0
  for (const reading of readings) {
    for (let length = 0; length < reading.length; length++) {
      if (codes[at + length] !== reading.charCodeAt(length)) break
      ends |= 1 << (at + length + 1)
    }
  }
  return ends
}
