// PIVOT without its values: the values are queried first, by a statement that is checked like any other, and
// inserted.
import { AppError } from '#shared/errors.ts'
import { commandOf } from '#shared/sql/command.ts'
import { statementsOf } from '#shared/sql/statements.ts'
import { type Token, tokenize } from '#shared/sql/tokens.ts'
import type { Edit } from '../check/bound.ts'
import { problemBetween } from '../check/place.ts'
import { quotedText } from './text.ts'
import { closes, closing, namesAt, opens, type Reading, withsOf, wordAt } from './withs.ts'

/** Columns that one PIVOT may make. */
export const mostPivoted = 500

/**
 * An expression that a PIVOT turns into columns without listing its values. Offsets are UTF-16 in the text.
 */
interface Pivoted {
  start: number
  end: number
  /** Its source, as written. */
  source: [number, number]
  /** WITH clauses that its source may name, outermost first. */
  names: [number, number][]
}

/** All PIVOTs of a text's first statement; those that others read come first. */
export function pivotedOf(sql: string): Pivoted[] {
  if (!/pivot/i.test(sql)) return []
  const [statement] = statementsOf(sql)
  if (!statement) return []
  const told = ({ kind }: Token) => kind !== 'space' && kind !== 'comment'
  const reading = { sql, words: tokenize(sql.slice(0, statement.end)).filter(told) }
  const withs = withsOf(reading)
  const first = commandOf(sql)?.body ?? reading.words[0]?.start
  const found = reading.words.flatMap((token, at) => {
    if (!['pivot', 'pivot_wider'].includes(wordAt(reading, at))) return []
    const begins =
      token.start === first || withs.some(({ body }) => body === at) || wordAt(reading, at - 1) === '('
    return begins ? itemsOf(reading, at, namesAt(reading, withs, at)) : []
  })
  return inOrder(found)
}

/** A PIVOT nested in another's source goes first; two can't read each other. */
function inOrder(pivots: readonly Pivoted[]): Pivoted[] {
  const isWithin = ({ start, end }: Pivoted, [from, to]: [number, number]) => from <= start && end <= to
  const needs = (one: Pivoted, other: Pivoted): boolean =>
    [one.source, ...one.names].some((piece) => isWithin(other, piece))
  const left = [...pivots]
  const sorted: Pivoted[] = []
  while (left.length > 0) {
    const at = Math.max(
      0,
      left.findIndex((one) => !left.some((other) => other !== one && needs(one, other))),
    )
    sorted.push(...left.splice(at, 1))
  }
  return sorted
}

/**
 * The statement that yields the values in order, one more than allowed. `edits`: values that are already
 * known.
 */
export function questionOf(
  sql: string,
  { start, end, source, names }: Pivoted,
  edits: readonly Edit[],
): string {
  const piece = ([from, to]: [number, number]): string => {
    const within = edits.filter((edit) => from <= edit.start && edit.end <= to)
    const sorted = within.toSorted((one, other) => other.start - one.start || other.end - one.end)
    return sorted.reduce(
      (text, edit) => text.slice(0, edit.start - from) + edit.text + text.slice(edit.end - from),
      sql.slice(from, to),
    )
  }
  const most = mostPivoted + 1
  const core = `SELECT v::VARCHAR AS v FROM (SELECT DISTINCT (${piece([start, end])}) AS v FROM ${piece(source)}) WHERE v IS NOT NULL ORDER BY v LIMIT ${most}`
  return names.reduceRight(
    (inner, name, at) =>
      at === names.length - 1
        ? `${piece(name)} ${inner}`
        : `${piece(name)} SELECT v FROM (${inner}) ORDER BY v`,
    core,
  )
}

const endsItems = ['using', 'group', 'order', 'limit', 'union', 'intersect', 'except']

function itemsOf(reading: Reading, pivot: number, names: [number, number][]): Pivoted[] {
  const { words } = reading
  const level = levelOf(reading, pivot + 1)
  const on = level.find((at) => wordAt(reading, at) === 'on')
  if (on === undefined) return []
  const last =
    level.find((at) => at > on && endsItems.includes(wordAt(reading, at))) ?? (level.at(-1) ?? on) + 1
  const parts = level.filter((at) => at > on && at < last && wordAt(reading, at) === ',')
  const source: [number, number] = [words[pivot + 1]?.start ?? 0, words[on - 1]?.end ?? 0]
  return [on, ...parts].flatMap((before, index): Pivoted[] => {
    const from = before + 1
    const to = (parts[index] ?? last) - 1
    const isSaid = level.some((at) => at >= from && at <= to && wordAt(reading, at) === 'in')
    const [first, end] = [words[from], words[closing(reading, to)]]
    if (isSaid || !first || !end || from > to) return []
    return [{ start: first.start, end: end.end, source, names }]
  })
}

/** Words on the level of `from`, up to its end; of brackets only the opening one. */
function levelOf(reading: Reading, from: number): number[] {
  const found: number[] = []
  for (let at = from; at < reading.words.length; at += 1) {
    const text = wordAt(reading, at)
    if (closes(text)) break
    found.push(at)
    if (opens(text)) at = closing(reading, at)
  }
  return found
}

/** `item` → `(item) IN ('a', 'b')`. Throws AppError sql_error where there are no values, or too many. */
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
