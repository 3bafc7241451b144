// Where the statements of a text begin and end: parted by semicolons that stand in no text, name or comment.
import { type Token, tokenize } from './tokens.ts'

export interface StatementRange {
  /** From its first word to the end of its last, without the semicolon, comments before it left out. */
  start: number
  end: number
}

/** Statements that say something; comments alone are none. */
export function statementsOf(sql: string, tokens: readonly Token[] = tokenize(sql)): StatementRange[] {
  const found: StatementRange[] = []
  let current: StatementRange | null = null
  for (const { kind, start, end } of tokens) {
    if (kind === 'space' || kind === 'comment') continue
    if (kind === 'symbol' && sql[start] === ';') {
      if (current) found.push(current)
      current = null
    } else if (current) current.end = end
    else current = { start, end }
  }
  if (current) found.push(current)
  return found
}

/**
 * The statement that the cursor is in or at; else the one before it on the same line, else the next one, else the
 * last. Null where there is none.
 */
export function statementAt(sql: string, offset: number, tokens?: readonly Token[]): StatementRange | null {
  const all = statementsOf(sql, tokens)
  const within = all.find(({ start, end }) => start <= offset && offset <= end)
  if (within) return within
  const before = all.findLast(({ end }) => end <= offset)
  if (before && !sql.slice(before.end, offset).includes('\n')) return before
  return all.find(({ start }) => start >= offset) ?? before ?? null
}
