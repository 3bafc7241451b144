// Detects errors while typing: unknown tables and columns, unused queries of WITH. Where anything is
// uncertain, nothing is reported.
import { isClickHouse } from '../dialect.ts'
import type { SqlCatalog } from '../types.ts'
import { pathTo, sourceNamed } from './bindings.ts'
import type { StatementView } from './complete.ts'
import { keywords } from './keywords.ts'
import { itemsStart, mostColumns } from './outputs.ts'
import { clauseOf, joinOf, scopeAt } from './scopes.ts'
import type { Cte, Scope, Source } from './scopeTypes.ts'
import { isKeyword, isMember, isName, nameOf, splitOnLevel, type Words } from './words.ts'

export interface Doubt {
  start: number
  end: number
  message: string
  /** Unused, but not wrong. */
  isUnused?: boolean
}

const most = 20

export function doubtsOf({ words, root }: StatementView, catalog: SqlCatalog): Doubt[] {
  if (catalog.tables.length === 0 || !isPlain(words)) return []
  const scopes: Scope[] = []
  const visit = (scope: Scope): void => {
    scopes.push(scope)
    scope.children.forEach(visit)
  }
  visit(root)
  const tables = scopes.flatMap(({ sources }) => sources.flatMap((source) => tableDoubt(words, source)))
  // On ClickHouse a name may also come from any alias, a value of WITH or ARRAY JOIN.
  if (isClickHouse(catalog)) return tables.slice(0, most)
  const columns = tables.length > 0 ? [] : new ColumnDoubts(words, root, scopes).found()
  return [...tables, ...columns, ...unusedDoubts(words, scopes)].slice(0, most)
}

/** Constructs that define names in ways not parsed here. */
const makesNames = new Set([
  'pivot',
  'unpivot',
  'pivot_wider',
  'pivot_longer',
  'lambda',
  'for',
  'columns',
  'macro',
])

function isPlain(words: Words): boolean {
  const first = words.all[0]
  if (!first || !['select', 'with', 'from', '('].includes(first.text.toLowerCase())) return false
  return words.all.every((word, at) => {
    if (word.open || word.kind === 'unknown') return false
    if (word.kind === 'word') return isMember(words, at) || !makesNames.has(word.lower)
    if (word.kind !== 'symbol') return true
    if (word.text === '(' || word.text === '[' || word.text === '{')
      return words.closing.get(at) !== words.all.length
    return !['->', ':', '`', ';'].includes(word.text)
  })
}

function tableDoubt(words: Words, { kind, name, nameAt }: Source): Doubt[] {
  const word = words.all[nameAt]
  if (kind !== 'unknown' || !word || isMember(words, nameAt) || noColumns.has(word.lower)) return []
  return [{ start: word.start, end: word.end, message: `没有表 ${name}` }]
}

/** A name that occurs nowhere else in the statement. */
function unusedDoubts(words: Words, scopes: readonly Scope[]): Doubt[] {
  const ctes = new Set<Cte>()
  for (const scope of scopes) {
    // A scope's own queries come last, after those of outer scopes.
    for (const cte of scope.ctes) {
      if (ctes.has(cte)) break
      ctes.add(cte)
    }
  }
  const times = new Map<string, number>()
  for (const word of words.all) {
    const name = isName(word) ? (nameOf(word) ?? '').toLowerCase() : ''
    times.set(name, (times.get(name) ?? 0) + 1)
  }
  return [...ctes].flatMap((cte: Cte) => {
    const word = words.all[cte.at]
    if (!word || (times.get(cte.name.toLowerCase()) ?? 0) > 1) return []
    return [{ start: word.start, end: word.end, message: `WITH 里的 ${cte.name} 没有用到`, isUnused: true }]
  })
}

