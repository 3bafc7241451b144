// Which dimensions and points can still be added to a report; for the others the reason in Chinese, which the
// pickers show beside them greyed out.
import { dimsIn, pointsIn } from '../model/conditions.ts'
import { definitionsOf, type PointDefinition } from '../model/definitions.ts'
import type { Lookup } from '../model/lookup.ts'
import { ReportProblem } from '../model/problem.ts'
import { allRows, type RowScope } from '../model/rowScope.ts'
import type { CompileContext, Dimension, Point, PointTable, ReportInfo } from '../model/types.ts'
import { type FactTable, factTableOf } from './factTable.ts'
import { reachDimension } from './reach.ts'
import { ruleConditions, sightOf } from './sight.ts'

export interface Unjoinable {
  /** Reasons by dimension id; what is not in the map can be added. */
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
  const chosenPoints = chosen([...info.points, ...pointsIn(info.filters)], lookup.points)
  const unreached = reasonsByPair(lookup, scope)
  const dimensions = new Map<number, string>()
  for (const dimension of lookup.dimensions.values()) {
    const reason = dimensionReason(dimension, chosenPoints, facts, unreached, lookup)
    if (reason !== null) dimensions.set(dimension.id, reason)
  }
  const points = new Map<number, string>()
  for (const point of lookup.points.values()) {
    const reason = pointReason(point, chosenDims, facts, unreached)
    if (reason !== null) points.set(point.id, reason)
  }
  return { dimensions, points }
}

function chosen<Item>(ids: number[], items: ReadonlyMap<number, Item>): Item[] {
  return [...new Set(ids)].flatMap((id) => items.get(id) ?? [])
}

/**
 * The point tables that a point needs (a formula several), or the reason why it cannot be computed at all.
 */
type FactsOf = (point: Point) => FactTable[] | string

function factsOfPoints(lookup: Lookup, scope: RowScope): FactsOf {
  const definitions = definitionsOf(lookup)
  const known = new Map<number, FactTable[] | string>()
  return (point) => {
    const found = known.get(point.id)
    if (found !== undefined) return found
    const facts = orReason(() => {
      const tables = new Map<number, PointTable>()
      collectTables(definitions.define(point), tables)
      const facts = [...tables.values()].map((table) => factTableOf(table, lookup))
      const { rules } = sightOf(scope, lookup)
      for (const fact of facts) ruleConditions(fact, rules, lookup, anyContext)
      return facts
    })
    known.set(point.id, facts)
    return facts
  }
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

/** Why a fact cannot reach a dimension; null where it can. Pairs are remembered. */
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
  factsOf: FactsOf,
  unreached: UnreachedReason,
  lookup: Lookup,
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

/** For a report without points yet: the reason where no fact at all reaches the dimension. */
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
