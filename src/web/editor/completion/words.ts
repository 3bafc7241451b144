// A statement's words, without whitespace and comments, with matching brackets.
import { type Token, tokenizeRange } from '#shared/sql/tokens.ts'

export interface Word extends Token {
  text: string
  /** Normalized for comparison of keywords and unquoted names. */
  lower: string
}

export interface Words {
  all: readonly Word[]
  /** An unclosed block comment also counts at its end, like a line comment. */
  comments: readonly { start: number; end: number; isLine: boolean }[]
  /** For an opening bracket the index of its closing one; if unclosed, the number of words. */
  closing: ReadonlyMap<number, number>
  /** For a closing bracket the index of its opening one. */
  opening: ReadonlyMap<number, number>
  /** Index of the innermost open bracket around a word; -1 for none. */
  around: readonly number[]
}

export function wordsOf(sql: string, start = 0, end = sql.length): Words {
  const tokens = tokenizeRange(sql, start, end)
  const comments = tokens
    .filter(({ kind }) => kind === 'comment')
    .map((token) => ({
      start: token.start,
      end: token.end,
      isLine: token.open === true || sql.startsWith('--', token.start),
    }))
  const all = tokens
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map((token) => {
      const text = sql.slice(token.start, token.end)
      return { ...token, text, lower: token.kind === 'word' ? text.toLowerCase() : '' }
    })
  const closing = new Map<number, number>()
  const opening = new Map<number, number>()
  const around: number[] = []
  const open: number[] = []
  all.forEach(({ kind, text }, at) => {
    if (kind === 'symbol' && (text === ')' || text === ']' || text === '}')) {
      const begin = open.pop()
      if (begin !== undefined) {
        closing.set(begin, at)
        opening.set(at, begin)
      }
    }
    around.push(open.at(-1) ?? -1)
    if (kind === 'symbol' && (text === '(' || text === '[' || text === '{')) open.push(at)
  })
  for (const begin of open) closing.set(begin, all.length)
  return { all, comments, closing, opening, around }
}

/** The name that a word represents; null for other words. */
export function nameOf(word: Word | undefined): string | null {
  if (word?.kind === 'word') return word.text
  if (word?.kind !== 'quoted') return null
  return word.text.slice(1, word.open ? undefined : -1).replaceAll('""', '"')
}

export const isName = (word: Word | undefined): boolean => word?.kind === 'word' || word?.kind === 'quoted'

/** Names are case-insensitive. */
export const sameName = (one: string, other: string): boolean =>
  one === other || one.toLowerCase() === other.toLowerCase()

/**
 * Whether a dot joins the word to the one before: `a.b`, but not `a. from`, where the name is still being
 * typed.
 */
export function isMember({ all }: Words, at: number): boolean {
  const before = all[at - 1]
  return before?.text === '.' && before.end === all[at]?.start
}

/** A keyword in this position: not after a dot. */
export function isKeyword(words: Words, at: number, ...texts: string[]): boolean {
  const word = words.all[at]
  return word?.kind === 'word' && texts.includes(word.lower) && !isMember(words, at)
}

/** Visits the words from `from` to `to` on one level, skipping brackets. */
export function eachOnLevel(
  words: Words,
  from: number,
  to: number,
  take: (at: number) => undefined | false,
): void {
  for (let at = from; at < to; at++) {
    if (take(at) === false) return
    const close = words.closing.get(at)
    if (close !== undefined) at = Math.min(close, to) - 1 + (close < to ? 1 : 0)
  }
}

/** Ranges between the words for which `parts` is true, on one level. */
export function splitOnLevel(
  words: Words,
  from: number,
  to: number,
  parts: (at: number) => boolean,
): [number, number][] {
  const ranges: [number, number][] = []
  let start = from
  eachOnLevel(words, from, to, (at) => {
    if (parts(at)) {
      ranges.push([start, at])
      start = at + 1
    }
    return undefined
  })
  ranges.push([start, to])
  return ranges
}
