// WITH clauses of a statement: which of their queries are visible at a position.
import type { Token } from '#shared/sql/tokens.ts'

export interface Reading {
  sql: string
  words: readonly Token[]
}

/** In lower case; '' for a quoted name. */
export const wordAt = ({ sql, words }: Reading, at: number): string => {
  const token = words[at]
  return token && token.kind !== 'quoted' ? sql.slice(token.start, token.end).toLowerCase() : ''
}

export const opens = (text: string): boolean => text === '(' || text === '[' || text === '{'
export const closes = (text: string): boolean => text === ')' || text === ']' || text === '}'

/** Index of the bracket that closes the one at `at`; `at` itself where there is none. */
export function closing(reading: Reading, at: number): number {
  let depth = 0
  for (let to = at; to < reading.words.length; to += 1) {
    const text = wordAt(reading, to)
    if (opens(text)) depth += 1
    if (closes(text)) depth -= 1
    if (depth <= 0) return to
  }
  return reading.words.length - 1
}

interface With {
  at: number
  /** The brackets of its queries, in order. */
  queries: { open: number; close: number }[]
  /** Where the main query begins and ends. */
  body: number
  end: number
}

export function withsOf(reading: Reading): With[] {
  return reading.words.flatMap((_, at) => {
    const found = wordAt(reading, at) === 'with' ? withAt(reading, at) : null
    return found ? [found] : []
  })
}

/** `WITH [RECURSIVE] name [(columns)] AS [[NOT] MATERIALIZED] (query), …` */
function withAt(reading: Reading, start: number): With | null {
  const queries: With['queries'] = []
  let at = wordAt(reading, start + 1) === 'recursive' ? start + 2 : start + 1
  for (;;) {
    at += 1
    if (wordAt(reading, at) === '(') at = closing(reading, at) + 1
    // USING KEY (…) of a recursive query.
    if (wordAt(reading, at) === 'using') at = closing(reading, at + 2) + 1
    if (wordAt(reading, at) !== 'as') return null
    at += 1
    if (wordAt(reading, at) === 'not') at += 1
    if (wordAt(reading, at) === 'materialized') at += 1
    if (wordAt(reading, at) !== '(') return null
    const close = closing(reading, at)
    queries.push({ open: at, close })
    at = close + 1
    if (wordAt(reading, at) !== ',') break
    at += 1
  }
  let end = at
  while (end < reading.words.length && !closes(wordAt(reading, end)))
    end = opens(wordAt(reading, end)) ? closing(reading, end) + 1 : end + 1
  return { at: start, queries, body: at, end }
}

/**
 * Pieces of the text, outermost first, that define the names visible to the word at `at`, other than tables.
 */
export function namesAt({ sql, words }: Reading, withs: readonly With[], at: number): [number, number][] {
  return withs.flatMap((one): [number, number][] => {
    if (at <= one.at || at >= one.end) return []
    const before = one.queries.filter(({ close }) => close < at)
    const last = before.at(-1)
    const [from, to] = [words[one.at]?.start, words[last?.close ?? -1]?.end]
    return from === undefined || to === undefined || to > sql.length ? [] : [[from, to]]
  })
}
