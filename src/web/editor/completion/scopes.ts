// Parses a statement into scopes, however incomplete or wrong it is: for each SELECT its sources, their
// aliases and columns.
import type { SqlCatalog, SqlTable } from '../types.ts'
import { endsItem } from './keywords.ts'
import { outputOf, pivotOutput, positional } from './outputs.ts'
import type { Clause, ClauseKind, Cte, JoinCondition, Scope, ScopeColumn, Source } from './scopeTypes.ts'
import {
  eachOnLevel,
  isKeyword,
  isMember,
  isName,
  nameOf,
  sameName,
  splitOnLevel,
  type Words,
} from './words.ts'

interface Reading {
  words: Words
  catalog: SqlCatalog
  /** Per word: whether a query begins there, after any brackets. */
  queries: readonly boolean[]
  /** Nesting depth of queries and join groups. */
  depth: number
  /** Depth of pending column computations. */
  waiting: number
}

/** Deeper nesting is left unparsed. */
const deepest = 200
const mostWaiting = 1_000

/** The outermost scope; its children are the queries in its brackets. */
export function readScopes(words: Words, catalog: SqlCatalog): Scope {
  const reading = { words, catalog, queries: queryStarts(words), depth: 0, waiting: 0 }
  return readQuery(reading, 0, words.all.length, null, [])
}

/** Statements that turn rows into columns or back; their source is read like a FROM. */
const pivots = ['pivot', 'unpivot', 'pivot_wider', 'pivot_longer']

/** Whether the arm is a PIVOT or UNPIVOT. */
export const isPivot = (words: Words, { start }: Scope): boolean => isKeyword(words, start, ...pivots)

function queryStarts(words: Words): boolean[] {
  const starts: boolean[] = new Array(words.all.length).fill(false)
  for (let at = words.all.length - 1; at >= 0; at -= 1) {
    starts[at] =
      words.all[at]?.text === '('
        ? starts[at + 1] === true
        : isKeyword(words, at, 'select', 'with', 'from', 'values', ...pivots)
  }
  return starts
}

const startsQuery = ({ queries }: Reading, at: number): boolean => queries[at] === true

/**
 * Computed once, on demand; empty during its own computation, as in a recursive CTE, or where the chain is
 * too deep.
 */
function lazy(reading: Reading, compute: () => readonly ScopeColumn[]): () => readonly ScopeColumn[] {
  let known: readonly ScopeColumn[] | undefined
  let computing = false
  return () => {
    if (known || computing || reading.waiting >= mostWaiting) return known ?? []
    computing = true
    reading.waiting += 1
    known = compute()
    reading.waiting -= 1
    computing = false
    return known
  }
}

function emptyScope(start: number, end: number, parent: Scope | null, ctes: readonly Cte[]): Scope {
  return {
    start,
    end,
    parent,
    clauses: [],
    sources: [],
    joins: [],
    ctes,
    children: [],
    output: () => [],
  }
}

/**
 * WITH …, then arms separated by UNION, INTERSECT, EXCEPT. The query's own scope is its last arm's parent.
 */
function readQuery(
  reading: Reading,
  start: number,
  end: number,
  parent: Scope | null,
  outer: readonly Cte[],
): Scope {
  const { words } = reading
  const query = emptyScope(start, end, parent, outer)
  parent?.children.push(query)
  if (reading.depth >= deepest) return query
  reading.depth += 1
  const body = readWith(reading, query, start, end)
  const arms = splitOnLevel(words, body, end, (at) => isKeyword(words, at, 'union', 'intersect', 'except'))
  const read = arms.map(([from, to]) => readArm(reading, skipSetWords(words, from, to), to, query))
  reading.depth -= 1
  query.output = lazy(
    reading,
    () => read.find((arm) => arm.clauses.length > 0 || arm.children.length > 0)?.output() ?? [],
  )
  return query
}

function skipSetWords(words: Words, from: number, to: number): number {
  let at = from
  while (at < to && isKeyword(words, at, 'all', 'distinct', 'by', 'name')) at += 1
  return at
}

