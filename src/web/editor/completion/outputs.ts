// The output columns of a SELECT: its list item by item, stars expanded, names made unique as by the engine.
import { columnOf, typeOf } from './expressionTypes.ts'
import { aliasesOf } from './resolving.ts'
import type { Scope, ScopeColumn, Source } from './scopeTypes.ts'
import { fieldsOf } from './structs.ts'
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

/** Limit, because chained WITH queries that each read the previous one twice double their columns. */
export const mostColumns = 2_000

function upToMost<Part>(
  parts: readonly Part[],
  columnsOf: (part: Part) => readonly ScopeColumn[],
): ScopeColumn[] {
  const found: ScopeColumn[] = []
  for (const part of parts) {
    for (const column of columnsOf(part)) {
      if (found.length >= mostColumns) return found
      found.push(column)
    }
  }
  return found
}

/** Renames the first columns; surplus names become columns of unknown type. */
export function positional(columns: readonly ScopeColumn[], renamed: readonly string[]): ScopeColumn[] {
  return [
    ...columns.map((column, at) => ({ ...column, name: renamed[at] ?? column.name })),
    ...renamed.slice(columns.length).map((name) => ({ name, type: '', comment: '' })),
  ]
}

export function outputOf(words: Words, arm: Scope): ScopeColumn[] {
  const values = arm.clauses.find(({ kind }) => kind === 'values')
  if (values) return valuesColumns(words, values.start, values.end)
  const list = arm.clauses.find(({ kind }) => kind === 'select')
  if (!list) return arm.clauses.some(({ kind }) => kind === 'from') ? single(spread(arm.sources)) : []
  const items = splitOnLevel(
    words,
    itemsStart(words, list.start),
    list.end,
    (at) => words.all[at]?.text === ',',
  )
  return single(upToMost(items, ([from, to]) => itemColumns(words, arm, from, to)))
}

/**
 * The columns of a PIVOT as far as they are written: those of GROUP BY, else those of its source that are neither
 * turned nor summed up, and the values of a list. The others depend on the rows.
 */
export function pivotOutput(words: Words, arm: Scope): ScopeColumn[] {
  const parts = arm.clauses.filter(({ kind }) => kind === 'pivot')
  const behind = (keyword: string): [number, number][] =>
    parts.flatMap(({ start, end }) =>
      isKeyword(words, start - 1, keyword)
        ? splitOnLevel(words, start, end, (at) => words.all[at]?.text === ',')
        : [],
    )
  const group = arm.clauses.find(({ kind }) => kind === 'group')
  const used = new Set<string>()
  for (const { start, end } of parts)
    for (let at = start; at < end; at += 1) used.add((nameOf(words.all[at]) ?? '').toLowerCase())
  const kept = group
    ? upToMost(
        splitOnLevel(words, group.start, group.end, (at) => words.all[at]?.text === ','),
        ([from, to]) => itemColumns(words, arm, from, to),
      )
    : spread(arm.sources).filter(({ name }) => !used.has(name.toLowerCase()))
  const [turned, ...others] = behind('on')
  const sums = behind('using')
  // Several lists or sums make names of several parts.
  if (!turned || others.length > 0 || sums.length > 1) return single(kept)
  const open = turned[0] + 2
  const listed = isKeyword(words, turned[0] + 1, 'in')
    ? Math.min(words.closing.get(open) ?? open, turned[1])
    : open
  const values = words.all.slice(open + 1, listed).filter(({ kind }) => kind === 'text' || kind === 'number')
  const named = values.map(({ text }) => ({ name: text.replace(/^'|'$/g, ''), type: '', comment: '' }))
  return single([...kept, ...named].slice(0, mostColumns))
}

function valuesColumns(words: Words, from: number, to: number): ScopeColumn[] {
  if (words.all[from]?.text !== '(') return []
  const close = Math.min(words.closing.get(from) ?? to, to)
  return splitOnLevel(words, from + 1, close, (at) => words.all[at]?.text === ',').map((_, at) => ({
    name: `col${at}`,
    type: '',
    comment: '',
  }))
}

