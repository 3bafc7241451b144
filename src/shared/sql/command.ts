// Parses statements that stand for a SELECT (EXPLAIN, DESCRIBE, SHOW …) and finds the SELECT in them. Whether
// a statement may run is not decided here: the result is checked like any other.
import { statementsOf } from './statements.ts'
import { type Token, tokenize } from './tokens.ts'

/** Offsets are UTF-16 in the text; from `start` to `body` is the command's own part. */
interface Part {
  start: number
  body: number
  /** End of its last word, without the semicolon. */
  end: number
}

export type SqlCommand =
  | (Part & { kind: 'explain'; analyze: boolean })
  /** `body` begins a query, or names a table. */
  | (Part & { kind: 'describe' | 'summarize'; isQuery: boolean })
  /** `filter`: the LIKE pattern, as written. */
  | (Part & { kind: 'tables' | 'schemas'; filter: string | null })
  | (Part & { kind: 'createTemporary'; name: string; replace: boolean })

interface Reader {
  sql: string
  words: readonly Token[]
  end: number
}

const lowerAt = ({ sql, words }: Reader, at: number): string => {
  const word = words[at]
  return word && word.kind !== 'quoted' ? sql.slice(word.start, word.end).toLowerCase() : ''
}

const startOf = ({ words, end }: Reader, at: number): number => words[at]?.start ?? end

/** Null for all other statements, and where there are several. */
export function commandOf(sql: string): SqlCommand | null {
  if (!/^\s*(?:explain|desc|describe|show|summarize|create|--|\/\*)|^\s*[^\x20-\x7e]/i.test(sql)) return null
  const [statement, second] = statementsOf(sql)
  if (!statement || second) return null
  const { end } = statement
  const words = tokenize(sql.slice(0, end)).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const reader = { sql, words, end }
  const first = lowerAt(reader, 0)
  if (first === 'explain') return explain(reader)
  if (first === 'describe' || first === 'desc') return ofTable(reader, 'describe', 1)
  if (first === 'summarize') return ofTable(reader, 'summarize', 1)
  if (first === 'show') return show(reader)
  return first === 'create' ? createTemporary(reader) : null
}

const queryWords = new Set(['select', 'with', 'from', 'values', 'pivot', 'unpivot', '('])

function explain(reader: Reader): SqlCommand | null {
  let at = 1
  let analyze = false
  if (lowerAt(reader, at) === '(' && !queryWords.has(lowerAt(reader, at + 1))) {
    // EXPLAIN (ANALYZE, FORMAT JSON): the options are skipped, because we choose the format.
    for (; at < reader.words.length && lowerAt(reader, at) !== ')'; at += 1) {
      analyze ||= lowerAt(reader, at) === 'analyze'
    }
    at += 1
  }
  while (['analyze', 'verbose'].includes(lowerAt(reader, at))) {
    analyze ||= lowerAt(reader, at) === 'analyze'
    at += 1
  }
  if (!queryWords.has(lowerAt(reader, at))) return null
  return { kind: 'explain', analyze, start: startOf(reader, 0), body: startOf(reader, at), end: reader.end }
}

function ofTable(reader: Reader, kind: 'describe' | 'summarize', from: number): SqlCommand | null {
  const at = lowerAt(reader, from) === 'table' ? from + 1 : from
  if (at >= reader.words.length) return kind === 'describe' ? tables(reader, at) : null
  const isQuery = queryWords.has(lowerAt(reader, at))
  return { kind, isQuery, start: startOf(reader, 0), body: startOf(reader, at), end: reader.end }
}

function tables(reader: Reader, at: number): SqlCommand | null {
  const filter = lowerAt(reader, at) === 'like' ? likeText(reader, at + 1) : null
  if (reader.words.length > at + (filter === null ? 0 : 2)) return null
  return { kind: 'tables', filter, start: startOf(reader, 0), body: reader.end, end: reader.end }
}

function likeText({ sql, words }: Reader, at: number): string | null {
  const word = words[at]
  return word?.kind === 'text' && !word.open && sql[word.start] === "'"
    ? sql.slice(word.start, word.end)
    : null
}

function show(reader: Reader): SqlCommand | null {
  let at = 1
  while (['full', 'all', 'extended'].includes(lowerAt(reader, at))) at += 1
  const what = lowerAt(reader, at)
  if (what === 'databases' || what === 'schemas') {
    const all = tables(reader, at + 1)
    return all && ({ ...all, kind: 'schemas' } as SqlCommand)
  }
  if (what === 'tables') {
    // SHOW TABLES FROM x: only one schema is allowed.
    const from = ['from', 'in'].includes(lowerAt(reader, at + 1)) ? at + 3 : at + 1
    return tables(reader, from)
  }
  if (what === 'columns' || what === 'fields') {
    return ['from', 'in'].includes(lowerAt(reader, at + 1)) ? ofTable(reader, 'describe', at + 2) : null
  }
  if (what === 'create' && lowerAt(reader, at + 1) === 'table') return ofTable(reader, 'describe', at + 2)
  return reader.words.length === at + 1 || lowerAt(reader, at + 1) === '.'
    ? ofTable(reader, 'describe', at)
    : null
}

function createTemporary(reader: Reader): SqlCommand | null {
  let at = 1
  const replace = lowerAt(reader, at) === 'or' && lowerAt(reader, at + 1) === 'replace'
  if (replace) at += 2
  const isTemporary = ['temp', 'temporary'].includes(lowerAt(reader, at))
  if (isTemporary) at += 1
  if (lowerAt(reader, at) !== 'table') return null
  at += 1
  if (lowerAt(reader, at) === 'if') at += 3
  const hasSchema = lowerAt(reader, at + 1) === '.'
  if (hasSchema && lowerAt(reader, at) !== 'tmp') return null
  // Without TEMP only a qualified name says where the table goes.
  if (!hasSchema && !isTemporary) return null
  if (hasSchema) at += 2
  const word = reader.words[at]
  if (!word || (word.kind !== 'word' && word.kind !== 'quoted') || lowerAt(reader, at + 1) !== 'as')
    return null
  if (!queryWords.has(lowerAt(reader, at + 2))) return null
  const written = reader.sql.slice(word.start, word.end)
  const name = word.kind === 'quoted' ? written.slice(1, -1).replaceAll('""', '"') : written
  const { end } = reader
  return {
    kind: 'createTemporary',
    name,
    replace,
    start: startOf(reader, 0),
    body: startOf(reader, at + 2),
    end,
  }
}