/** Parses `WITH a (x, y) AS (…), …`; returns where the query continues. */
function readWith(reading: Reading, query: Scope, start: number, end: number): number {
  const { words } = reading
  if (!isKeyword(words, start, 'with')) return start
  let at = start + 1
  const recursive = isKeyword(words, at, 'recursive')
  if (recursive) at += 1
  while (at < end) {
    const name = nameOf(words.all[at])
    if (name === null || isKeyword(words, at, 'select', 'from', 'values')) break
    const nameAt = at
    at += 1
    let renamed: string[] = []
    if (words.all[at]?.text === '(') {
      const close = words.closing.get(at) ?? end
      renamed = namesWithin(words, at + 1, close)
      at = close + 1
    }
    while (isKeyword(words, at, 'using', 'key')) at += 1
    if (isKeyword(words, at, 'as')) at += 1
    while (isKeyword(words, at, 'not', 'materialized')) at += 1
    if (words.all[at]?.text !== '(') break
    const close = Math.min(words.closing.get(at) ?? end, end)
    let body: Scope | undefined
    const cte: Cte = {
      name,
      at: nameAt,
      renamed,
      columns: lazy(reading, () => positional(body?.output() ?? [], renamed)),
    }
    const visible = recursive ? [cte, ...query.ctes] : query.ctes
    body = readQuery(reading, at + 1, close, query, visible)
    cte.query = body
    query.ctes = [cte, ...query.ctes]
    at = close + 1
    if (words.all[at]?.text !== ',') break
    at += 1
  }
  return at
}

function namesWithin(words: Words, from: number, to: number): string[] {
  return splitOnLevel(words, from, to, (at) => words.all[at]?.text === ',').flatMap(([start]) => {
    const name = start < to ? nameOf(words.all[start]) : null
    return name === null ? [] : [name]
  })
}

const clauseWords: Record<string, ClauseKind> = {
  select: 'select',
  from: 'from',
  where: 'where',
  having: 'having',
  qualify: 'qualify',
  window: 'window',
  limit: 'limit',
  offset: 'limit',
  values: 'values',
}

function clauseAt(words: Words, at: number): { kind: ClauseKind; length: number } | null {
  const word = words.all[at]
  if (word?.kind !== 'word' || isMember(words, at)) return null
  if (word.lower === 'group' || word.lower === 'order') {
    return isKeyword(words, at + 1, 'by') ? { kind: word.lower, length: 2 } : null
  }
  // `a IS DISTINCT FROM b`
  const compares = isKeyword(words, at - 1, 'distinct') && isKeyword(words, at - 2, 'is', 'not')
  if (word.lower === 'from' && compares) return null
  const kind = clauseWords[word.lower]
  // `values` may be a name; it begins a clause only at the start of an arm.
  return kind ? { kind, length: 1 } : null
}

function pivotClauseAt(words: Words, at: number, start: number): { kind: ClauseKind; length: number } | null {
  if (at === start) return { kind: 'from', length: 1 }
  return isKeyword(words, at, 'on', 'using') ? { kind: 'pivot', length: 1 } : null
}

function readArm(reading: Reading, start: number, end: number, query: Scope): Scope {
  const { words } = reading
  const arm = emptyScope(start, end, query, query.ctes)
  query.children.push(arm)
  if (words.all[start]?.text === '(' && startsQuery(reading, start + 1)) {
    const close = Math.min(words.closing.get(start) ?? end, end)
    const inner = readQuery(reading, start + 1, close, arm, query.ctes)
    arm.output = inner.output
    readClauses(reading, arm, close + 1, end)
    return arm
  }
  readClauses(reading, arm, start, end)
  arm.output = lazy(reading, () => (isPivot(words, arm) ? pivotOutput(words, arm) : outputOf(words, arm)))
  return arm
}

function readClauses(reading: Reading, arm: Scope, start: number, end: number): void {
  const { words } = reading
  const pivoting = isPivot(words, arm)
  eachOnLevel(words, start, end, (at) => {
    const found = pivoting ? (pivotClauseAt(words, at, start) ?? clauseAt(words, at)) : clauseAt(words, at)
    if (!found || (found.kind === 'values' && at !== start)) return undefined
    const last = arm.clauses.at(-1)
    if (last) last.end = at
    arm.clauses.push({ kind: found.kind, start: at + found.length, end })
    return undefined
  })
  for (const clause of arm.clauses)
    if (clause.kind === 'from') readFrom(reading, arm, clause.start, clause.end)
  for (const clause of arm.clauses) {
    if (clause.kind !== 'from') readNested(reading, arm, clause.start, clause.end)
  }
  if (arm.clauses.length === 0) readNested(reading, arm, start, end)
}

/** Finds the queries in the brackets of an expression. */
function readNested(reading: Reading, arm: Scope, from: number, to: number): void {
  const { words } = reading
  for (let at = from; at < to; at++) {
    if (words.all[at]?.text !== '(' || !startsQuery(reading, at + 1)) continue
    const close = Math.min(words.closing.get(at) ?? to, to)
    readQuery(reading, at + 1, close, arm, arm.ctes)
    at = close
  }
}

