// Schemas of counted ids come from src/shared/ids.ts alone, so that every call has the same bounds.
import { expect, it } from 'vitest'
import { callsOf } from '#server/slice.ts'
import { effectOf } from '#shared/call.ts'
import { idOrNewSchema, idOrNoneSchema, idSchema, ownIdSchema } from '#shared/ids.ts'
import * as slices from '#features/server.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

const kinds = [idSchema, idOrNewSchema, idOrNoneSchema, ownIdSchema].map((schema) => JSON.stringify(schema))
const isNamedId = (name: string) => /^ids?$|Ids?$/.test(name)

/** Places of whole numbers that are named like ids but have other bounds. */
function faults(schema: Schema, place: string, name = ''): string[] {
  const { type, properties = {}, items, anyOf = [] } = schema
  const own = type === 'integer' && isNamedId(name) && !kinds.includes(JSON.stringify(schema)) ? [place] : []
  return [
    ...own,
    ...Object.entries(properties).flatMap(([key, inner]) => faults(inner, `${place}.${key}`, key)),
    ...(items ? faults(items, `${place}[]`, name) : []),
    ...anyOf.flatMap((inner) => faults(inner, place, name)),
  ]
}

it('reports an id with bounds of its own', () => {
  const wrong = { type: 'object', properties: { reportIds: { type: 'array', items: { type: 'integer' } } } }
  expect(faults(wrong, 'call')).toEqual(['call.reportIds[]'])
})

it('every call declares its ids by the schemas of shared/ids.ts', () => {
  const found = callsOf(slices).flatMap(({ name, params = {}, query = {}, body = {} }) =>
    [params, query, body].flatMap((schema) => faults(schema as Schema, name)),
  )
  expect(found, 'use the id schemas of shared/ids.ts').toEqual([])
})

/** Ids in an example, including path parameters, which are texts. */
function exampleIds(schema: Schema, value: unknown): unknown[] {
  const { properties = {}, items, anyOf = [] } = schema
  if (value === undefined) return []
  if (kinds.includes(JSON.stringify(schema))) return [value]
  const inner = Object.entries(properties).flatMap(([key, part]) =>
    exampleIds(part, (value as Record<string, unknown> | null)?.[key]),
  )
  const listed = items && Array.isArray(value) ? value.flatMap((one) => exampleIds(items, one)) : []
  return [...inner, ...listed, ...anyOf.flatMap((part) => exampleIds(part, value))]
}

/**
 * Whether no object can have this id: null, 0 and -1 mean none or new, and no store has counted beyond 900 million.
 */
const namesNothing = (id: unknown): boolean => id === null || Number(id) <= 0 || Number(id) > 900_000_000

it('examples of writing calls contain no real ids, so that sending them does no harm', () => {
  const found = callsOf(slices)
    .filter((call) => effectOf(call) === 'write')
    .flatMap(({ name, example, params = {}, query = {}, body = {} }) =>
      [
        ...exampleIds(params as Schema, example.params),
        ...exampleIds(query as Schema, example.query),
        ...exampleIds(body as Schema, example.body),
      ]
        .filter((id) => !namesNothing(id))
        .map((id) => `${name}: ${id}`),
    )
  expect(found, 'use an id above 900000000 in the example: it is sent for real').toEqual([])
})
