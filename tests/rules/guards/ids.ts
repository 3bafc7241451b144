// Finds where calls take ids, from their contracts and examples: path parameters, and properties of query and body
// that are named like ids.
import type { Call } from '#shared/call.ts'

export type Question = { params?: unknown; query?: unknown; body?: unknown }
type Place = (string | number)[]

const namedAsId = /^(id|ids|left|right)$|Ids?$/

/** Each place of an id, as the property names leading to it. */
export function idPlaces(call: Call): Place[] {
  const found: Place[] = Object.keys((call.example.params ?? {}) as object).map((name) => ['params', name])
  for (const part of ['query', 'body'] as const) {
    found.push(...placesIn(call.example[part], [part]))
    const declared = Object.keys((call[part] as { properties?: object } | undefined)?.properties ?? {})
    found.push(...declared.filter((name) => namedAsId.test(name)).map((name) => [part, name]))
  }
  return [...new Map(found.map((place) => [place.join(), place])).values()]
}

function placesIn(value: unknown, place: Place): Place[] {
  if (Array.isArray(value)) {
    const name = place.findLast((step) => typeof step === 'string')
    return place.length === 1 || namedAsId.test(String(name)) ? [[...place, 0]] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const next = [...place, name]
    return typeof inner === 'object' ? placesIn(inner, next) : namedAsId.test(name) ? [next] : []
  })
}

/** The question with `value` at the place. */
export function placed(question: Question, place: Place, value: unknown): Question {
  const made = structuredClone(question) as Record<string | number, unknown>
  let at = made
  for (const step of place.slice(0, -1)) {
    at[step] ??= {}
    at = at[step] as typeof made
  }
  at[place.at(-1) as string] = value
  return made
}
