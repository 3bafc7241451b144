// Which sums would answer a report: for each fact table what its points, dimensions, joins and conditions
// need. Only exactly additive figures are kept: counts, minima and maxima, sums of integers and decimals.
// Sums of doubles depend on the order of rows; distinct counts, balances and statistics are not additive.
import type { SumsShape } from '../model/sums.ts'
import { exactOf } from '../plan/tree/exact.ts'
import type { FactPlan, LeafPoint, Node, ReportPlan, SharedRead } from '../plan/tree/tree.ts'
import { duckdb } from '../sql/duckdb.ts'
import { aggregateText } from '../sql/facts.ts'
import { Writer } from '../sql/writer.ts'
import { isExact, overKeys } from './keys.ts'

/** The fact reads that sums may replace; a period over a shared fact reads none itself. */
function readsOf({ period, comparison, shared, calculations }: ReportPlan): FactPlan[] {
  const others = [...(comparison?.periods ?? []), ...period.pasts.flatMap(({ compared }) => compared ?? [])]
  const periods = [
    period,
    ...others.flatMap(({ prior, base }) => (base === null ? [prior] : [prior, base])),
    ...calculations.windows.map((window) => window.period),
    ...calculations.wholes.map((whole) => whole.period),
    ...calculations.baseRows.map((rows) => rows.period),
  ]
  const own = periods.flatMap(({ facts }) => facts).filter((fact) => fact.shared === undefined)
  return [...own, ...shared.flatMap(({ reads }) => reads)]
}

export function wantedSums(plan: ReportPlan): SumsShape[] {
  const shapes = new Map<string, SumsShape>()
  for (const fact of readsOf(plan)) {
    const shape = shapeOf(fact)
    if (shape === null) continue
    const known = shapes.get(shape.fact)
    shapes.set(shape.fact, known === undefined ? shape : joined(known, shape))
  }
  return [...shapes.values()]
}

/** Sums that answer both. */
const joined = (one: SumsShape, other: Omit<SumsShape, 'fact'>): SumsShape => ({
  fact: one.fact,
  keys: inOrder([...one.keys, ...other.keys]),
  figures: inOrder([...one.figures, ...other.figures]),
})

const inOrder = (texts: string[]): string[] => [...new Set(texts)].sort()

/** Null where the fact has no exactly additive points, or is read by something that is no key. */
function shapeOf(fact: FactPlan): SumsShape | null {
  const adding = addingPoints(fact)
  if (adding === null) return null
  const keys: string[] = []
  const keyed = (key: Node): Node | null => {
    const text = isExact(key) ? textOf(key) : null
    if (text === null) return null
    keys.push(text)
    return key
  }
  const nodes = Object.values(readBy).flatMap((nodesOf) => nodesOf(fact))
  const isTold = nodes.every((node) => overKeys(node, keyed) !== null)
  const figures = adding.map(figureOf)
  if (!isTold || figures.includes(null)) return null
  return { fact: fact.physicalName, keys: inOrder(keys), figures: inOrder(figures as string[]) }
}

/** What each part of a read needs of the fact's rows, beside the figures: new parts must be added here. */
const readBy: { [Part in keyof Required<SharedRead>]: (read: FactPlan & { day?: Node }) => Node[] } = {
  keeps: ({ keeps }) => keeps,
  day: ({ day }) => (day === undefined ? [] : [day]),
  dims: ({ dims }) => dims,
  joins: ({ joins }) => joins.flatMap(({ on }) => on),
  where: ({ where }) => where,
  points: (read) => (addingPoints(read) ?? []).flatMap(({ condition }) => condition ?? []),
  // The others are no nodes over the fact, or belong to reads without sums.
  physicalName: () => [],
  copies: () => [],
  balances: () => [],
  sums: () => [],
  shared: () => [],
}

/** Null where there are none, or where balances read the fact's rows. */
export function addingPoints({ points, balances }: FactPlan): LeafPoint[] | null {
  if (balances !== null) return null
  const adding = points.filter(({ aggregate }) => ['sum', 'count', 'min', 'max'].includes(aggregate))
  return adding.length === 0 ? null : adding
}

/** Narrow enough that no sum over any table reaches the 38 digits at which the order of rows would matter. */
const widestDecimal = 28

/** The aggregate's text without its condition; null where it is not exactly additive. */
export function figureOf(point: LeafPoint): string | null {
  const { aggregate, argument } = point
  if (argument !== null && aggregate !== 'count' && !isExact(argument)) return null
  if (argument !== null && aggregate === 'sum') {
    const exact = exactOf(argument)
    const isSafe =
      (exact.is === 'integer' && exact.bits <= 64) || (exact.is === 'decimal' && exact.width <= widestDecimal)
    if (!isSafe) return null
  }
  const writer = new Writer(duckdb)
  const text = aggregateText({ ...point, condition: null }, writer)
  return writer.params.length === 0 ? text : null
}

/** Null where it contains bound values, which don't belong to the fact. */
export function textOf(node: Node): string | null {
  const writer = new Writer(duckdb)
  const text = writer.write(node)
  return writer.params.length === 0 ? text : null
}
