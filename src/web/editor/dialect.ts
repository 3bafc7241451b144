// Which engine's SQL is written in the editor. The list of functions is the engine's own, so it tells the engine.
import type { SqlCatalog } from './types.ts'

/** A function that ClickHouse has, and DuckDB has not. */
const telling = 'uniqExact'
const known = new WeakMap<SqlCatalog['functions'], boolean>()

export function isClickHouse({ functions }: SqlCatalog): boolean {
  const found = known.get(functions) ?? functions.some(({ name }) => name === telling)
  known.set(functions, found)
  return found
}
