// Resolves a name in a statement: a query of WITH, an alias, a table, a column, a name defined by the SELECT.
import type { StatementView } from './complete.ts'
import { endsItem, reserved } from './keywords.ts'
import { itemsStart } from './outputs.ts'
import { endsValue } from './place.ts'
import { aliasesOf } from './resolving.ts'
import { scopeAt } from './scopes.ts'
import type { Cte, Scope, Source } from './scopeTypes.ts'
import { isKeyword, isMember, isName, nameOf, sameName, splitOnLevel, type Words } from './words.ts'

export type Binding =
  | { kind: 'cte'; cte: Cte }
  | { kind: 'alias'; source: Source }
  | { kind: 'table'; source: Source }
  | { kind: 'column'; source: Source; name: string }
  | { kind: 'output'; scope: Scope; at: number }

/** A name that a scope's SELECT defines, with the word that defines it. */
interface Output {
  scope: Scope
  at: number
  name: string
}

export interface Names {
  ctes: Map<number, Cte>
  /** Sources by the word that names the table, and by the word of the alias. */
  named: Map<number, Source>
  aliased: Map<number, Source>
  outputs: Map<number, Output>
  scopes: Scope[]
}

export function namesOf({ words, root }: StatementView): Names {
  const names: Names = {
    ctes: new Map(),
    named: new Map(),
    aliased: new Map(),
    outputs: new Map(),
    scopes: [],
  }
  const visit = (scope: Scope): void => {
    names.scopes.push(scope)
    for (const cte of scope.ctes) names.ctes.set(cte.at, cte)
    for (const source of scope.sources) {
      if (source.nameAt >= 0) names.named.set(source.nameAt, source)
      if (source.aliasAt >= 0) names.aliased.set(source.aliasAt, source)
    }
    for (const at of outputPlaces(words, scope)) {
      names.outputs.set(at, { scope, at, name: nameOf(words.all[at]) ?? '' })
    }
    scope.children.forEach(visit)
  }
  visit(root)
  return names
}

/** Indexes of words that are aliases in a SELECT list. */
function outputPlaces(words: Words, scope: Scope): number[] {
  const list = scope.clauses.find(({ kind }) => kind === 'select')
  if (!list) return []
  const items = splitOnLevel(
    words,
    itemsStart(words, list.start),
    list.end,
    (at) => words.all[at]?.text === ',',
  )
  return items.flatMap(([from, to]) => {
    const last = to - 1
    if (last <= from || !isName(words.all[last]) || isMember(words, last)) return []
    if (isKeyword(words, last - 1, 'as')) return [last]
    if (isKeyword(words, last, 'end', 'null', 'true', 'false')) return []
    return endsValue(words, last - 1) ? [last] : []
  })
}

/** Longer paths are not resolved; otherwise `a.a.a.…` would be read whole from each name. */
const longestPath = 8

/** The names before a word's dot, outermost first; the word itself last. */
export function pathTo(words: Words, at: number): string[] {
  const path = [nameOf(words.all[at]) ?? '']
  for (
    let index = at;
    path.length < longestPath && isMember(words, index) && isName(words.all[index - 2]);
    index -= 2
  ) {
    path.unshift(nameOf(words.all[index - 2]) ?? '')
  }
  return path
}

export function bindingAt(view: StatementView, names: Names, at: number): Binding | null {
  const { words, root } = view
  const word = words.all[at]
  if (!word || !isName(word)) return null
  const cte = names.ctes.get(at)
  if (cte) return { kind: 'cte', cte }
  const aliased = names.aliased.get(at)
  if (aliased) return { kind: 'alias', source: aliased }
  const named = names.named.get(at)
  if (named) return named.cte ? { kind: 'cte', cte: named.cte } : { kind: 'table', source: named }
  const output = names.outputs.get(at)
  if (output) return { kind: 'output', scope: output.scope, at }
  const scope = scopeAt(root, at)
  if (words.all[at + 1]?.text === '.') return isMember(words, at) ? null : ownerBinding(scope, word)
  if (words.all[at + 1]?.text === '(') return null
  const path = pathTo(words, at)
  if (path.length === 1) return isReference(words, at) ? plainBinding(words, names, scope, at) : null
  const owner = path.length === 2 ? sourceNamed(scope, path[0] as string) : null
  return owner ? { kind: 'column', source: owner, name: path[1] as string } : null
}

function ownerBinding(scope: Scope, word: Parameters<typeof nameOf>[0]): Binding | null {
  const source = sourceNamed(scope, nameOf(word) ?? '')
  if (!source) return null
  if (source.aliasAt >= 0) return { kind: 'alias', source }
  return source.cte ? { kind: 'cte', cte: source.cte } : { kind: 'table', source }
}

export function sourceNamed(scope: Scope, name: string): Source | null {
  const key = name.toLowerCase()
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found = aliasesOf(at).get(key)?.[0]
    if (found) return found
  }
  return null
}

/** A name in the position of a value: no type, unit or argument name. */
function isReference(words: Words, at: number): boolean {
  const word = words.all[at]
  if (word?.kind === 'word' && (reserved.has(word.lower) || endsItem.has(word.lower))) return false
  const before = words.all[at - 1]
  const next = words.all[at + 1]
  if (before?.text === '::' || before?.text === '.' || isKeyword(words, at - 1, 'as')) return false
  if (next?.text === ':=' || next?.text === '=>' || next?.text === ':' || next?.kind === 'text') return false
  if (endsValue(words, at - 1) && !isKeyword(words, at - 1, 'all')) return false
  const opener = before?.text === '(' ? at - 2 : -1
  return !isKeyword(words, opener, 'extract', 'trim', 'position', 'overlay')
}

function plainBinding(words: Words, names: Names, scope: Scope, at: number): Binding | null {
  const name = nameOf(words.all[at]) ?? ''
  const clause = scope.clauses.findLast(({ start, end }) => start <= at && at < end)?.kind
  const own = [...names.outputs.values()].find((one) => one.scope === scope && sameName(one.name, name))
  const given = own && clause !== 'from' ? ({ kind: 'output', scope, at: own.at } as const) : null
  if (given && clause === 'order') return given
  for (let around: Scope | null = scope; around; around = around.parent) {
    const source = around.sources.find((one) => one.columns().some((column) => sameName(column.name, name)))
    if (source) return { kind: 'column', source, name }
    if (around === scope && given) return given
  }
  const whole = sourceNamed(scope, name)
  return whole ? ownerBinding(scope, words.all[at]) : null
}
