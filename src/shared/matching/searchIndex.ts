// The data the matcher searches: the units of many texts in flat arrays, prepared once so that a key press
// only touches numbers. Each entry has two fields: title and alias.
import { type Unit, unitsOf } from './units.ts'

export interface Searchable {
  title: string
  /** English or technical name, or several names parted by `、`. */
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
  /** What begins at a unit: `unitStart`. */
  starts: Uint8Array
  /** Units of each field's shortest name. */
  shortest: Uint16Array
  /** A unit's set of readings; 0 is none. */
  readingSets: Uint16Array
  /** Variants of set s are `[setStart[s], setStart[s + 1])`; letters of variant v `[variantStart[v], variantStart[v + 1])`. */
  setStart: Uint32Array
  /** Where the variants of a set's first pronunciation end; those of other pronunciations follow. */
  firstEnd: Uint32Array
  variantStart: Uint32Array
  letters: Uint8Array
  /** Characters that an entry can match, as bits: every typed character must be among them. */
  answers: Uint32Array
  /** The same with another hash: Chinese characters spread over all 32 bits. */
  answersWide: Uint32Array
  single: SingleLettersBy
}

/** What begins at a unit; a name's beginning is a word's, too. */
export const unitStart = { inside: 0, word: 1, name: 2 } as const

/** By the readings that count: the first of each character, or any of them. */
interface SingleLettersBy {
  first: SingleLetters
  any: SingleLetters
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
  const starts: number[] = []
  const shortest: number[] = []
  const readingSets: number[] = []
  const answers: number[] = []
  const answersWide: number[] = []
  const single = { first: createLetters(), any: createLetters() }
  const sets = createReadingSets()
  let narrow = 0
  let wide = 0

  const addField = (units: readonly Unit[]): void => {
    for (const { code, readings, wordStart, nameStart } of units) {
      codes.push(code)
      starts.push(nameStart ? unitStart.name : wordStart ? unitStart.word : unitStart.inside)
      const set = readings.length === 0 ? 0 : sets.idOf(readings)
      readingSets.push(set)
      narrow |= narrowBit(code) | sets.bitsOf(set)
      wide |= wideBit(code)
    }
    fieldStart.push(codes.length)
    const lengths = nameLengths(units)
    shortest.push(Math.min(...lengths, 0xffff))
    for (const by of ['first', 'any'] as const)
      single[by].add(units, lengths, (unit) => sets.lettersOf(unit.readings, by))
  }

  return {
    add: (entry) => {
      narrow = 0
      wide = 0
      addField(unitsOf(entry.title, entry.pinyin))
      addField(entry.en ? unitsOf(entry.en, entry.enPinyin ?? '', true) : [])
      answers.push(narrow)
      answersWide.push(wide)
    },
    finish: () => ({
      size: answers.length,
      fieldStart: Uint32Array.from(fieldStart),
      codes: Uint32Array.from(codes),
      starts: Uint8Array.from(starts),
      shortest: Uint16Array.from(shortest),
      readingSets: Uint16Array.from(readingSets),
      ...sets.finish(),
      answers: Uint32Array.from(answers),
      answersWide: Uint32Array.from(answersWide),
      single: { first: single.first.finish(), any: single.any.finish() },
    }),
  }
}

/** Units of each name of a field. */
function nameLengths(units: readonly Unit[]): number[] {
  const lengths: number[] = []
  for (const { nameStart } of units) {
    if (nameStart) lengths.push(0)
    lengths.push((lengths.pop() ?? 0) + 1)
  }
  return lengths
}

/** Letters of a unit's readings: those that begin one, and those that are a whole one. */
interface UnitLetters {
  begin: number
  whole: number
}

function createLetters() {
  const exact: number[] = []
  const prefix: number[] = []
  const wordStart: number[] = []
  const scattered: number[] = []
  return {
    add: (units: readonly Unit[], names: readonly number[], lettersOf: (unit: Unit) => UnitLetters): void => {
      let [whole, atNames, inWords, anywhere] = [0, 0, 0, 0]
      let name = -1
      for (const unit of units) {
        const letters = lettersOf(unit)
        const own = letterBit(unit.code)
        anywhere |= own | letters.begin
        if (unit.wordStart) inWords |= own | letters.begin
        if (!unit.nameStart) continue
        atNames |= own | letters.begin
        if (names[++name] === 1) whole |= own | letters.whole
      }
      exact.push(whole)
      prefix.push(atNames)
      wordStart.push(inWords)
      scattered.push(anywhere)
    },
    finish: (): SingleLetters => ({
      exact: Uint32Array.from(exact),
      prefix: Uint32Array.from(prefix),
      wordStart: Uint32Array.from(wordStart),
      scattered: Uint32Array.from(scattered),
    }),
  }
}

const noLetters: UnitLetters = { begin: 0, whole: 0 }

/** How many of the readings are spellings of the first pronunciation: lve and lue are one. */
const firstOnes = ([first = '', other]: readonly string[]): number =>
  first.endsWith('ve') && other === `${first.slice(0, -2)}ue` ? 2 : 1

function unitLetters(readings: readonly string[]): UnitLetters {
  let [begin, whole] = [0, 0]
  for (const reading of readings) {
    const bit = letterBit(reading.charCodeAt(0))
    begin |= bit
    if (reading.length === 1) whole |= bit
  }
  return { begin, whole }
}

/** The few thousand distinct sets of readings, each stored once. */
function createReadingSets() {
  const ids = new Map<string, number>()
  const bits = [0]
  const byFirst = [noLetters]
  const byAny = [noLetters]
  const setStart = [0, 0]
  const firstEnd = [0]
  const variantStart = [0]
  const letters: number[] = []
  const idOf = (readings: readonly string[]): number => {
    const name = readings.join('/')
    const known = ids.get(name)
    if (known !== undefined) return known
    const id = bits.length
    let narrow = 0
    for (const reading of readings) {
      for (const letter of reading) {
        letters.push(letter.charCodeAt(0))
        narrow |= narrowBit(letter.charCodeAt(0))
      }
      variantStart.push(letters.length)
    }
    const first = firstOnes(readings)
    firstEnd.push((setStart[id] as number) + first)
    setStart.push(variantStart.length - 1)
    bits.push(narrow)
    byFirst.push(unitLetters(readings.slice(0, first)))
    byAny.push(unitLetters(readings))
    ids.set(name, id)
    return id
  }
  return {
    idOf,
    bitsOf: (id: number): number => bits[id] as number,
    lettersOf: (readings: readonly string[], by: keyof SingleLettersBy): UnitLetters =>
      readings.length === 0 ? noLetters : ((by === 'first' ? byFirst : byAny)[idOf(readings)] as UnitLetters),
    finish: () => ({
      setStart: Uint32Array.from(setStart),
      firstEnd: Uint32Array.from(firstEnd),
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
