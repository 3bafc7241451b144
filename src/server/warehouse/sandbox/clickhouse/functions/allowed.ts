// The functions, table functions and types that users' SQL may name on ClickHouse. Whatever is not listed is
// refused: what a newer server brings, and what an administrator defined there.
import { aggregateNames, combinators } from './aggregates.ts'
import { higherOrderNames } from './higherOrder.ts'
import { scalarNames } from './scalars.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)
const lowerSet = (text: string): Set<string> => new Set(words(text).map((name) => name.toLowerCase()))

const scalars = lowerSet(scalarNames)
const aggregates = lowerSet(aggregateNames)
const higherOrder = lowerSet(higherOrderNames)
const endings = words(combinators).map((name) => name.toLowerCase())

/** Forms of the grammar that look like calls. */
const forms = lowerSet('array cast coalesce columns extract if interval map overlay replace trim tuple apply')

/** `AggregateFunction` is left out: a state made of bytes would reach the engine's parser of states. */
const types = lowerSet(`
  Array BFloat16 Bool Date Date32 DateTime DateTime32 DateTime64 Decimal Decimal32 Decimal64 Decimal128 Decimal256
  Dynamic Enum Enum8 Enum16 FixedString Float32 Float64 Int8 Int16 Int32 Int64 Int128 Int256 IPv4 IPv6 JSON
  LowCardinality Map Nested Nullable String Time Time64 Tuple UInt8 UInt16 UInt32 UInt64 UInt128 UInt256 UUID
  Variant CHAR VARCHAR NUMERIC DEC CHARACTER`)

/** Tables made of their arguments alone. */
export const tableFunctions = lowerSet('numbers zeros generateSeries generate_series values')

export const isHigherOrder = (name: string): boolean => higherOrder.has(name.toLowerCase())

export function isAllowedFunction(name: string): boolean {
  const lower = name.toLowerCase()
  return scalars.has(lower) || higherOrder.has(lower) || isAggregate(lower)
}

/** What may stand before a parenthesis. */
export const isAllowedCall = (name: string): boolean =>
  isAllowedFunction(name) || forms.has(name.toLowerCase()) || types.has(name.toLowerCase())

function isAggregate(lower: string): boolean {
  if (aggregates.has(lower)) return true
  const ending = endings.find((end) => lower.length > end.length && lower.endsWith(end))
  return ending !== undefined && isAggregate(lower.slice(0, -ending.length))
}

/** For the list of functions: names as the engine writes them. */
export const listed = {
  scalar: words(scalarNames).concat(words(higherOrderNames)),
  aggregate: words(aggregateNames),
  table: words('numbers zeros generateSeries generate_series values'),
}
