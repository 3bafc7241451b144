// PIVOT without its values: they are asked for first, by a statement that is checked as any other, and written in.
import { AppError } from '../../../../shared/errors.ts'
import { statementsOf } from '../../../../shared/sql/statements.ts'
import { type Token, tokenize } from '../../../../shared/sql/tokens.ts'
import type { Edit } from '../check/bound.ts'
import { problemBetween } from '../check/place.ts'
import { quotedText } from './text.ts'

/** Columns that one PIVOT may make of what it finds. */
export const mostPivoted = 500

/** What a PIVOT turns into columns and names no values of. */
export interface Pivoted {
  start: number
  end: number
  /** Gives the values, in their order, one more than may be. */
  question: string
}

interface Reading {
  sql: string
  words: Token[]
}

const word = ({ sql, words }: Reading, at: number): string => {
  const token = words[at]
  return token && token.kind !== 'quoted' ? sql.slice(token.start, token.end).toLowerCase() : ''
}

const opens = (text: string): boolean => text === '(' || text === '[' || text === '{'
const closes = (text: string): boolean => text === ')' || text === ']' || text === '}'

/** All of a text's first statement. */
export function pivotedOf(sql: string): Pivoted[] {
  if (!/pivot/i.test(sql)) return []
  const [statement] = statementsOf(sql)
  if (!statement) return []
  const told = ({ kind }: Token) => kind !== 'space' && kind !== 'comment'
  const reading = { sql, words: tokenize(sql.slice(0, statement.end)).filter(told) }
  const found: Pivoted[] = []
  const body = bodyOf(reading)
  for (let at = 0; at < reading.words.length; at += 1) {
    if (!['pivot', 'pivot_wider'].includes(word(reading, at))) continue
    if (at !== 0 && at !== body && word(reading, at - 1) !== '(') continue
    // The names of WITH are known to what follows it; within it, only the first query needs none.
    const names = at >= body && body > 0 ? sql.slice(0, reading.words[body]?.start ?? 0) : ''
    found.push(...itemsOf(reading, at, names))
  }
  return found
}

/** Where the query begins behind its WITH; 0 without one. */
function bodyOf(reading: Reading): number {
  if (word(reading, 0) !== 'with') return 0
  let depth = 0
  for (let at = 1; at < reading.words.length; at += 1) {
    const text = word(reading, at)
    if (opens(text)) depth += 1
    if (!closes(text)) continue
    depth -= 1
    if (depth === 0 && ![',', 'as', 'using'].includes(word(reading, at + 1))) return at + 1
  }
  return 0
}

const endsItems = ['using', 'group', 'order', 'limit', 'union', 'intersect', 'except']

function itemsOf(reading: Reading, pivot: number, names: string): Pivoted[] {
  const { sql, words } = reading
  const level = levelOf(reading, pivot + 1)
  const on = level.find((at) => word(reading, at) === 'on')
  if (on === undefined) return []
  const last =
    level.find((at) => at > on && endsItems.includes(word(reading, at))) ?? (level.at(-1) ?? on) + 1
  const parts = level.filter((at) => at > on && at < last && word(reading, at) === ',')
  const source = sql.slice(words[pivot + 1]?.start ?? 0, words[on - 1]?.end ?? 0)
  return [on, ...parts].flatMap((before, index): Pivoted[] => {
    const from = before + 1
    const to = (parts[index] ?? last) - 1
    const isSaid = level.some((at) => at >= from && at <= to && word(reading, at) === 'in')
    const [first, end] = [words[from], words[closing(reading, to)]]
    if (isSaid || !first || !end || from > to) return []
    const item = sql.slice(first.start, end.end)
    const question = `${names}SELECT v::VARCHAR FROM (SELECT DISTINCT (${item}) AS v FROM ${source}) WHERE v IS NOT NULL ORDER BY v LIMIT ${mostPivoted + 1}`
    return [{ start: first.start, end: end.end, question }]
  })
}

/** Words of the level that `from` is on, up to where it ends; of brackets the opening one alone. */
function levelOf(reading: Reading, from: number): number[] {
  const found: number[] = []
  for (let at = from; at < reading.words.length; at += 1) {
    const text = word(reading, at)
    if (closes(text)) break
    found.push(at)
    if (opens(text)) at = closing(reading, at)
  }
  return found
}

/** The bracket that ends the one at `at`; `at` itself where none begins. */
function closing(reading: Reading, at: number): number {
  let depth = 0
  for (let to = at; to < reading.words.length; to += 1) {
    const text = word(reading, to)
    if (opens(text)) depth += 1
    if (closes(text)) depth -= 1
    if (depth <= 0) return to
  }
  return reading.words.length - 1
}

/** `item` → `(item) IN ('a', 'b')`. Throws AppError sql_error where there are none, or too many. */
export function pivotEdits(sql: string, { start, end }: Pivoted, values: readonly string[]): Edit[] {
  const refuse = (message: string) => new AppError('sql_error', message, problemBetween(sql, start, end))
  if (values.length === 0) throw refuse('PIVOT 的列没有取值，没有可展开的列')
  if (values.length > mostPivoted) {
    throw refuse(`PIVOT 的列取值超过 ${mostPivoted} 个，请先筛选或归并，或用 IN (…) 写明要展开的取值`)
  }
  const item = sql.slice(start, end)
  const isName = /^[\p{L}_"][^\s()]*$/u.test(item)
  const list = ` IN (${values.map(quotedText).join(', ')})`
  if (isName) return [{ start: end, end, text: list }]
  return [
    { start, end: start, text: '(' },
    { start: end, end, text: `)${list}` },
  ]
}