/** After DISTINCT, ALL and DISTINCT ON (…). */
export function itemsStart(words: Words, from: number): number {
  let at = from
  while (isKeyword(words, at, 'distinct', 'all')) at += 1
  if (at > from && isKeyword(words, at, 'on') && words.all[at + 1]?.text === '(') {
    at = (words.closing.get(at + 1) ?? at + 1) + 1
  }
  return at
}

/** All columns; those merged by joins only once. */
export function spread(sources: readonly Source[]): ScopeColumn[] {
  return upToMost(sources, (source) =>
    source.columns().filter(({ name }) => !source.merged.some((one) => sameName(one, name))),
  )
}

/** The engine names a query's second `a` `a_1`. */
function single(columns: readonly ScopeColumn[]): ScopeColumn[] {
  const seen = new Map<string, number>()
  return columns.map((column) => {
    const key = column.name.toLowerCase()
    const times = seen.get(key) ?? 0
    seen.set(key, times + 1)
    return times === 0 ? column : { ...column, name: `${column.name}_${times}` }
  })
}

function itemColumns(words: Words, arm: Scope, from: number, to: number): ScopeColumn[] {
  if (from >= to) return []
  const star = starColumns(words, arm, from, to)
  if (star) return star
  const alias = aliasOf(words, from, to)
  const column = columnOf(words, arm, from, alias?.start ?? to)
  if (alias) {
    const made = column ?? { type: typeOf(words, arm, from, alias.start), comment: '' }
    return [{ ...made, name: alias.name }]
  }
  if (column) return [column]
  const isCount = words.all[from]?.lower === 'count' && words.all[from + 2]?.text === '*'
  return isCount && to - from === 4 ? [{ name: 'count_star()', type: 'BIGINT', comment: '' }] : []
}

/** `*`, `a.*`, without the columns of EXCLUDE. */
function starColumns(words: Words, arm: Scope, from: number, to: number): ScopeColumn[] | null {
  let sources = arm.sources
  let at = from
  if (isName(words.all[at]) && words.all[at + 1]?.text === '.' && words.all[at + 2]?.text === '*') {
    const alias = nameOf(words.all[at]) as string
    sources = aliasesOf(arm).get(alias.toLowerCase()) ?? []
    if (sources.length === 0 && to === at + 3) return fieldsOf(arm, [alias])
    at += 2
  }
  if (words.all[at]?.text !== '*') return null
  const columns = at > from ? upToMost(sources, (source) => source.columns()) : spread(sources)
  if (!isKeyword(words, at + 1, 'exclude')) return [...columns]
  const out: string[] = []
  const listed = words.all[at + 2]?.text === '('
  const end = listed ? Math.min(words.closing.get(at + 2) ?? to, to) : Math.min(at + 3, to)
  eachOnLevel(words, at + (listed ? 3 : 2), end, (inner) => {
    const name = nameOf(words.all[inner])
    if (name !== null) out.push(name)
    return undefined
  })
  return columns.filter(({ name }) => !out.some((one) => sameName(one, name)))
}

const endsValue = new Set(['end', 'null', 'true', 'false'])

/**
 * The alias of `expression AS name`, `expression name` or `name: expression`; others are named by the engine.
 */
function aliasOf(words: Words, from: number, to: number): { name: string; start: number } | null {
  const last = words.all[to - 1]
  if (to - from < 2 || !isName(last) || isMember(words, to - 1)) return null
  const name = nameOf(last) as string
  if (isKeyword(words, to - 2, 'as')) return { name, start: to - 2 }
  if (last?.kind === 'word' && (endsValue.has(last.lower) || operators.has(last.lower))) return null
  const before = words.all[to - 2]
  if (!before) return null
  const ends =
    before.kind === 'quoted' ||
    before.kind === 'text' ||
    before.kind === 'number' ||
    before.kind === 'parameter' ||
    before.text === ')' ||
    before.text === ']' ||
    before.text === '}' ||
    (before.kind === 'word' && !operators.has(before.lower))
  return ends ? { name, start: to - 1 } : null
}

const operators = new Set(
  'and or not in is like ilike between case when then else similar glob collate at distinct escape interval'.split(
    ' ',
  ),
)
