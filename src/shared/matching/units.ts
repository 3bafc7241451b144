// A text as the matcher reads it: one unit per significant character, with its readings and position.
import { foldCharacter, hasSyllable, syllablesOf } from '../pinyin.ts'

export interface Unit {
  /** Normalized character, as a code point. */
  code: number
  /** Readings of a Chinese character; none for others. */
  readings: readonly string[]
  /** Whether a word begins here. Each Chinese character begins one. */
  wordStart: boolean
  /** Whether a name begins here: the text’s first, and in a text of several names each after `、`. */
  nameStart: boolean
  /** Position in the text, in UTF-16 units, end exclusive. */
  start: number
  end: number
}

/** Ignored in typed and searched texts: spaces, separators, apostrophes of input methods. */
const passedOver = /[\s'’`·‧\-_.,:;/\\|()[\]{}"“”，。、：；（）【】「」《》]/

/** Parts the names of one text: 流水、收入. */
export const betweenNames = '、'

const noReadings: readonly string[] = []

/** `several`: whether `、` parts names. */
export function unitsOf(text: string, pinyin: string, several = false): Unit[] {
  const syllables = syllablesOf(pinyin)
  const units: Unit[] = []
  let place = 0
  let syllable = 0
  let before: 'none' | 'lower' | 'upper' | 'digit' | 'other' = 'none'
  let nameStart = true
  for (const character of text) {
    const start = place
    place += character.length
    const readings = hasSyllable(character) ? (syllables[syllable++] ?? noReadings) : noReadings
    const folded = foldCharacter(character)
    if (passedOver.test(folded)) {
      before = 'none'
      if (several && character === betweenNames) nameStart = true
      continue
    }
    const kind = kindOf(character, folded)
    // A word begins at a capital after a small letter (camelCase), and between letters and digits.
    const wordStart = kind === 'other' || before !== kind ? !(before === 'upper' && kind === 'lower') : false
    // Normalization may lengthen a character (ﬁ stays, İ grows): its first code point represents it.
    units.push({ code: folded.codePointAt(0) as number, readings, wordStart, nameStart, start, end: place })
    before = kind
    nameStart = false
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

/** The typed text, normalized: `joined` without ignored characters, and its words split at spaces. */
export interface TypedQuery {
  joined: readonly number[]
  words: readonly (readonly number[])[]
}

/** Longer text was pasted, not typed as a search. */
const longestQuery = 200

export function typedQueryOf(text: string): TypedQuery {
  if (latest?.text !== text) latest = { text, query: queryOf(text) }
  return latest.query
}

/** Each key press asks for the same text many times, from all sources and visible rows. */
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

/** The typed text as a string with one position per character. */
export const lettersOf = (typed: readonly number[]): string =>
  String.fromCodePoint(...typed.map((code) => (code > 0xffff ? 0xfffd : code)))

/** How many typed characters from `at` on a unit can match: bit n stands for n characters. */
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
