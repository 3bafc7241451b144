// Renaming within a statement: all occurrences of a locally defined name, and only those.
import { type Binding, bindingAt, type Names, namesOf } from './bindings.ts'
import type { StatementView } from './complete.ts'
import { quoteName } from './items.ts'
import type { Scope } from './scopeTypes.ts'
import { isName, nameOf, sameName } from './words.ts'

export interface Piece {
  start: number
  end: number
}

type Renaming = { name: string; own: Piece; places: Piece[] } | { problem: string }

export function renamingAt(view: StatementView, offset: number): Renaming | null {
  const { words } = view
  const at = words.all.findIndex(
    ({ start, end }) => start <= offset && offset <= end && isNameAt(view, start),
  )
  if (at < 0) return null
  const names = namesOf(view)
  const binding = bindingAt(view, names, at)
  if (!binding) return null
  if (binding.kind === 'table') return { problem: '表名不能在这里改，可以给它起一个别名' }
  if (binding.kind === 'column') return renamingOfColumn(view, names, binding, at)
  return renamingOf(view, names, binding, at)
}

const isNameAt = ({ words }: StatementView, start: number): boolean =>
  isName(words.all.find((word) => word.start === start))

/** A column defined by a WITH query or subquery is renamed there; a table's column is not. */
function renamingOfColumn(
  view: StatementView,
  names: Names,
  { source, name }: Extract<Binding, { kind: 'column' }>,
  at: number,
): Renaming {
  if (source.kind !== 'cte' && source.kind !== 'subquery') {
    return { problem: `${name} 是表里的列，名称不能在这里改` }
  }
  const inner = source.cte?.query ?? source.query
  const given = [...names.outputs.values()].find(
    (output) => sameName(output.name, name) && isWithin(output.scope, inner),
  )
  return given
    ? renamingOf(view, names, { kind: 'output', scope: given.scope, at: given.at }, at)
    : { problem: `${name} 没有在这条语句里起名，不能改` }
}

function isWithin(scope: Scope, query: Scope | undefined): boolean {
  return query !== undefined && (scope === query || scope.parent === query)
}

function renamingOf(view: StatementView, names: Names, binding: Binding, at: number): Renaming {
  const { words } = view
  const places: Piece[] = []
  const name = nameOf(words.all[at]) ?? ''
  for (let index = 0; index < words.all.length; index += 1) {
    const word = words.all[index]
    if (!word || !isName(word) || !sameName(nameOf(word) ?? '', name)) continue
    const found = bindingAt(view, names, index)
    if (found && isSame(found, binding)) places.push({ start: word.start, end: word.end })
    else if (binding.kind === 'output' && isSeenOutside(found, binding)) {
      return { problem: `外层也用到 ${name}，请先在外层另起别名` }
    }
  }
  const own = words.all[at]
  return own ? { name, own: { start: own.start, end: own.end }, places } : { problem: '这里没有可以改的名称' }
}

function isSame(one: Binding, other: Binding): boolean {
  if (one.kind === 'cte' && other.kind === 'cte') return one.cte === other.cte
  if (one.kind === 'alias' && other.kind === 'alias') return one.source === other.source
  return one.kind === 'output' && other.kind === 'output' && one.at === other.at
}

/** A column defined by the scope and read by an outer query. */
function isSeenOutside(found: Binding | null, { scope }: Extract<Binding, { kind: 'output' }>): boolean {
  if (found?.kind !== 'column') return false
  return isWithin(scope, found.source.cte?.query ?? found.source.query)
}

/** The name's spelling in SQL; null for an invalid name. */
export function writtenName(given: string): string | null {
  const name = given.trim().replace(/^"([\s\S]*)"$/, '$1')
  return name === '' || name.includes('\n') ? null : quoteName(name, 'table')
}
