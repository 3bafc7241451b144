// Messages for invalid requests never contain names of properties, whatever the call and whatever the fault.
import { expect, it } from 'vitest'
import { compileInput } from '#server/http/validation.ts'
import { callsOf } from '#server/slice.ts'
import * as slices from '#features/server.ts'

interface Part {
  type?: string
  properties?: Record<string, Part>
  items?: Part
  anyOf?: Part[]
  maxLength?: number
}

/** A place in a valid value, as property names and 0 for the first item of a list. */
type Place = readonly (string | 0)[]

function placesIn(part: Part, place: Place = [], depth = 0): Place[] {
  if (depth > 6) return []
  const within = Object.entries(part.properties ?? {}).flatMap(([name, own]) =>
    placesIn(own, [...place, name], depth + 1),
  )
  const items = part.items ? placesIn(part.items, [...place, 0], depth + 1) : []
  const shapes = (part.anyOf ?? []).flatMap((shape) => placesIn(shape, place, depth + 1))
  return [place, ...within, ...items, ...shapes]
}

/** A value with only `wrong` at the place. */
const planted = (place: Place, wrong: unknown): unknown =>
  place.reduceRight<unknown>((value, step) => (step === 0 ? [value] : { [step]: value }), wrong)

const wrongs: unknown[] = [{ 'un-known': 1 }, [[]], 'x'.repeat(60_000), -1e308, null, true]

/** Words that are shown untranslated. */
const known = /SQL|JSON|ID|CSV/g

it('no refusal names a property of the body, path or query', () => {
  const found = new Set<string>()
  let told = 0
  for (const { name, params, query, body } of callsOf(slices))
    for (const [httpPart, schema] of Object.entries({ params, querystring: query, body })) {
      if (!schema) continue
      const check = compileInput({ schema, httpPart })
      for (const place of placesIn(schema as Part))
        for (const wrong of httpPart !== 'body' && place.length === 0 ? [{ unknownPart: 1 }] : wrongs) {
          const { error } = check(planted(place, wrong)) as { error?: Error }
          if (!error) continue
          told += 1
          if (/[A-Za-z_]{2,}|\w\.\w/.test(error.message.replace(known, '')))
            found.add(`${name}: ${error.message}`)
        }
    }
  expect(
    [...found],
    'say in Chinese what is wrong (server/http/validation.ts), without names of properties',
  ).toEqual([])
  expect(told).toBeGreaterThan(5_000)
})
