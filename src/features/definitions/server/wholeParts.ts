// Checks and cleans a large value against its schema part by part, yielding to other requests in between.
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { breathe } from '#server/limits/breath.ts'

interface Shape {
  type?: string
  items?: TSchema
  minItems?: number
  maxItems?: number
  properties?: Readonly<Record<string, TSchema>>
  required?: readonly string[]
}

/**
 * A violation of the schema with its place (`/points/3/name`), the value found there and the expected schema.
 */
export class PartWrong extends Error {
  readonly place: string
  readonly schema: TSchema
  readonly value: unknown

  constructor(place: string, schema: TSchema, value: unknown) {
    super(`wrong at ${place}`)
    this.place = place
    this.schema = schema
    this.value = value
  }
}

/** Shorter lists are checked together with the object around them. */
const longList = 1_000
const itemsAtOnce = 50

/** Returns a copy with only the known parts; throws PartWrong. */
export async function cleanedParts<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  place = '',
): Promise<Static<Schema>> {
  const shape = schema as Shape
  if (isLong(schema) && shape.type === 'array') return cleanedList(shape, value, place) as Static<Schema>
  if (isLong(schema)) return cleanedObject(shape, value, place) as Static<Schema>
  return cleaned(schema, value, place)
}

/** Whether a value of the schema may contain a long list. */
function isLong(schema: TSchema): boolean {
  const { type, items, maxItems = 0, properties = {} } = schema as Shape
  if (type === 'array') return maxItems >= longList || (items !== undefined && isLong(items))
  return type === 'object' && Object.values(properties).some(isLong)
}

function cleaned<Schema extends TSchema>(schema: Schema, value: unknown, place: string): Static<Schema> {
  if (Value.Check(schema, value)) return Value.Clean(schema, structuredClone(value)) as Static<Schema>
  throw new PartWrong(place, schema, value)
}

async function cleanedList(shape: Shape, value: unknown, place: string): Promise<unknown[]> {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = shape
  if (!Array.isArray(value) || value.length < minItems || value.length > maxItems)
    // The list's items are not the problem, and there may be very many, so they are left out.
    throw new PartWrong(
      place,
      { ...shape, items: {} } as TSchema,
      Array.isArray(value) ? value.length : value,
    )
  const found: unknown[] = []
  if (isLong(items)) {
    for (const [at, item] of value.entries()) found.push(await cleanedParts(items, item, `${place}/${at}`))
    return found
  }
  const several = Type.Array(items)
  for (let start = 0; start < value.length; start += itemsAtOnce) {
    await breathe()
    const part = value.slice(start, start + itemsAtOnce)
    if (Value.Check(several, part)) found.push(...cleaned(several, part, place))
    else for (const [step, item] of part.entries()) cleaned(items, item, `${place}/${start + step}`)
  }
  return found
}

async function cleanedObject(shape: Shape, value: unknown, place: string): Promise<Record<string, unknown>> {
  const { properties = {}, required = [] } = shape
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PartWrong(place, shape as TSchema, value)
  const given = value as Record<string, unknown>
  const found: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(properties)) {
    await breathe()
    if (Object.hasOwn(given, name)) found[name] = await cleanedParts(part, given[name], `${place}/${name}`)
    else if (required.includes(name)) throw new PartWrong(`${place}/${name}`, part, undefined)
  }
  return found
}
