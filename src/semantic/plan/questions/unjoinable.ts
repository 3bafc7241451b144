// Which dimensions and points can still be added to a report; for the others the reason in Chinese, which the pickers
// show beside the disabled item.
import { dimsIn, pointsIn } from '#semantic/model/conditions.ts'
import { keptDefinitions, type PointDefinition } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { ReportProblem } from '#semantic/model/problem.ts'
import { allRows, type RowScope } from '#semantic/model/rowScope.ts'
import type { CompileContext, Dimension, Point, PointTable, ReportInfo } from '#semantic/model/types.ts'
import { sightOf } from '../asked/sight.ts'
import { type FactTable, factTableOf } from '../facts/factTable.ts'
import { reachDimension } from '../facts/reach.ts'
import { ruleConditions } from '../facts/rules.ts'

export interface Unjoinable {
  /** Reasons by dimension id; dimensions absent from the map can be added. */
  dimensions: Map<number, string>
  points: Map<number, string>
}

// Reachability depends on neither days, zone nor games.
export const anyContext: CompileContext = {
  ...allRows,
  now: new Date(0),
  zone: 'UTC',
  cutoffHour: 0,
  dialect: 'duckdb',
}

export function unjoinableWith(info: ReportInfo, lookup: Lookup, scope: RowScope): Unjoinable {
  const facts = factsOfPoints(lookup, scope)
  const chosenDims = chosen([...info.dims, ...dimsIn(info.filters)], lookup.dimensions)
  const unreached = reasonsByPair(lookup, scope)
  const points = new Map<number, string>()
  for (const point of lookup.points.values()) {
    const reason = pointReason(point, chosenDims, facts, unreached)
    if (reason !== null) points.set(point.id, reason)
  }
  return { dimensions: dimensionsUnreached(info, { lookup, facts, unreached }), points }
}

interface Reaching {
  lookup: Lookup
  facts: FactsOf
  unreached: UnreachedReason
}

/** Reasons by dimension id, for one selection of points after another: results are cached between calls. */
export function unreachedDimensions(
  lookup: Lookup,
  scope: RowScope,
): (chosen: Pick<ReportInfo, 'points' | 'filters'>) => Map<number, string> {
  const reaching = { lookup, facts: factsOfPoints(lookup, scope), unreached: reasonsByPair(lookup, scope) }
  return (info) => dimensionsUnreached(info, reaching)
}

function dimensionsUnreached(
  { points, filters }: Pick<ReportInfo, 'points' | 'filters'>,
  reaching: Reaching,
): Map<number, string> {
  const { lookup } = reaching
  const chosenPoints = chosen([...points, ...pointsIn(filters)], lookup.points)
  const reasons = new Map<number, string>()
  for (const dimension of lookup.dimensions.values()) {
    const reason = dimensionReason(dimension, chosenPoints, reaching)
    if (reason !== null) reasons.set(dimension.id, reason)
  }
  return reasons
}

function chosen<Item>(ids: number[], items: ReadonlyMap<number, Item>): Item[] {
  return [...new Set(ids)].flatMap((id) => items.get(id) ?? [])
}

/** The point tables that a point needs (a formula may need several), or the reason why it can't be computed at all. */
type FactsOf = (point: Point) => FactTable[] | string

function factsOfPoints(lookup: Lookup, scope: RowScope): FactsOf {
  const factsOf = keptFacts(lookup)
  const sight = orReason(() => sightOf(scope, lookup))
  const refused = new Map<FactTable, string | null>()
  const refusal = (fact: FactTable): string | null => {
    const found = refused.get(fact)
    if (found !== undefined) return found
    const conditions = orReason(() =>
      typeof sight === 'string' ? sight : ruleConditions(fact, sight.rules, lookup, anyContext),
    )
    const reason = typeof conditions === 'string' ? conditions : null
    refused.set(fact, reason)
    return reason
  }
  return (point) => {
    const facts = factsOf(point)
    if (typeof facts === 'string') return facts
    for (const fact of facts) {
      const reason = refusal(fact)
      if (reason !== null) return reason
    }
    return facts
  }
}

const kept = new WeakMap<Lookup, FactsOf>()

/** Independent of the reader: a point, of which there may be ten thousand, is defined once per model. */
function keptFacts(lookup: Lookup): FactsOf {
  const found = kept.get(lookup)
  if (found !== undefined) return found
  const definitions = keptDefinitions(lookup)
  const byTable = new Map<number, FactTable>()
  const factOf = (table: PointTable): FactTable => {
    const fact = byTable.get(table.id) ?? factTableOf(table, lookup)
    byTable.set(table.id, fact)
    return fact
  }
  const byPoint = new Map<number, FactTable[] | string>()
  const factsOf = (point: Point): FactTable[] | string => {
    const known = byPoint.get(point.id)
    if (known !== undefined) return known
    const facts = orReason(() => {
      const tables = new Map<number, PointTable>()
      collectTables(definitions.define(point), tables)
      return [...tables.values()].map(factOf)
    })
    byPoint.set(point.id, facts)
    return facts
  }
  kept.set(lookup, factsOf)
  return factsOf
}

function collectTables(definition: PointDefinition, tables: Map<number, PointTable>): void {
  if (definition.type === 'leaf') tables.set(definition.table.id, definition.table)
  else for (const reference of definition.references.values()) collectTables(reference, tables)
}

function orReason<Result>(work: () => Result): Result | string {
  try {
    return work()
  } catch (error) {
    if (error instanceof ReportProblem) return error.message
    throw error
  }
}

/** Why a fact can't reach a dimension; null if it can. Pairs are cached. */
type UnreachedReason = (fact: FactTable, dimension: Dimension) => string | null

function reasonsByPair(lookup: Lookup, { rules }: RowScope): UnreachedReason {
  const context = { ...anyContext, rules }
  const known = new Map<string, string | null>()
  return (fact, dimension) => {
    const pair = `${fact.table.id} ${dimension.id}`
    const found = known.get(pair)
    if (found !== undefined) return found
    const result = reachDimension(fact, dimension, lookup, context)
    const reason = 'reach' in result ? null : result.reason
    known.set(pair, reason)
    return reason
  }
}

function dimensionReason(
  dimension: Dimension,
  points: Point[],
  { lookup, facts: factsOf, unreached }: Reaching,
): string | null {
  for (const point of points) {
    const facts = factsOf(point)
    if (typeof facts === 'string') continue
    for (const fact of facts) {
      const reason = unreached(fact, dimension)
      if (reason !== null) return `指标「${point.name}」不能按此维度统计：${reason}`
    }
  }
  return points.length > 0 ? null : reasonEverywhere(dimension, unreached, lookup)
}

/** For a report without points yet: the reason if no fact reaches the dimension. */
function reasonEverywhere(dimension: Dimension, unreached: UnreachedReason, lookup: Lookup): string | null {
  let first: string | null = null
  for (const table of lookup.pointTables.values()) {
    const fact = orReason(() => factTableOf(table, lookup))
    const reason = typeof fact === 'string' ? fact : unreached(fact, dimension)
    if (reason === null) return null
    first ??= reason
  }
  return first === null ? null : `没有指标表可以按此维度统计：${first}`
}

function pointReason(
  point: Point,
  dims: Dimension[],
  factsOf: FactsOf,
  unreached: UnreachedReason,
): string | null {
  const facts = factsOf(point)
  if (typeof facts === 'string') return facts
  for (const fact of facts)
    for (const dimension of dims) {
      const reason = unreached(fact, dimension)
      if (reason !== null) return `不能按维度「${dimension.name}」统计：${reason}`
    }
  return null
}
