// Which texts of a query to highlight in its lines, and what is being typed at the caret.
import { readQuery } from './read.ts'
import type { LogCondition } from './types.ts'

/** Texts that a matching line may contain, without the excluded ones. */
export function markedTexts(condition: LogCondition): string[] {
  return [...new Set(found(condition))].filter((text) => text !== '')
}

function found(condition: LogCondition): string[] {
  if (condition.kind === 'text') return [...condition.pattern]
  if (condition.kind === 'and' || condition.kind === 'or') return condition.parts.flatMap(found)
  if (condition.kind !== 'field') return []
  const { test } = condition
  return test.kind === 'word' || test.kind === 'same' ? [...test.pattern] : []
}

interface Typing {
  /** The caret is in a field name (or a text that may become one), or in a value of `field`. */
  kind: 'field' | 'value'
  field: string
  /** The word at the caret, and its part up to the caret. */
  from: number
  to: number
  typed: string
}

export function typingAt(query: string, caret: number): Typing {
  const { tokens } = readQuery(query)
  const at = tokens.findIndex(({ from, to }) => from < caret && caret <= to)
  const token = tokens[at]
  const nothing: Typing = { kind: 'field', field: '', from: caret, to: caret, typed: '' }
  if (!token) return nothing
  if (token.role === 'field' || token.role === 'text') return { ...nothing, ...stretch(query, token, caret) }
  const name = tokens.slice(0, at + 1).findLast(({ role }) => role === 'field')
  if (!name || (token.role !== 'operator' && token.role !== 'value')) return nothing
  const field = query.slice(name.from, name.to).replaceAll(/["“”]/g, '')
  const empty = { from: caret, to: caret, typed: '' }
  const place = token.role === 'operator' ? empty : stretch(query, token, caret)
  return { kind: 'value', field, ...place }
}

const stretch = (query: string, { from, to }: { from: number; to: number }, caret: number) => ({
  from,
  to,
  typed: query.slice(from, caret),
})

/** A value as written in a query: quoted where it would be read as something else. */
export function writtenValue(value: string): string {
  const isPlain = /^[\p{L}\p{N}_@$./+-]+$/u.test(value) && !value.includes('..')
  const isJoint = ['and', 'or', 'not', '且', '或', '非'].includes(value.toLowerCase())
  if (isPlain && !isJoint && !/^[-!]/.test(value)) return value
  return `"${value.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`
}

/** A field with its value, to append to a query. */
export const writtenTest = (field: string, value: string): string =>
  `${/^[\p{L}_@$][\p{L}\p{N}_@$./-]*$/u.test(field) ? field : writtenField(field)}=${writtenValue(value)}`

const writtenField = (field: string): string => `"${field.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`
