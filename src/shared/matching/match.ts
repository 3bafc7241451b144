// Whether and how well an entry answers what was typed. A Chinese character is answered by itself, by the first
// letters of any of its readings, or by a whole reading; the rest by itself.
//
// All ways to divide what was typed over the characters are followed at once: a set of states is one number, whose
// bit p says that the first p characters typed are answered. Reading one character of the text is a shift and an and.
import type { SearchIndex } from './searchIndex.ts'
import { letterBit, narrowBit, unitStart, wideBit } from './searchIndex.ts'
import type { TypedQuery } from './units.ts'

/**
 * How well a text matches; higher tiers sort first. `exact`: a whole name, in full. `whole`: a whole name, abbreviated
 * (cz for 充值). `prefix`: in one piece from the start of a name; `wordStart`: from the start of a word; `initials`: in
 * pieces that each start a word; `scattered`: in pieces anywhere, or word by word in any order. `second`: only by a
 * reading that is not the one which fits the text, where the query tells these apart.
 */
export const tier = {
  none: 0,
  second: 1,
  scattered: 2,
  initials: 3,
  wordStart: 4,
  prefix: 5,
  whole: 6,
  exact: 7,
} as const

/** Whether all readings of a character count alike, or the fitting one alone and the others last. */
export type ReadingOrder = 'alike' | 'fittingFirst'

/** States are bits of a signed 32-bit number: further typed characters are ignored. */
export const longestMatched = 30

/** A typed word without blanks, prepared for an index. */
interface Run {
  length: number
  done: number
  /** Positions of each ASCII character in the run, as bits. */
  ascii: Int32Array
  other: ReadonlyMap<number, number>
  /** For each set of readings: the positions where one of its readings could begin. */
  begins: Int32Array
  narrow: number
  wide: number
}

export interface PreparedQuery {
  run: Run
  words: readonly Run[]
  /** Bit of the first typed letter; 0 for other characters. */
  first: number
  /** The same bit where nothing else was typed, else 0. */
  letter: number
  /** Whether matches by any reading rank by how they match. */
  alike: boolean
}

export function prepareQuery(
  { joined, words }: TypedQuery,
  index: SearchIndex,
  order: ReadingOrder = 'alike',
): PreparedQuery {
  const first = letterBit(joined[0] ?? 0)
  return {
    run: prepareRun(joined, index),
    words: words.map((word) => prepareRun(word, index)),
    first,
    letter: joined.length === 1 ? first : 0,
    alike: order === 'alike',
  }
}

function prepareRun(typed: readonly number[], index: SearchIndex): Run {
  const codes = typed.slice(0, longestMatched)
  const ascii = new Int32Array(128)
  const other = new Map<number, number>()
  let narrow = 0
  let wide = 0
  codes.forEach((code, at) => {
    if (code < 128) ascii[code] = (ascii[code] as number) | (1 << at)
    else other.set(code, (other.get(code) ?? 0) | (1 << at))
    narrow |= narrowBit(code)
    wide |= wideBit(code)
  })
  return {
    length: codes.length,
    done: 1 << codes.length,
    ascii,
    other,
    begins: beginsOf(ascii, index),
    narrow,
    wide,
  }
}

function beginsOf(ascii: Int32Array, { setStart, variantStart, letters }: SearchIndex): Int32Array {
  const begins = new Int32Array(setStart.length - 1)
  for (let set = 1; set < begins.length; set++) {
    let bits = 0
    for (let variant = setStart[set] as number; variant < (setStart[set + 1] as number); variant++) {
      bits |= ascii[letters[variantStart[variant] as number] as number] as number
    }
    begins[set] = bits
  }
  return begins
}

/** Reads one unit from each of the given states. `any`: by any reading; `whole` accepts only complete readings. */
function step(
  states: number,
  unit: number,
  run: Run,
  index: SearchIndex,
  any: boolean,
  whole = false,
): number {
  const code = index.codes[unit] as number
  const literal = code < 128 ? (run.ascii[code] as number) : (run.other.get(code) ?? 0)
  let next = (states & literal) << 1
  const set = index.readingSets[unit] as number
  if (set === 0 || (states & (run.begins[set] as number)) === 0) return next
  const { setStart, firstEnd, variantStart, letters } = index
  const end = (any ? setStart[set + 1] : firstEnd[set]) as number
  for (let variant = setStart[set] as number; variant < end; variant++) {
    let reached = states
    let letter = variantStart[variant] as number
    const last = variantStart[variant + 1] as number
    for (; letter < last && reached !== 0; letter++) {
      reached = (reached & (run.ascii[letters[letter] as number] as number)) << 1
      if (!whole) next |= reached
    }
    if (whole) next |= reached
  }
  return next
}