/** Words that name no column, though they stand in the position of one. */
const noColumns = new Set([
  ...keywords,
  ...'current_date current_time current_timestamp localtime localtimestamp rowid rowset today now default excluded grouping_id zone time timestamp interval year month day hour minute second week quarter unknown infinity nan'.split(
    ' ',
  ),
])

/** Words that a column may directly follow. */
const leads = new Set(
  'select where and or on by when then else not having distinct case between qualify all'.split(' '),
)
const operators = new Set([
  '=',
  '==',
  '<>',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '||',
  ',',
  '(',
])

/** Calls and lists in whose brackets words have other meanings. */
const ownWords = new Set(
  'extract trim position substring overlay cast try_cast exclude replace rename using columns struct_pack unnest over interval recursive within partition window'.split(
    ' ',
  ),
)

class ColumnDoubts {
  private readonly certain = new Map<Scope, boolean>()
  // Cached, because it is asked again for each name of a text.
  private readonly known = new Map<Scope, boolean>()
  private readonly given = new Map<Scope, ReadonlySet<string>>()
  private readonly columns = new Map<Source, ReadonlySet<string>>()
  /** Opening brackets in which words mean other things than columns. */
  private readonly strange = new Set<number>()
  private readonly words: Words
  private readonly root: Scope
  private readonly scopes: readonly Scope[]

  constructor(words: Words, root: Scope, scopes: readonly Scope[]) {
    this.words = words
    this.root = root
    this.scopes = scopes
    words.all.forEach((word, open) => {
      const caller = words.all[open - 1]
      if (!words.closing.has(open)) return
      const isOwn = word.text === '{' || (caller?.kind === 'word' && ownWords.has(caller.lower))
      if (isOwn || this.strange.has(words.around[open] ?? -1)) this.strange.add(open)
    })
  }

  found(): Doubt[] {
    const { words } = this
    const declared = new Set<number>()
    for (const { sources, ctes } of this.scopes) {
      for (const { nameAt, aliasAt } of sources) declared.add(nameAt).add(aliasAt)
      for (const { at } of ctes) declared.add(at)
    }
    return words.all.flatMap((word, at): Doubt[] => {
      if (!isName(word) || declared.has(at)) return []
      const message = isMember(words, at) ? this.memberDoubt(at) : this.plainDoubt(at)
      return message === null ? [] : [{ start: word.start, end: word.end, message }]
    })
  }

  private plainDoubt(at: number): string | null {
    const { words } = this
    const word = words.all[at]
    if (!word || (word.kind === 'word' && noColumns.has(word.lower))) return null
    if (!this.mayBeColumn(at)) return null
    const scope = scopeAt(this.root, at)
    const name = nameOf(word) ?? ''
    // In a FROM, only join conditions are checked.
    const clause = clauseOf(scope, at)
    if (!clause || clause.kind === 'limit' || clause.kind === 'window' || clause.kind === 'values')
      return null
    if (clause.kind === 'from' && joinOf(scope, at)?.kind !== 'on') return null
    if (!this.isKnownAround(scope)) return null
    for (let around: Scope | null = scope; around; around = around.parent) {
      if (this.namesOf(around).has(name.toLowerCase())) return null
    }
    return `没有列 ${name}`
  }

  private memberDoubt(at: number): string | null {
    const { words } = this
    const next = words.all[at + 1]?.text
    const path = pathTo(words, at)
    if (next === '(' || next === '.' || path.length !== 2) return null
    const source = sourceNamed(scopeAt(this.root, at), path[0] as string)
    if (!source || !this.isCertainSource(source)) return null
    const name = path[1] as string
    if (name.toLowerCase() === 'rowid') return null
    return this.columnsOf(source).has(name.toLowerCase()) ? null : `${path[0]} 里没有列 ${name}`
  }

