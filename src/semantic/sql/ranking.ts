// The list of first N values, where a dialect computes it before the statement (Dialect.valueList). Its query
// reads the facts for itself, by that dimension and for the ranking points alone: it shares no expression with
// the statement, so each is planned by itself.
//
//   (SELECT … FROM (
//      WITH _top_1 AS (SELECT f."channel" AS "d4", sum(f."amount") AS "p2" … GROUP BY 1),
//           _top_ranked AS (SELECT "d4", sum("p2") AS "p2" FROM _top_1 GROUP BY 1)
//      SELECT r."d4" FROM _top_ranked AS r ORDER BY r."p2" DESC … LIMIT 2
//   )) AS _top
import { rowSource } from '../plan/tree/reached.ts'
import type { FactPlan, LeafPoint, PeriodPlan, SharedFact, TopPlan } from '../plan/tree/tree.ts'
import type { ValueList } from './dialect.ts'
import { type FactSources, factSources, needsBase } from './facts.ts'
import { define, select } from './select.ts'
import { sharedParts, sharedSources } from './shared.ts'
import { rankedBy } from './top.ts'
import type { Writer } from './writer.ts'

interface Ranked {
  period: PeriodPlan
  /** Other periods, whose values take part without a figure. */
  others: PeriodPlan[]
  /** The facts that these periods read together. */
  shared: SharedFact[]
}

/** The element of the WITH list that defines the list `name`. */
export function listedFirst(
  top: TopPlan,
  { period, others, shared }: Ranked,
  name: string,
  list: ValueList,
  writer: Writer,
): string {
  const within = writer.inPlace()
  const read = (own: PeriodPlan, prefix: string): FactSources[] =>
    own.facts.map((fact, index) => factOf(fact, own.dims, top, name, `${prefix}${index + 1}`, within))
  const sources = read(period, `${name}_`)
  const lost = others.flatMap((other, index) => read(other, `${name}_other${index + 1}_`))
  const leaves = period.facts.flatMap((fact) => fact.points)
  const { part, order } = rankedBy(top, { sources, lost, leaves }, `${name}_ranked`, within)
  const dim = writer.name(top.dim)
  const parts = [
    ...shared.flatMap((fact) => sharedOf(fact, top, name, within)),
    ...[...sources, ...lost].flatMap(definitions),
    part,
  ]
  const query = select([writer.dialect.selected(`${rowSource}.${dim}`, dim)], order)
  return list.define(name, dim, `WITH ${parts.join(',\n')}\n${query}`)
}

const definitions = ({ parts, base }: FactSources): string[] =>
  base === null ? parts : [...parts, define(base.name, base.text)]

const rankingOf = (points: LeafPoint[], top: TopPlan): LeafPoint[] =>
  points.filter(({ key }) => top.leaves.has(key))

const sharedName = (name: string, physicalName: string): string => `${name}${physicalName}`

/** A fact's sources by the dimension alone, with the ranking points alone; without any it shows its values. */
function factOf(
  fact: FactPlan,
  dims: string[],
  top: TopPlan,
  name: string,
  own: string,
  writer: Writer,
): FactSources {
  const points = rankingOf(fact.points, top)
  const dim = fact.dims.filter((_, index) => dims[index] === top.dim)
  const alone = { ...fact, points, dims: dim, balances: points.some(isBalance) ? fact.balances : null }
  if (fact.shared === undefined) return factSources(alone, [top.dim], own, writer, { isLater: () => false })
  const physicalName = sharedName(name, fact.physicalName)
  return sharedSources({ ...alone, physicalName, shared: { isSingle: false } }, [top.dim], own, writer)
}

const isBalance = ({ aggregate }: LeafPoint): boolean => aggregate === 'last' || aggregate === 'first'

/** A shared fact, with the ranking points alone, and what shows its values. */
function sharedOf(fact: SharedFact, top: TopPlan, name: string, writer: Writer): string[] {
  const points = rankingOf(fact.points, top)
  const own = { ...fact, name: sharedName(name, fact.name), points }
  const parts = sharedParts(own, writer)
  return needsBase(points) ? parts : [...parts, ...sharedParts({ ...own, points: [] }, writer)]
}
