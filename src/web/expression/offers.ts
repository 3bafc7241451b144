// Suggestions at the caret of an expression or formula: columns and functions, or points.
import { matchesName } from '#shared/textMatch.ts'

/** An expression refers to a table's columns; a formula to points, written [name]. */
export type Language = 'expression' | 'formula'

interface Name {
  name: string
  /** Inserted text where it differs from the name: `[#12]` for points with equal names. */
  insert?: string
  /** Muted, at the right: a column's type, a point's unit. */
  detail: string
  comment: string
  pinyin: string
}

export interface Words {
  language: Language
  /** Columns of the table, or points. */
  names: readonly Name[]
  functions: readonly { name: string; detail: string; comment: string }[]
}

export interface Offer {
  kind: 'column' | 'point' | 'function'
  title: string
  detail: string
  comment: string
  insert: string
  /** The caret's offset from the insertion's start afterwards. */
  caret: number
}

interface Offers {
  /** Start of the replaced range, which ends at the caret. */
  start: number
  end: number
  offers: readonly Offer[]
}

const mostOffered = 50
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u
const plainName = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u

/** `wanted`: requested by key, so that an empty word lists everything. */
export function offersAt(text: string, caret: number, words: Words, wanted = false): Offers {
  const none = { start: caret, end: caret, offers: [] }
  if (isInText(text, caret)) return none
  const bracket = words.language === 'formula' ? openBracket(text, caret) : -1
  const start = bracket >= 0 ? bracket : wordStart(text, caret)
  const typed = text.slice(bracket >= 0 ? start + 1 : start, caret)
  if (typed === '' && bracket < 0 && !wanted) return none
  if (/^\d/.test(typed) && bracket < 0) return none
  const end = bracket >= 0 && text[caret] === ']' ? caret + 1 : caret
  const names = words.names
    .filter(({ name, pinyin, comment }) => matchesName(name, pinyin, typed) || isSaid(comment, typed))
    .sort((one, other) => rank(one.name, typed) - rank(other.name, typed))
    .map((name) => nameOffer(name, words.language))
  const functions =
    bracket >= 0
      ? []
      : words.functions.filter(({ name }) => name.startsWith(typed.toLowerCase())).map(functionOffer)
  const offers = [...names, ...functions].slice(0, mostOffered)
  // The word is already complete.
  if (offers.length === 1 && offers[0]?.insert === text.slice(start, end) && !wanted) return none
  return { start, end, offers }
}

const isSaid = (comment: string, typed: string): boolean =>
  typed !== '' && comment.toLowerCase().includes(typed.toLowerCase())

/** Prefix matches come first. */
function rank(name: string, typed: string): number {
  const [folded, wanted] = [name.toLowerCase(), typed.toLowerCase()]
  if (folded === wanted) return 0
  return folded.startsWith(wanted) ? 1 : 2
}

function writtenName({ name, insert }: Name, language: Language): string {
  if (insert) return insert
  if (language === 'formula') return `[${name}]`
  return plainName.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

function nameOffer(of: Name, language: Language): Offer {
  const { name, detail, comment } = of
  const insert = writtenName(of, language)
  return {
    kind: language === 'formula' ? 'point' : 'column',
    title: name,
    detail,
    comment,
    insert,
    caret: insert.length,
  }
}

const functionOffer = ({ name, detail, comment }: Words['functions'][number]): Offer => ({
  kind: 'function',
  title: name,
  detail,
  comment,
  insert: `${name}()`,
  caret: name.length + 1,
})

function wordStart(text: string, caret: number): number {
  let start = caret
  while (start > 0 && wordCharacter.test(text[start - 1] ?? '')) start -= 1
  return start
}

/** Offset of the bracket that is open at the caret; -1 for none. */
function openBracket(text: string, caret: number): number {
  const opened = text.lastIndexOf('[', caret - 1)
  if (opened < 0 || caret === 0) return -1
  return text.slice(opened, caret).includes(']') ? -1 : opened
}

/** Whether the caret is inside a string, where no name is expected. */
function isInText(text: string, caret: number): boolean {
  let inside = false
  for (let at = 0; at < caret; at++) if (text[at] === "'") inside = !inside
  return inside
}
