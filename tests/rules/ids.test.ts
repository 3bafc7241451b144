// Ids that the store counts are declared by src/shared/ids.ts alone, so that each call has the same bounds.
import { expect, it } from 'vitest'
import * as slices from '../../src/features/server.ts'
import { callsOf } from '../../src/server/slice.ts'
import { idOrNewSchema, idOrNoneSchema, idSchema, ownIdSchema } from '../../src/shared/ids.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

const kinds = [idSchema, idOrNewSchema, idOrNoneSchema, ownIdSchema].map((schema) => JSON.stringify(schema))
const isNamedId = (name: string) => /^ids?$|Ids?$/.test(name)

/** Places of whole numbers that are named as ids and bounded otherwise. */
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

it('finds an id with bounds of its own', () => {
  const wrong = { type: 'object', properties: { reportIds: { type: 'array', items: { type: 'integer' } } } }
  expect(faults(wrong, 'call')).toEqual(['call.reportIds[]'])
})

it('is so in what each call takes', () => {
  const found = callsOf(slices).flatMap(({ name, params = {}, query = {}, body = {} }) =>
    [params, query, body].flatMap((schema) => faults(schema as Schema, name)),
  )
  expect(found).toEqual([])
})
