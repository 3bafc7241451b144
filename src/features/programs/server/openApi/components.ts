// Schemas that stand more than once in the document become components, named after where they first stand.
import type { Json } from './types.ts'

/** Shorter schemas are written out where they stand. */
const shortest = 160

/** Types that every TypeScript has: a client with a type of such a name of its own breaks. */
const given = new Set([
  'Array',
  'Date',
  'Error',
  'Map',
  'Object',
  'Parameters',
  'Partial',
  'Pick',
  'Record',
  'Set',
])

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members whose values are schemas, or hold schemas, by how. */
const oneSchema = new Set(['items', 'additionalProperties', 'if', 'then', 'else', 'not'])
const schemaLists = new Set(['anyOf', 'allOf', 'oneOf'])
const schemaMaps = new Set(['properties', 'patternProperties'])

export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** First of all for each schema: counts what stands in it. */
  count(schema: unknown): void {
    if (!isObject(schema)) return
    const text = JSON.stringify(schema)
    const seen = (this.#counts.get(text) ?? 0) + 1
    this.#counts.set(text, seen)
    // What stands in a schema that was seen before becomes part of its component.
    if (seen > 1) return
    this.#parts(schema, (part) => this.count(part))
  }

  /** The schema as it stands in the document; `whole`: always a component of this name. */
  place(schema: unknown, name: string, whole = false): Json {
    const plain = JSON.parse(JSON.stringify(schema ?? {})) as Json
    return this.#placed(plain, name, whole) as Json
  }

  #placed(schema: unknown, name: string, whole = false): unknown {
    if (!isObject(schema)) return schema
    const text = JSON.stringify(schema)
    const known = this.#names.get(text)
    const isLong = text.length >= shortest
    // A short one that is a whole reply of some call would give its name to each null and number elsewhere.
    if (known !== undefined && (whole || isLong)) return { $ref: `#/components/schemas/${known}` }
    const isShared = isLong && (this.#counts.get(text) ?? 0) > 1
    if (!whole && !isShared) return this.#inside(schema, name)
    const own = this.#freeName(name)
    this.#names.set(text, own)
    this.schemas[own] = {}
    this.schemas[own] = this.#inside(schema, own)
    return { $ref: `#/components/schemas/${own}` }
  }

  #inside(schema: Json, name: string): Json {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (oneSchema.has(key)) return [key, this.#placed(value, key === 'items' ? `${name}Item` : name)]
        if (schemaLists.has(key) && Array.isArray(value))
          return [key, value.map((part) => this.#placed(part, name))]
        if (!schemaMaps.has(key) || !isObject(value)) return [key, value]
        const placed = Object.entries(value).map(([own, part]) => [own, this.#placed(part, capital(own))])
        return [key, Object.fromEntries(placed)]
      }),
    )
  }

  #parts(schema: Json, visit: (part: unknown) => void): void {
    for (const [key, value] of Object.entries(schema)) {
      if (oneSchema.has(key)) visit(value)
      else if (schemaLists.has(key) && Array.isArray(value)) value.forEach(visit)
      else if (schemaMaps.has(key) && isObject(value)) Object.values(value).forEach(visit)
    }
  }

  #freeName(wanted: string): string {
    const bare = wanted.replaceAll(/[^\w.-]/g, '') || 'Part'
    const plain = given.has(bare) ? `${bare}Part` : bare
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? plain : `${plain}${number}`
      if (!(name in this.schemas)) return name
    }
  }
}

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
