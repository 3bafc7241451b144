// A STRUCT's type as the engine writes it: `STRUCT(a BIGINT, "b c" STRUCT(d VARCHAR))`.
import { sameName } from './words.ts'

export interface Field {
  name: string
  /** '' where unknown. */
  type: string
}

/** Type of a field with unknown type. */
const unknown = '?'

/** Empty for other types, and for structs without field names. */
export function structFields(type: string): Field[] {
  const inner = /^STRUCT\(([\s\S]*)\)$/i.exec(type.trim())?.[1]
  if (inner === undefined) return []
  return parts(inner).flatMap((part): Field[] => {
    const found = /^(?:"((?:[^"]|"")*)"|(\S+))\s+([\s\S]+)$/.exec(part.trim())
    if (!found) return []
    const name = found[1]?.replaceAll('""', '"') ?? found[2] ?? ''
    return [{ name, type: found[3] === unknown ? '' : (found[3] ?? '') }]
  })
}

/** Limit, because structs nested through WITH can double in length with each query. */
const longest = 20_000

/** '' without fields, or beyond the limit. */
export function structType(fields: readonly Field[]): string {
  let text = ''
  for (const { name, type } of fields) {
    text += `${text === '' ? '' : ', '}${fieldName(name)} ${type || unknown}`
    if (text.length > longest) return ''
  }
  return text === '' ? '' : `STRUCT(${text})`
}

const fieldName = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`

/** Fields along a path of field names. */
export function fieldsWithin(fields: Field[], path: readonly string[]): Field[] {
  let found = fields
  for (const name of path) found = structFields(found.find((one) => sameName(one.name, name))?.type ?? '')
  return found
}

/** Splits at commas outside brackets and quotes. */
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
