// The data the matcher searches: the units of many texts in flat arrays, prepared once so that a key press
// only touches numbers. Each entry has two fields: title and alias.
import { type Unit, unitsOf } from './units.ts'

export interface Searchable {
  title: string
  /** English or technical name. */
  en?: string
  /** Readings of the title; see src/shared/pinyin.ts. */
  pinyin: string
  /** Readings of `en`, where that is Chinese (synonyms of a point). */
  enPinyin?: string
}

export interface SearchIndex {
  size: number
  /**
   * Units of field f are `[fieldStart[f], fieldStart[f + 1])`; entry e has the fields 2e (title) and 2e + 1
   * (alias).
   */
  fieldStart: Uint32Array
  codes: Uint32Array
  wordStarts: Uint8Array
  /** A unit's set of readings; 0 is none. */
  readingSets: Uint16Array
  /** Variants of set s are `[setStart[s], setStart[s + 1])`; letters of variant v `[variantStart[v], variantStart[v + 1])`. */
  setStart: Uint32Array
  variantStart: Uint32Array
  letters: Uint8Array
  /** Characters that an entry can match, as bits: every typed character must be among them. */
  answers: Uint32Array
  /** The same with another hash: Chinese characters spread over all 32 bits. */
  answersWide: Uint32Array
  single: SingleLetters
}

/** Per field: the letters that match it when typed alone, as bits (a is the lowest), at a tier or above. */
interface SingleLetters {
  exact: Uint32Array
  prefix: Uint32Array
  wordStart: Uint32Array
  scattered: Uint32Array
}

/** No bit for characters outside a to z. */
export const letterBit = (code: number): number => (code >= 97 && code <= 122 ? 1 << (code - 97) : 0)

export function narrowBit(code: number): number {
  if (code >= 97 && code <= 122) return 1 << (code - 97)
  if (code >= 48 && code <= 57) return 1 << (26 + (code & 1))
  return code < 128 ? 1 << 28 : 1 << (29 + (code % 3))
}
export function wideBit(code: number): number {
  return code < 128 ? 0 : 1 << (Math.imul(code, 0x9e3779b1) >>> 27)
}

/** Adds entries one by one; may be spread over idle time. */
export function createIndexBuilder(): { add: (entry: Searchable) => void; finish: () => SearchIndex } {
  const fieldStart = [0]
  const codes: number[] = []
  const wordStarts: number[] = []
  const readingSets: number[] = []
  const answers: number[] = []
  const answersWide: number[] = []
  const single: Record<keyof SingleLetters, number[]> = {
    exact: [],
    prefix: [],
    wordStart: [],
    scattered: [],
  }
  const sets = createReadingSets()
  let narrow = 0
  let wide = 0

  const addField = (units: readonly Unit[]): void => {
    let [exact, prefix, inWords, scattered] = [0, 0, 0, 0]
    for (const [at, { code, readings, wordStart }] of units.entries()) {
      codes.push(code)
      wordStarts.push(wordStart ? 1 : 0)
      const set = readings.length === 0 ? 0 : sets.idOf(readings)
      readingSets.push(set)
      narrow |= narrowBit(code) | sets.bitsOf(set)
      wide |= wideBit(code)
      const first = letterBit(code) | sets.firstOf(set)
      scattered |= first
      if (wordStart) inWords |= first
      if (at === 0) prefix = first
      if (units.length === 1) exact = letterBit(code) | sets.wholeOf(set)
    }
    fieldStart.push(codes.length)
    single.exact.push(exact)
    single.prefix.push(prefix)
    single.wordStart.push(inWords)
    single.scattered.push(scattered)
  }

  return {
    add: (entry) => {
      narrow = 0
      wide = 0
      addField(unitsOf(entry.title, entry.pinyin))
      addField(entry.en ? unitsOf(entry.en, entry.enPinyin ?? '') : [])
      answers.push(narrow)
      answersWide.push(wide)
    },
    finish: () => ({
      size: answers.length,
      fieldStart: Uint32Array.from(fieldStart),
      codes: Uint32Array.from(codes),
      wordStarts: Uint8Array.from(wordStarts),
      readingSets: Uint16Array.from(readingSets),
      ...sets.finish(),
      answers: Uint32Array.from(answers),
      answersWide: Uint32Array.from(answersWide),
      single: {
        exact: Uint32Array.from(single.exact),
        prefix: Uint32Array.from(single.prefix),
        wordStart: Uint32Array.from(single.wordStart),
        scattered: Uint32Array.from(single.scattered),
      },
    }),
  }
}

/** The few thousand distinct sets of readings, each stored once. */
function createReadingSets() {
  const ids = new Map<string, number>()
  const bits = [0]
  const firsts = [0]
  const wholes = [0]
  const setStart = [0, 0]
  const variantStart = [0]
  const letters: number[] = []
  return {
    idOf: (readings: readonly string[]): number => {
      const name = readings.join('/')
      const known = ids.get(name)
      if (known !== undefined) return known
      const id = bits.length
      let [narrow, first, whole] = [0, 0, 0]
      for (const reading of readings) {
        const bit = letterBit(reading.charCodeAt(0))
        first |= bit
        if (reading.length === 1) whole |= bit
        for (const letter of reading) {
          letters.push(letter.charCodeAt(0))
          narrow |= narrowBit(letter.charCodeAt(0))
        }
        variantStart.push(letters.length)
      }
      setStart.push(variantStart.length - 1)
      bits.push(narrow)
      firsts.push(first)
      wholes.push(whole)
      ids.set(name, id)
      return id
    },
    bitsOf: (id: number): number => bits[id] as number,
    /** First letters of the readings, and one-letter readings. */
    firstOf: (id: number): number => firsts[id] as number,
    wholeOf: (id: number): number => wholes[id] as number,
    finish: () => ({
      setStart: Uint32Array.from(setStart),
      variantStart: Uint32Array.from(variantStart),
      letters: Uint8Array.from(letters),
    }),
  }
}

export function buildIndex(entries: readonly Searchable[]): SearchIndex {
  const builder = createIndexBuilder()
  for (const entry of entries) builder.add(entry)
  return builder.finish()
}
