// Splits a text into statements at semicolons outside strings, names and comments.
import { eachToken, type Token, tokenize } from './tokens.ts'

interface StatementRange {
  /** From the first word to the end of the last, without the semicolon and leading comments. */
  start: number
  end: number
}

/** Statements with content; comments alone are none. */
export function statementsOf(sql: string, tokens?: readonly Token[]): StatementRange[] {
  const found: StatementRange[] = []
  let isOpen = false
  const take = ({ kind, start, end }: Token): boolean => {
    if (kind === 'space' || kind === 'comment') return true
    if (isSemicolon(sql, kind, start)) isOpen = false
    else if (isOpen) (found[found.length - 1] as StatementRange).end = end
    else {
      found.push({ start, end })
      isOpen = true
    }
    return true
  }
  // Streams tokens instead of listing them: a long text has a million.
  if (tokens) tokens.forEach(take)
  else eachToken(sql, 0, take)
  return found
}

/** Longer statements are compared as they are. */
const longestCompared = 50_000

/**
 * The normalized form for comparison: line breaks, spaces, comments and the case of words make no difference.
 */
export function plainStatement(sql: string): string {
  if (sql.length > longestCompared) return sql
  return tokenize(sql)
    .filter(({ kind, start }) => kind !== 'space' && kind !== 'comment' && !isSemicolon(sql, kind, start))
    .map(({ kind, start, end }) =>
      kind === 'word' ? sql.slice(start, end).toLowerCase() : sql.slice(start, end),
    )
    .join(' ')
}

const isSemicolon = (sql: string, kind: Token['kind'], start: number): boolean =>
  kind === 'symbol' && sql.charCodeAt(start) === 59

/**
 * The statement around the cursor; else the one before it on the same line, else the next, else the last.
 * Null where there is none.
 */
export function statementAt(sql: string, offset: number, tokens?: readonly Token[]): StatementRange | null {
  return nearest(statementsOf(sql, tokens), sql, offset)
}

function nearest(all: readonly StatementRange[], sql: string, offset: number): StatementRange | null {
  const after = firstAfter(all, offset)
  const before = all[after - 1] ?? null
  if (before && offset <= before.end) return before
  if (before && !/[\n\r]/.test(sql.slice(before.end, offset))) return before
  return all[after] ?? before
}

/** Index of the first statement that begins after the offset. */
function firstAfter(all: readonly StatementRange[], offset: number): number {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle] as StatementRange).start > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** The text up to and including a semicolon, or to the end, with the statement in it, if any. */
interface Segment {
  start: number
  end: number
  statement: StatementRange | null
}

/** For a changing text: only segments that an edit touches are parsed again. */
export interface StatementIndex {
  /** Updates the index to the new text. */
  update(sql: string): void
  statements(): StatementRange[]
  /** Like `statementAt`. */
  at(offset: number): StatementRange | null
  /** The segment that text typed at the offset would belong to. */
  segmentAt(offset: number): Segment
}

export function createStatementIndex(): StatementIndex {
  let text = ''
  let segments: Segment[] = []
  let statements: StatementRange[] | null = null
  const all = (): StatementRange[] => {
    statements ??= segments.flatMap(({ statement }) => (statement ? [statement] : []))
    return statements
  }
  return {
    update: (sql) => {
      if (sql === text) return
      segments = changed(segments, text, sql)
      text = sql
      statements = null
    },
    statements: all,
    at: (offset) => nearest(all(), text, offset),
    segmentAt: (offset) => {
      const found = segments[segmentIndex(segments, offset)]
      if (found && (offset < found.end || !endsClosed(text, found))) return found
      return { start: found?.end ?? 0, end: text.length, statement: null }
    },
  }
}

const endsClosed = (sql: string, { end, start }: Segment): boolean =>
  end > start && sql.charCodeAt(end - 1) === 59

/** The last segment that begins at or before the offset. */
function segmentIndex(segments: readonly Segment[], offset: number): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle] as Segment).start > offset) high = middle
    else low = middle + 1
  }
  return low - 1
}

/** Parses from the first differing segment until an old boundary is met after the change. */
function changed(before: readonly Segment[], old: string, sql: string): Segment[] {
  const same = commonStart(old, sql)
  const sameEnd = commonEnd(old, sql, same)
  const shift = sql.length - old.length
  const first = Math.max(segmentIndex(before, Math.max(same - 1, 0)), 0)
  const kept = before.slice(0, first)
  const ends = new Map(before.map(({ end }, index) => [end, index]))
  let at = before[first]?.start ?? 0
  while (at < sql.length) {
    const segment = readSegment(sql, at)
    kept.push(segment)
    at = segment.end
    const met = at >= sql.length - sameEnd && endsClosed(sql, segment) ? ends.get(at - shift) : undefined
    if (met !== undefined) {
      for (const rest of before.slice(met + 1)) kept.push(moved(rest, shift))
      return kept
    }
  }
  return kept
}

function moved({ start, end, statement }: Segment, by: number): Segment {
  if (by === 0) return { start, end, statement }
  return {
    start: start + by,
    end: end + by,
    statement: statement && { start: statement.start + by, end: statement.end + by },
  }
}

function readSegment(sql: string, from: number): Segment {
  let statement: StatementRange | null = null
  let reached = from
  eachToken(sql, from, ({ kind, start, end }) => {
    reached = end
    if (kind === 'space' || kind === 'comment') return true
    if (isSemicolon(sql, kind, start)) return false
    if (statement) statement.end = end
    else statement = { start, end }
    return true
  })
  return { start: from, end: reached, statement }
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}

function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start
  let length = 0
  while (
    length < most &&
    one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)
  )
    length += 1
  return length
}
