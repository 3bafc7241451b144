// Fields of a STRUCT column, from its type.
import { resolve } from './resolving.ts'
import type { Scope, ScopeColumn } from './scopeTypes.ts'
import { fieldsWithin, structFields } from './structTypes.ts'
import { sameName } from './words.ts'

/** Fields after `column.`, `alias.column.` or `column.field.`; empty where that is no struct. */
export function fieldsOf(scope: Scope, path: readonly string[]): ScopeColumn[] {
  for (const length of [2, 1]) {
    if (path.length < length) continue
    const column = resolve(scope, path.slice(0, length))
    if (!column) continue
    const fields = fieldsWithin(structFields(column.type), path.slice(length))
    if (fields.length > 0) return fields.map((field) => ({ ...field, comment: '' }))
  }
  return []
}

/** The field named last in a path. */
export function fieldOf(scope: Scope, path: readonly string[]): ScopeColumn | null {
  const name = path.at(-1) ?? ''
  return fieldsOf(scope, path.slice(0, -1)).find((field) => sameName(field.name, name)) ?? null
}
