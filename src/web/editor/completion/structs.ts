// Fields of a column that is a STRUCT, from its type as the engine writes it.
import { resolve } from './outputs.ts'
import type { Scope, ScopeColumn } from './scopeTypes.ts'
import { sameName } from './words.ts'

/** Fields behind `column.`, `alias.column.` or `column.field.`; none where that is no struct. */
export function fieldsOf(scope: Scope, path: readonly string[]): ScopeColumn[] {
  for (const length of [2, 1]) {
    if (path.length < length) continue
    const column = resolve(scope, path.slice(0, length))
    if (!column) continue
    const fields = within(structFields(column.type), path.slice(length))
    if (fields.length > 0) return fields.map((field) => ({ ...field, comment: '' }))
  }
  return []
}

interface Field {
  name: string
  type: string
}

function within(fields: Field[], path: readonly string[]): Field[] {
  const [name, ...rest] = path
  if (name === undefined) return fields
  const field = fields.find((one) => sameName(one.name, name))
  return field ? within(structFields(field.type), rest) : []
}

/** `STRUCT(a BIGINT, "b c" STRUCT(d VARCHAR))` → a, b c. */
export function structFields(type: string): Field[] {
  const inner = /^STRUCT\(([\s\S]*)\)$/i.exec(type.trim())?.[1]
  if (inner === undefined) return []
  return parts(inner).flatMap((part): Field[] => {
    const found = /^(?:"((?:[^"]|"")*)"|(\S+))\s+([\s\S]+)$/.exec(part.trim())
    if (!found) return []
    return [{ name: found[1]?.replaceAll('""', '"') ?? found[2] ?? '', type: found[3] ?? '' }]
  })
}

/** By the commas that stand in no bracket and no quotes. */
function parts(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === ',' && depth === 0) {
      found.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...found, text.slice(start)]
}