/** Whether the run matches one of the field's names at all, in pieces anywhere in order. */
function isFound(from: number, to: number, run: Run, index: SearchIndex, any: boolean): boolean {
  let states = 1
  for (let unit = from; unit < to; unit++) {
    if (index.starts[unit] === unitStart.name) states = 1
    states |= step(states, unit, run, index, any)
    if ((states & run.done) !== 0) return true
  }
  return false
}

/** The best tier of a match from the start of one of the field's names. */
function tierAtNames(from: number, to: number, run: Run, index: SearchIndex, any: boolean): number {
  let found: number = tier.none
  for (let start = from; start < to && found < tier.exact; start++)
    if (index.starts[start] === unitStart.name) found = Math.max(found, tierFrom(start, to, run, index, any))
  return found
}

function tierFrom(from: number, to: number, run: Run, index: SearchIndex, any: boolean): number {
  let states = 1
  let found: number = tier.none
  for (let unit = from; unit < to && states !== 0; unit++) {
    states = step(states, unit, run, index, any)
    const isEnd = endsName(unit, to, index)
    if ((states & run.done) === 0) {
      if (isEnd) break
      continue
    }
    found = tier.prefix
    if (isEnd) return isExact(from, unit + 1, run, index, any) ? tier.exact : tier.whole
  }
  return found
}

const endsName = (unit: number, to: number, { starts }: SearchIndex): boolean =>
  unit + 1 === to || starts[unit + 1] === unitStart.name

/** The best tier of a match that does not start at a name's beginning. */
function tierWithin(from: number, to: number, run: Run, index: SearchIndex, any: boolean): number {
  let inner = 0
  let adjacent = 0
  let reached = 1
  let found: number = tier.scattered
  for (let unit = from; unit < to; unit++) {
    const start = index.starts[unit] as number
    if (start === unitStart.name) [inner, adjacent, reached] = [0, 0, 1]
    const wordStart = start !== unitStart.inside
    inner = step(wordStart ? inner | 1 : inner, unit, run, index, any)
    if ((inner & run.done) !== 0) return tier.wordStart
    adjacent = step(wordStart ? reached : adjacent, unit, run, index, any)
    reached |= adjacent
    if ((reached & run.done) !== 0) found = tier.initials
  }
  return found
}

function isExact(from: number, to: number, run: Run, index: SearchIndex, any: boolean): boolean {
  let states = 1
  for (let unit = from; unit < to && states !== 0; unit++) states = step(states, unit, run, index, any, true)
  return (states & run.done) !== 0
}

/** The run's tier in a field; results below `least` may be reported as none. */
function tierIn(field: number, query: PreparedQuery, index: SearchIndex, least: number): number {
  const { run, letter, alike } = query
  if (letter !== 0) return tierOfLetter(field, query, index)
  const most = mostIn(field, query, index)
  if (most === tier.none || most < least) return tier.none
  const from = index.fieldStart[field] as number
  const to = index.fieldStart[field + 1] as number
  if (most >= tier.prefix) {
    const atNames = tierAtNames(from, to, run, index, alike)
    if (atNames !== tier.none) return atNames
  }
  if (least >= tier.prefix) return tier.none
  if (most > tier.second && isFound(from, to, run, index, alike))
    return most === tier.scattered ? most : tierWithin(from, to, run, index, alike)
  if (alike || least > tier.second) return tier.none
  return isFound(from, to, run, index, true) ? tier.second : tier.none
}

/** An upper bound of the field's tier, from its length and the first letter. */
function mostIn(
  field: number,
  { first, run, alike }: PreparedQuery,
  { single, shortest }: SearchIndex,
): number {
  if (first !== 0) {
    if (((single.any.scattered[field] as number) & first) === 0) return tier.none
    const letters = alike ? single.any : single.first
    if (((letters.scattered[field] as number) & first) === 0) return tier.second
    if (((letters.wordStart[field] as number) & first) === 0) return tier.scattered
    if (((letters.prefix[field] as number) & first) === 0) return tier.wordStart
  }
  // Each unit takes at least one typed character.
  return (shortest[field] as number) > run.length ? tier.prefix : tier.exact
}

