// Resolves a path of names to a column.
import type { Scope, ScopeColumn, Source } from './scopeTypes.ts'

/** The column that a path names in a scope or its outer scopes. */
export function resolve(scope: Scope | null, path: readonly string[]): ScopeColumn | null {
  const name = (path.at(-1) as string).toLowerCase()
  const owner = path.at(-2)?.toLowerCase()
  for (let at = scope; at; at = at.parent) {
    for (const source of owner === undefined ? at.sources : (aliasesOf(at).get(owner) ?? [])) {
      const found = byName(source.columns()).get(name)
      if (found) return found
    }
  }
  return null
}

const aliases = new WeakMap<Scope, { count: number; found: ReadonlyMap<string, Source[]> }>()

/** Lower-case alias → source; cached because it is asked for each `a.b` of a text. */
export function aliasesOf(scope: Scope): ReadonlyMap<string, Source[]> {
  const known = aliases.get(scope)
  // A FROM that is still being parsed may get more sources.
  if (known?.count === scope.sources.length) return known.found
  const found = Map.groupBy(
    scope.sources.filter(({ alias }) => alias !== null),
    ({ alias }) => (alias ?? '').toLowerCase(),
  )
  aliases.set(scope, { count: scope.sources.length, found })
  return found
}

const columnsByName = new WeakMap<readonly ScopeColumn[], ReadonlyMap<string, ScopeColumn>>()

/** Lower-case name → first column with that name. */
function byName(columns: readonly ScopeColumn[]): ReadonlyMap<string, ScopeColumn> {
  const known = columnsByName.get(columns)
  if (known) return known
  const found = new Map<string, ScopeColumn>()
  for (const column of columns) {
    const key = column.name.toLowerCase()
    if (!found.has(key)) found.set(key, column)
  }
  columnsByName.set(columns, found)
  return found
}
