// Converts offsets in a user's text to the `data` of `sql_error`.
import { tokenize } from '#shared/sql/tokens.ts'
import type { SqlProblem } from '../types.ts'

/** The token at an offset (UTF-16); at the text's end, the last significant token. */
export function problemAt(sql: string, offset: number): SqlProblem {
  const told = tokenize(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const token = told.find(({ end }) => end > offset) ?? told.at(-1)
  const start =
    token && (offset < token.start || offset >= token.end) ? token.start : Math.min(offset, sql.length)
  const end = token ? Math.max(token.end, start) : start
  return problemBetween(sql, start, end)
}

export function problemBetween(sql: string, start: number, end: number): SqlProblem {
  const lineStart = sql.lastIndexOf('\n', start - 1) + 1
  const lineEnd = sql.indexOf('\n', start)
  // A token over several lines is marked up to the end of its first line.
  const stop = lineEnd < 0 ? end : Math.min(end, lineEnd)
  return {
    line: lineNumber(sql, start),
    column: start - lineStart + 1,
    length: Math.max(stop - start, 1),
    near: sql.slice(start, Math.min(stop, start + 200)),
  }
}

function lineNumber(sql: string, offset: number): number {
  let line = 1
  for (let at = sql.indexOf('\n'); at >= 0 && at < offset; at = sql.indexOf('\n', at + 1)) line += 1
  return line
}

/**
 * Converts a UTF-8 byte offset of the engine; null beyond the text (the engine sends 2^64 - 1 for unknown).
 */
export function offsetOfByte(text: string, byte: number): number | null {
  if (!Number.isFinite(byte) || byte < 0) return null
  const bytes = Buffer.from(text)
  return byte <= bytes.length ? bytes.subarray(0, byte).toString().length : null
}

/** The engine's parser counts code points; JavaScript counts UTF-16 units. */
export function offsetOfCharacter(text: string, count: number): number | null {
  if (!Number.isFinite(count) || count < 0) return null
  let offset = 0
  for (let left = count; left > 0 && offset < text.length; left -= 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  }
  return offset
}