/** A single letter is asked of all entries; its tier was computed in advance. */
function tierOfLetter(field: number, { letter, alike }: PreparedQuery, { single }: SearchIndex): number {
  if (((single.any.scattered[field] as number) & letter) === 0) return tier.none
  const letters = alike ? single.any : single.first
  if (((letters.scattered[field] as number) & letter) === 0) return tier.second
  if (((letters.exact[field] as number) & letter) !== 0) return tier.exact
  if (((letters.prefix[field] as number) & letter) !== 0) return tier.prefix
  return ((letters.wordStart[field] as number) & letter) !== 0 ? tier.wordStart : tier.scattered
}

/** Whether the entry contains all typed characters at all. */
const mayAnswer = (entry: number, { run }: PreparedQuery, { answers, answersWide }: SearchIndex): boolean =>
  ((answers[entry] as number) & run.narrow) === (run.narrow | 0) &&
  ((answersWide[entry] as number) & run.wide) === (run.wide | 0)

/**
 * The score of entry `entry`: 0 for no match, else its tier plus a fraction that is greater for titles than
 * for aliases and for short texts than for long ones. Scores below `least` are not needed and may come out
 * lower, or as 0.
 */
export function scoreOf(
  entry: number,
  query: PreparedQuery,
  index: SearchIndex,
  least: number = tier.none,
): number {
  if (query.run.length === 0) return tier.scattered
  if (!mayAnswer(entry, query, index)) return 0
  const { fieldStart } = index
  const start = fieldStart[2 * entry] as number
  const middle = fieldStart[2 * entry + 1] as number
  const end = fieldStart[2 * entry + 2] as number
  const inTitle = tierIn(2 * entry, query, index, least)
  if (inTitle === tier.exact) return inTitle + shortness(middle - start)
  const inAlias = tierIn(2 * entry + 1, query, index, least)
  const inWords = Math.max(inTitle, inAlias) < tier.scattered ? tierOfWords(entry, query, index, least) : 0
  if (inWords > Math.max(inTitle, inAlias)) return inWords + shortness(middle - start) / 2
  if (inTitle >= inAlias && inTitle > 0) return inTitle + shortness(middle - start)
  return inAlias > 0 ? inAlias + shortness(end - middle) / 2 : 0
}

function tierOfWords(entry: number, query: PreparedQuery, index: SearchIndex, least: number): number {
  if (query.words.length === 0 || least > tier.scattered) return tier.none
  if (hasWords(entry, query, index, query.alike)) return tier.scattered
  return !query.alike && hasWords(entry, query, index, true) ? tier.second : tier.none
}

/** An upper bound of `scoreOf`, at a fraction of its cost: 0 where the entry can't match. */
export function mostScoreOf(entry: number, query: PreparedQuery, index: SearchIndex): number {
  if (query.run.length === 0) return tier.scattered
  if (!mayAnswer(entry, query, index)) return 0
  const inTitle = mostIn(2 * entry, query, index)
  const inAlias = mostIn(2 * entry + 1, query, index)
  if (inTitle === 0 && inAlias === 0 && query.words.length === 0) return 0
  const { fieldStart } = index
  const start = fieldStart[2 * entry] as number
  const middle = fieldStart[2 * entry + 1] as number
  const end = fieldStart[2 * entry + 2] as number
  return Math.max(
    Math.max(inTitle, tier.scattered) + shortness(middle - start),
    Math.max(inAlias, tier.scattered) + shortness(end - middle) / 2,
  )
}

/** Whether `scoreOf` is above 0. */
export function isAnswer(entry: number, query: PreparedQuery, index: SearchIndex): boolean {
  const { run, letter } = query
  if (run.length === 0) return true
  if (!mayAnswer(entry, query, index)) return false
  for (let field = 2 * entry; field < 2 * entry + 2; field++) {
    if (mostIn(field, query, index) === tier.none) continue
    if (letter !== 0) return true
    const { fieldStart } = index
    if (isFound(fieldStart[field] as number, fieldStart[field + 1] as number, run, index, true)) return true
  }
  return hasWords(entry, query, index, true)
}

/** Whether each of several words is in the title or the alias, in any order. */
function hasWords(entry: number, { words }: PreparedQuery, index: SearchIndex, any: boolean): boolean {
  if (words.length === 0) return false
  const { fieldStart } = index
  const start = fieldStart[2 * entry] as number
  const middle = fieldStart[2 * entry + 1] as number
  const end = fieldStart[2 * entry + 2] as number
  for (const word of words) {
    if (!isFound(start, middle, word, index, any) && !isFound(middle, end, word, index, any)) return false
  }
  return true
}

function shortness(length: number): number {
  return 0.98 / (1 + length * 0.05)
}
