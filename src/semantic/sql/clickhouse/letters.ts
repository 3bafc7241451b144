// Upper and lower case per letter, with DuckDB's results. ClickHouse maps some letters to several (ß → SS),
// final sigma by its neighbours, and knows letters of Unicode 16. Texts with such letters are mapped by the
// lists below; all others by lowerUTF8 and upperUTF8.
import { once, quoted } from './once.ts'

const span = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

/** Letters that DuckDB keeps and ClickHouse changes. */
const keptLower = `Ᲊ${span(0xa7cb, 0xa7cc)}\u{a7ce}\u{a7d2}\u{a7d4}\u{a7da}\u{a7dc}${span(0x10d50, 0x10d65)}${span(0x16ea0, 0x16eb8)}`
const keptUpper =
  `ŉƛǰɤΐΰև\u{1c8a}ẖẗẘẙẚὐὒὔὖᾲᾴᾶᾷῂῄῆῇῒ\u{1fd3}ῖῗῢ\u{1fe3}ῤῦῧῲῴῶῷ\u{a7cd}\u{a7cf}\u{a7d3}\u{a7d5}\u{a7db}` +
  `${span(0xfb00, 0xfb06)}${span(0xfb13, 0xfb17)}${span(0x10d70, 0x10d85)}${span(0x16ebb, 0x16ed3)}` +
  `${span(0x1f88, 0x1f8f)}${span(0x1f98, 0x1f9f)}${span(0x1fa8, 0x1faf)}ᾼῌῼ`
/** First of eight small Greek letters with iota subscript each; their capitals are the next eight. */
const iota = [0x1f80, 0x1f90, 0x1fa0]
const changedUpper: [string, string] = [
  `ß${iota.map((first) => span(first, first + 7)).join('')}ᾳῃῳ`,
  `ẞ${iota.map((first) => span(first + 8, first + 15)).join('')}ᾼῌῼ`,
]
const changedLower: [string, string] = ['İ', 'i']

function exchanged(text: string, name: string, [from, to]: [string, string], kept: string, own = ''): string {
  const listed = `[${from}${kept}${own}]`
  const list = (letters: string): string => `[${[...letters].map(quoted).join(', ')}]`
  const letter = `transform(letter, ${list(from + kept)}, ${list(to + kept)}, ${name}(letter))`
  return once(
    text,
    (value) =>
      `if(match(${value}, ${quoted(listed)}), arrayStringConcat(arrayMap(letter -> ${letter}, extractAll(ifNull(${value}, ''), '(?s).'))), ${name}(${value}))`,
  )
}

// Σ is listed so that it is lowered alone: within a word ClickHouse would choose σ or ς by its neighbours.
export const lowered = (text: string): string => exchanged(text, 'lowerUTF8', changedLower, keptLower, 'Σ')
export const raised = (text: string): string => exchanged(text, 'upperUTF8', changedUpper, keptUpper)