  private mayBeColumn(at: number): boolean {
    const { words } = this
    const before = words.all[at - 1]
    const next = words.all[at + 1]
    if (!before || next?.kind === 'text' || next?.kind === 'quoted') return false
    if (next && ['(', '.', ':=', '=>', '['].includes(next.text)) return false
    const fits =
      (before.kind === 'symbol' && operators.has(before.text)) ||
      (before.kind === 'word' && leads.has(before.lower) && !isMember(words, at - 1))
    return fits && !this.strange.has(words.around[at] ?? -1)
  }

  /** Lower-case names: of columns, of whole sources, of defined aliases; of all arms of a UNION. */
  private namesOf(scope: Scope): ReadonlySet<string> {
    // The outermost scope reads nothing itself.
    if (scope.parent === null) return new Set()
    const known = this.given.get(scope.parent)
    if (known) return known
    const names = new Set<string>()
    for (const one of scope.parent.children) {
      for (const source of one.sources) {
        if (source.alias !== null) names.add(source.alias.toLowerCase())
        for (const name of this.columnsOf(source)) names.add(name)
      }
      for (const name of selectNames(this.words, one)) names.add(name.toLowerCase())
    }
    this.given.set(scope.parent, names)
    return names
  }

  private columnsOf(source: Source): ReadonlySet<string> {
    const known = this.columns.get(source)
    if (known) return known
    const names = new Set(source.columns().map(({ name }) => name.toLowerCase()))
    this.columns.set(source, names)
    return names
  }

  private isKnownAround(scope: Scope): boolean {
    return scope.sources.length > 0 && this.isKnown(scope)
  }

  /** Whether everything that a scope and its outer scopes read is known. */
  private isKnown(scope: Scope): boolean {
    const known = this.known.get(scope)
    if (known !== undefined) return known
    const answer =
      scope.sources.every((source) => this.isCertainSource(source)) &&
      (scope.parent === null || this.isKnown(scope.parent))
    this.known.set(scope, answer)
    return answer
  }

  private isCertainSource({ kind, cte, query, columns }: Source): boolean {
    const count = columns().length
    if (count === 0 || count >= mostColumns) return false
    if (kind === 'table' || kind === 'temporary') return true
    const inner = cte ? cte.query : query
    return inner !== undefined && this.isCertain(inner)
  }

  /** Whether a query's output columns are all known by name. */
  private isCertain(query: Scope): boolean {
    const known = this.certain.get(query)
    if (known !== undefined) return known
    // A recursive query is as certain as the rest of it.
    this.certain.set(query, true)
    const arms = query.children.filter(({ clauses }) => clauses.length > 0)
    const first = arms[0]
    const answer =
      first?.sources.every((source) => this.isCertainSource(source)) === true && this.isNamed(first)
    this.certain.set(query, answer)
    return answer
  }

  /** Every item is a star, a column or has an alias; none makes several columns. */
  private isNamed(scope: Scope): boolean {
    const { words } = this
    const list = scope.clauses.find(({ kind }) => kind === 'select')
    if (!list) return scope.clauses.some(({ kind }) => kind === 'from' || kind === 'values')
    for (let at = list.start; at < list.end; at += 1) {
      if (isKeyword(words, at, 'rename', 'unnest', 'columns')) return false
      const owner =
        words.all[at]?.text === '*' && words.all[at - 1]?.text === '.' ? nameOf(words.all[at - 2]) : null
      if (owner !== null && sourceNamed(scope, owner) === null) return false
    }
    return true
  }
}

/** Names of a SELECT's items, as far as known. */
function selectNames(words: Words, scope: Scope): string[] {
  const list = scope.clauses.find(({ kind }) => kind === 'select')
  if (!list) return []
  const items = splitOnLevel(
    words,
    itemsStart(words, list.start),
    list.end,
    (at) => words.all[at]?.text === ',',
  )
  return items.flatMap(([from, to]) => {
    const name = to - from > 1 && !isMember(words, to - 1) ? nameOf(words.all[to - 1]) : null
    return name === null || isKeyword(words, to - 1, 'end') ? [] : [name]
  })
}
