// Parameters `:name` of a statement. They are bound by name, never concatenated into the text.
import { eachToken } from './tokens.ts'

export const parameterTypes = ['text', 'number', 'date', 'list', 'dictionary', 'boolean'] as const
export type ParameterType = (typeof parameterTypes)[number]

/** A parameter's value. A list holds texts or numbers; null is SQL's NULL. */
export type ParameterValue = string | number | boolean | null | (string | number)[]

interface ParameterPlace {
  /** Without the colon. */
  name: string
  start: number
  end: number
}

/** Every occurrence of every parameter, in text order. */
export function parameterPlaces(sql: string): ParameterPlace[] {
  const places: ParameterPlace[] = []
  eachToken(sql, 0, ({ kind, start, end }) => {
    if (kind === 'parameter') places.push({ name: sql.slice(start + 1, end), start, end })
    return true
  })
  return places
}

/** Names in order of first appearance, each once. */
export function parameterNames(sql: string): string[] {
  return [...new Set(parameterPlaces(sql).map(({ name }) => name))]
}
