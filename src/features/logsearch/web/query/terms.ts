// Adds conditions to a query without typing: a field's value, its absence, its presence.
import { readQuery } from '#shared/logQuery/read.ts'
import { writtenTest } from '#shared/logQuery/words.ts'

export type TermKind = 'is' | 'not' | 'exists'

function termOf(kind: TermKind, field: string, value: string): string {
  const test = writtenTest(field, value)
  if (kind === 'is') return test
  if (kind === 'not') return `-${test}`
  // The field's name as written there, without the value.
  return `${writtenTest(field, 'x').slice(0, -'=x'.length)}:*`
}

/** The query with the condition; replaces an opposite one. */
export function withTerm(query: string, kind: TermKind, field: string, value: string): string {
  const term = termOf(kind, field, value)
  const opposite = kind === 'exists' ? '' : termOf(kind === 'is' ? 'not' : 'is', field, value)
  const rest = opposite === '' ? query.trim() : withoutTerm(query, opposite)
  if (rest === '') return term
  if (holdsTerm(rest, term)) return rest
  const isOr = readQuery(rest).condition.kind === 'or'
  return `${isOr ? `(${rest})` : rest} ${term}`
}

/** Bounded by blanks, brackets or the text's ends. */
function placeOf(query: string, term: string): number {
  for (let at = query.indexOf(term); at >= 0; at = query.indexOf(term, at + 1)) {
    const [before, after] = [query[at - 1] ?? ' ', query[at + term.length] ?? ' ']
    if (/[\s(（]/.test(before) && /[\s)）]/.test(after)) return at
  }
  return -1
}

const holdsTerm = (query: string, term: string): boolean => placeOf(query, term) >= 0

function withoutTerm(query: string, term: string): string {
  const at = placeOf(query, term)
  if (at < 0) return query.trim()
  const rest = `${query.slice(0, at).trimEnd()} ${query.slice(at + term.length).trimStart()}`.trim()
  // The remaining operator can't stand alone.
  return readQuery(rest).problems.length > 0 ? query.trim() : rest
}
