// Whether a name matches a typed text, by the palette's rules: its text, its pinyin, its initials, or a mix
// (`rb报表`), in order with gaps, or word by word; spaces and punctuation are ignored.
import { longestMatched } from './matching/match.ts'
import { typedQueryOf, type Unit, unitsOf } from './matching/units.ts'
import { foldCharacter } from './pinyin.ts'

/** Lower case and half width, without spaces. */
export const foldText = (text: string): string => [...text].map(foldCharacter).join('').replace(/\s+/g, '')

/** Every name matches an empty text. For single names: an index would cost more than it saves. */
export const matchesName = (name: string, pinyin: string, typed: string): boolean =>
  matchesReadName(readName(name, pinyin), readTyped(typed))

/** A name prepared once for texts that grow letter by letter. */
export interface ReadName {
  units: readonly Unit[]
  /** Like `starts`, for each unit. */
  unitStarts: readonly number[]
  /** Bits for the letters a to z in the name or a reading, and for those that begin a unit or reading. */
  letters: number
  starts: number
  /** Bits for its other characters; several share a bit. */
  others: number
}
interface ReadTyped {
  parts: readonly TypedPart[]
  /** Alternative to the first part: all of these words. */
  words: readonly TypedPart[]
}
interface TypedPart {
  codes: readonly number[]
  /** Each character's letter bit. */
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

/**
 * Most names lack a typed character, which the bits show at once; a single letter is decided by the units'
 * beginnings.
 */
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

/** Tries all alignments at once: bit p says that the first p typed characters are matched. */
function isFound({ units, unitStarts }: ReadName, { codes, bits }: TypedPart): boolean {
  const done = 1 << codes.length
  let reached = 1
  for (let place = 0; place < units.length; place++) {
    const before = reached
    const start = unitStarts[place] as number
    for (let at = 0; at < codes.length; at++) {
      // Most units begin with none of the next letters, which the bits show without looking at their
      // readings.
      const bit = bits[at] as number
      if ((before & (1 << at)) === 0 || (bit & ~start) !== 0) continue
      reached |= answeredFrom(units[place] as Unit, codes, at)
    }
    if ((reached & done) !== 0) return true
  }
  return false
}

/** Like `lengthsOf`: a bit for each position that a unit may lead to from `at`. */
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
