// A text as the matcher reads it: one unit for each character that counts, with its readings and its place.
import { foldCharacter, hasSyllable, syllablesOf } from '../pinyin.ts'

export interface Unit {
  /** Folded character, as a code point. */
  code: number
  /** Readings of a Chinese character; none for others. */
  readings: readonly string[]
  /** Whether a word begins here. Each Chinese character begins one. */
  wordStart: boolean
  /** Place in the text, in UTF-16 units, the end excluded. */
  start: number
  end: number
}

/** Passed over in what is typed and in what is looked for: spaces, what joins words, apostrophes of input methods. */
const passedOver = /[\s'’`·‧\-_.,:;/\\|()[\]{}"“”，。、：；（）【】「」《》]/

const noReadings: readonly string[] = []

export function unitsOf(text: string, pinyin: string): Unit[] {
  const syllables = syllablesOf(pinyin)
  const units: Unit[] = []
  let place = 0
  let syllable = 0
  let before: 'none' | 'lower' | 'upper' | 'digit' | 'other' = 'none'
  for (const character of text) {
    const start = place
    place += character.length
    const readings = hasSyllable(character) ? (syllables[syllable++] ?? noReadings) : noReadings
    const folded = foldCharacter(character)
    if (passedOver.test(folded)) {
      before = 'none'
      continue
    }
    const kind = kindOf(character, folded)
    // A capital begins a word after a small letter (camelCase), a digit after a letter and the other way round.
    const wordStart = kind === 'other' || before !== kind ? !(before === 'upper' && kind === 'lower') : false
    // Folding may lengthen a character (ﬁ stays, İ grows): its first code point stands for it.
    units.push({ code: folded.codePointAt(0) as number, readings, wordStart, start, end: place })
    before = kind
  }
  return units
}

function kindOf(character: string, folded: string): 'lower' | 'upper' | 'digit' | 'other' {
  if (folded >= '0' && folded <= '9') return 'digit'
  if (folded >= 'a' && folded <= 'z' && folded.length === 1) return caseOf(character, folded)
  return 'other'
}
function caseOf(character: string, folded: string): 'lower' | 'upper' {
  const code = character.codePointAt(0) as number
  return character === folded || (code >= 0xff41 && code <= 0xff5a) ? 'lower' : 'upper'
}

/** What was typed, folded: `joined` without what is passed over, and its words where spaces part it. */
export interface TypedQuery {
  joined: readonly number[]
  words: readonly (readonly number[])[]
}

/** More than this is a paste, not a search. */
export const longestQuery = 200

export function typedQueryOf(text: string): TypedQuery {
  if (latest?.text !== text) latest = { text, query: queryOf(text) }
  return latest.query
}

/** With each key all sources and all rows that are drawn ask for the same text. */
let latest: { text: string; query: TypedQuery } | undefined

function queryOf(text: string): TypedQuery {
  const words = text
    .slice(0, longestQuery)
    .trim()
    .split(/[\s　]+/)
    .map((word) => [...word].map(foldCharacter).filter((character) => !passedOver.test(character)))
    .map((characters) => characters.map((character) => character.codePointAt(0) as number))
    .filter((codes) => codes.length > 0)
  return { joined: words.flat(), words: words.length > 1 ? words : [] }
}

/** What was typed as a string with one place for each of its characters. */
export const lettersOf = (typed: readonly number[]): string =>
  String.fromCodePoint(...typed.map((code) => (code > 0xffff ? 0xfffd : code)))

/** How many characters typed from `at` on a unit can answer: bit n stands for n of them. */
export function lengthsOf(unit: Unit, typed: readonly number[], letters: string, at: number): number {
  let lengths = typed[at] === unit.code ? 2 : 0
  for (const reading of unit.readings) {
    for (let length = 1; length <= reading.length; length++) {
      if (letters[at + length - 1] !== reading[length - 1]) break
      lengths |= 1 << length
    }
  }
  return lengths
}