const joinWords = new Set(
  'natural left right full inner cross outer semi anti asof positional join lateral'.split(' '),
)

/** Tables and joins of a FROM; bracketed join groups are parsed as if without brackets. */
function readFrom(reading: Reading, arm: Scope, from: number, to: number): void {
  const { words } = reading
  let at = from
  let natural = false
  /** Column names of the first `read` sources. */
  const known = new Set<string>()
  let read = 0
  while (at < to) {
    const word = words.all[at]
    if (word?.text === ',' || (word?.kind === 'word' && joinWords.has(word.lower))) {
      natural ||= word.lower === 'natural'
      at += 1
      continue
    }
    if (isKeyword(words, at, 'on', 'using')) {
      at = readCondition(reading, arm, at, to)
      continue
    }
    const first = arm.sources.length
    const next = readFactor(reading, arm, at, to)
    if (natural) {
      const right = arm.sources[first]
      for (; read < first; read += 1)
        for (const { name } of arm.sources[read]?.columns() ?? []) known.add(name.toLowerCase())
      if (right) {
        right.merged = right
          .columns()
          .map(({ name }) => name)
          .filter((name) => known.has(name.toLowerCase()))
      }
      natural = false
    }
    at = Math.max(next, at + 1)
  }
}

const isJoinWord = (words: Words, at: number): boolean => {
  const word = words.all[at]
  return word?.kind === 'word' && joinWords.has(word.lower) && !isMember(words, at)
}

function readCondition(reading: Reading, arm: Scope, at: number, to: number): number {
  const { words } = reading
  const kind = words.all[at]?.lower === 'on' ? 'on' : 'using'
  let end = to
  eachOnLevel(words, at + 1, to, (inner) => {
    // `left(…)` and `right(…)` are functions here.
    const isCall = words.all[inner + 1]?.text === '('
    if (words.all[inner]?.text === ',' || (isJoinWord(words, inner) && !isCall)) {
      end = inner
      return false
    }
    return undefined
  })
  const right = Math.max(arm.sources.length - 1, 0)
  arm.joins.push({ kind, start: at + 1, end, right })
  const source = arm.sources[right]
  if (kind === 'using' && source && words.all[at + 1]?.text === '(') {
    source.merged = namesWithin(words, at + 2, Math.min(words.closing.get(at + 1) ?? to, to))
  }
  if (kind === 'on') readNested(reading, arm, at + 1, end)
  return end
}

/** One table, query or call with its alias. Returns where it ends. */
function readFactor(reading: Reading, arm: Scope, at: number, to: number): number {
  const { words } = reading
  const word = words.all[at]
  if (word?.text === '(') {
    const close = Math.min(words.closing.get(at) ?? to, to)
    if (!startsQuery(reading, at + 1)) {
      if (reading.depth >= deepest) return close + 1
      reading.depth += 1
      readFrom(reading, arm, at + 1, close)
      reading.depth -= 1
      return close + 1
    }
    const inner = readQuery(reading, at + 1, close, arm, arm.ctes)
    const { alias, aliasAt, renamed, end } = readAlias(words, close + 1, to)
    arm.sources.push({
      kind: 'subquery',
      name: '',
      alias,
      query: inner,
      nameAt: -1,
      aliasAt,
      columns: lazy(reading, () => positional(inner.output(), renamed)),
      merged: [],
    })
    return end
  }
  if (!isName(word)) return at + 1
  const path = [nameOf(word) as string]
  let end = at + 1
  while (words.all[end]?.text === '.' && isName(words.all[end + 1]) && isMember(words, end + 1)) {
    path.push(nameOf(words.all[end + 1]) as string)
    end += 2
  }
  const nameAt = end - 1
  if (words.all[end]?.text === '.') end += 1
  if (words.all[end]?.text === '(') {
    const close = Math.min(words.closing.get(end) ?? to, to)
    readNested(reading, arm, end + 1, close)
    const aliased = readAlias(words, close + 1, to)
    arm.sources.push({ ...functionSource(path.at(-1) as string, aliased), nameAt })
    return aliased.end
  }
  const aliased = readAlias(words, end, to)
  arm.sources.push({ ...tableSource(reading, arm, path, aliased), nameAt })
  return aliased.end
}

interface Alias {
  alias: string | null
  /** Index of the alias; -1 without one. */
  aliasAt: number
  renamed: string[]
  end: number
}

