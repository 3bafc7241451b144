// Which sums would answer a report: for each table of facts what its points, dimensions, joins and conditions need.
// Only what adds up exactly is kept: counts, least and greatest values, sums of integers and decimals. Sums of doubles
// depend on the order of their rows; distinct values, balances and statistics are no sums.
import type { SumsShape } from '../model/sums.ts'
import { exactOf } from '../plan/tree/exact.ts'
import type { FactPlan, LeafPoint, Node, ReportPlan, SharedRead } from '../plan/tree/tree.ts'
import { duckdb } from '../sql/duckdb.ts'
import { aggregateText } from '../sql/facts.ts'
import { Writer } from '../sql/writer.ts'
import { isExact, overKeys } from './keys.ts'

/** The reads of facts that may be of sums; those of a period over a shared fact read none. */
export function readsOf({ period, comparison, shared, calculations }: ReportPlan): FactPlan[] {
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
export const joined = (one: SumsShape, other: Omit<SumsShape, 'fact'>): SumsShape => ({
  fact: one.fact,
  keys: inOrder([...one.keys, ...other.keys]),
  figures: inOrder([...one.figures, ...other.figures]),
})

const inOrder = (texts: string[]): string[] => [...new Set(texts)].sort()

/** null where the fact has no points that add up exactly, or is read by what no key tells. */
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

/** What each part of a read reads of the fact's rows, beside the figures: a part that comes later has to say. */
const readBy: { [Part in keyof Required<SharedRead>]: (read: FactPlan & { day?: Node }) => Node[] } = {
  keeps: ({ keeps }) => keeps,
  day: ({ day }) => (day === undefined ? [] : [day]),
  dims: ({ dims }) => dims,
  joins: ({ joins }) => joins.flatMap(({ on }) => on),
  where: ({ where }) => where,
  points: (read) => (addingPoints(read) ?? []).flatMap(({ condition }) => condition ?? []),
  // The others are no nodes over the fact, or of reads that have no sums.
  physicalName: () => [],
  copies: () => [],
  balances: () => [],
  sums: () => [],
  shared: () => [],
}

/** null where there is none, or the fact's rows are read by balances. */
export function addingPoints({ points, balances }: FactPlan): LeafPoint[] | null {
  if (balances !== null) return null
  const adding = points.filter(({ aggregate }) => ['sum', 'count', 'min', 'max'].includes(aggregate))
  return adding.length === 0 ? null : adding
}

/** So wide that no sum of any table's rows reaches the 38 digits at which the order of rows would matter. */
const widestDecimal = 28

/** The aggregate's text without its condition; null where it does not add up exactly. */
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

/** null where values are bound in it: they are not of the fact. */
export function textOf(node: Node): string | null {
  const writer = new Writer(duckdb)
  const text = writer.write(node)
  return writer.params.length === 0 ? text : null
}
