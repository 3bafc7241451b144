// Texts as people and programs write them, made comparable: full width, blanks of all kinds, dashes. All of
// it is SQL over a staged text, so that what is recognised is what is loaded.
import { quoteText } from '#server/warehouse/snapshot/describe.ts'

/** Written for each other, character by character; characters beyond the second text are dropped. */
const fullWidth = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0xff01 + at)).join('')
const halfWidth = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join('')
const blanks =
  '\t\n\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'
const minusSigns = '\u2010\u2011\u2012\u2013\u2212\ufe63'
/** 环比 ↑2.0%: up and down as signs. */
const arrows = '\u2191\u2193'
const longDashes = '\u2015\u2500'
const unseen = '\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff'
const from = `${fullWidth}${blanks}${minusSigns}${arrows}${longDashes}\uffe5\uffe1${unseen}`
const to = `${halfWidth}${' '.repeat(blanks.length)}${'-'.repeat(minusSigns.length)}+-——¥£`

const odd = String.raw`[\t\n\r\x{a0}\x{1680}\x{2000}-\x{2013}\x{2015}\x{202a}-\x{202f}\x{205f}\x{2060}\x{2191}\x{2193}\x{2212}\x{2500}\x{3000}\x{fe63}\x{feff}\x{ff01}-\x{ff5e}\x{ffe1}\x{ffe5}]`

/** Few values need the slow replacement of characters. */
export const folded = (text: string): string =>
  `CASE WHEN regexp_matches(${text}, ${quoteText(odd)})
    THEN trim(translate(${text}, ${quoteText(from)}, ${quoteText(to)})) ELSE trim(${text}) END`

/** SQL that computes `value` once and uses it under `name` in `body`. */
export const bind = (value: string, name: string, body: string): string =>
  `list_transform([${value}], lambda ${name}: ${body})[1]`

export const fullMatch = (text: string, pattern: string): string =>
  `regexp_full_match(${text}, ${quoteText(pattern)})`

/** What people write where there is nothing, folded and in small letters. In text columns it stays. */
export const missing = [
  '',
  'n/a',
  '#n/a',
  'na',
  'null',
  '(null)',
  'nil',
  'none',
  'nan',
  '\\n',
  '-',
  '--',
  '---',
  '—',
  '——',
  '/',
  '\\',
  '无',
  '暂无',
  '无数据',
  '空',
  '#div/0!',
  '#value!',
  '#ref!',
  '#name?',
  '#num!',
  '#null!',
]

/** Whether a text is a value. Most have digits, as no missing one has but 0. */
export const isPresent = (column: string): string =>
  `(${column} IS NOT NULL AND ((${column} >= '0' AND ${column} < ':') OR regexp_matches(${column}, '[1-9]')
    OR lower(${folded(column)}) NOT IN (${missing.map(quoteText).join(', ')})))`