function readAlias(words: Words, from: number, to: number): Alias {
  let at = from
  const said = isKeyword(words, at, 'as')
  if (said) at += 1
  const word = words.all[at]
  if (at >= to || !isName(word) || (word?.kind === 'word' && endsItem.has(word.lower))) {
    return { alias: null, aliasAt: -1, renamed: [], end: at }
  }
  const alias = nameOf(word)
  const aliasAt = at
  at += 1
  if (words.all[at]?.text !== '(' || at >= to) return { alias, aliasAt, renamed: [], end: at }
  const close = Math.min(words.closing.get(at) ?? to, to)
  return { alias, aliasAt, renamed: namesWithin(words, at + 1, close), end: close + 1 }
}

/** A table function is assumed to have one column with its own name. */
function functionSource(name: string, { alias, aliasAt, renamed }: Alias): Omit<Source, 'nameAt'> {
  const columns = positional([{ name: name.toLowerCase(), type: '', comment: '' }], renamed)
  return { kind: 'function', name, alias: alias ?? name, aliasAt, columns: () => columns, merged: [] }
}

function tableSource(
  reading: Reading,
  arm: Scope,
  path: string[],
  { alias, aliasAt, renamed }: Alias,
): Omit<Source, 'nameAt'> {
  const { catalog } = reading
  const name = path.at(-1) as string
  const shown = alias ?? name
  const cte = path.length === 1 ? arm.ctes.find((one) => sameName(one.name, name)) : undefined
  if (cte) {
    const columns = lazy(reading, () => positional(cte.columns(), renamed))
    return { kind: 'cte', name, alias: shown, aliasAt, cte, columns, merged: [] }
  }
  const temporary = isTemporaryPath(path)
    ? catalog.temporary.find(
        ({ name: one, schema = 'tmp' }) => sameName(one, name) && sameName(path.at(-2) ?? '', schema),
      )
    : undefined
  const table = temporary ?? (isTemporaryPath(path) ? undefined : tableNamed(catalog, name))
  if (!table) return { kind: 'unknown', name, alias: shown, aliasAt, columns: () => [], merged: [] }
  const columns = lazy(reading, () =>
    positional(
      table.columns.map((column) => ({
        ...column,
        table: temporary ? `${temporary.schema ?? 'tmp'}.${name}` : table.name,
      })),
      renamed,
    ),
  )
  return { kind: temporary ? 'temporary' : 'table', name, alias: shown, aliasAt, table, columns, merged: [] }
}

const isTemporaryPath = (path: string[]): boolean =>
  path.length > 1 && ['tmp', 'dict'].some((schema) => sameName(path.at(-2) ?? '', schema))

const tablesByName = new WeakMap<SqlCatalog, Map<string, SqlTable>>()
export function tableNamed(catalog: SqlCatalog, name: string): SqlTable | undefined {
  let known = tablesByName.get(catalog)
  if (!known) {
    known = new Map(catalog.tables.map((table) => [table.name.toLowerCase(), table]))
    tablesByName.set(catalog, known)
  }
  return known.get(name.toLowerCase())
}

/** The innermost scope that a word inserted before word `at` would belong to. */
export function scopeAt(root: Scope, at: number): Scope {
  let scope = root
  for (let child = childAt(root, at); child; child = childAt(scope, at)) scope = child
  return scope
}

const ordered = new WeakMap<Scope, readonly Scope[]>()

/** Sorted by beginning: scopes in a FROM are parsed first, wherever it is. */
function childAt(scope: Scope, at: number): Scope | null {
  let children = ordered.get(scope)
  if (!children) {
    children = scope.children.toSorted((one, other) => one.start - other.start)
    ordered.set(scope, children)
  }
  const found = lastFrom(children, at)
  return found && at <= found.end ? found : null
}

/** Among sorted ranges, the last that begins at or before the word. */
function lastFrom<Range extends { start: number }>(ranges: readonly Range[], at: number): Range | null {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as Range).start > at) high = middle
    else low = middle + 1
  }
  return ranges[low - 1] ?? null
}

/** The clause that contains the word. */
export function clauseOf({ clauses }: Scope, at: number): Clause | null {
  const found = lastFrom(clauses, at)
  return found && at < found.end ? found : null
}

/** The join condition that contains the word. */
export function joinOf({ joins }: Scope, at: number): JoinCondition | null {
  const found = lastFrom(joins, at)
  return found && at < found.end ? found : null
}
