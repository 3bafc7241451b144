// Facts that several periods of a comparison read together (plan/compared/shared.ts): their expressions, and a
// period's queries over them.
//
//   _shared1       _day, dimensions, points that add up
//   _shared1_p12   _day, dimensions, _value: pairs of the distinct point p12, each once
import { dayColumn } from '../plan/compared/shared.ts'
import type {
  FactPlan,
  LeafPoint,
  Node,
  PeriodPlan,
  ReportPlan,
  SharedFact,
  SharedRead,
} from '../plan/tree/tree.ts'
import { addedColumns, dimensionColumns, type FactSources, fromText, needsBase, type Pairs } from './facts.ts'
import { rollUp } from './rows.ts'
import { define, groupBy, groupByFirst, select } from './select.ts'
import type { Writer } from './writer.ts'

const valueColumn = '_value'
const pairsName = (fact: string, { key }: LeafPoint): string => `${fact}_${key}`

const isDistinct = ({ aggregate }: LeafPoint): boolean => aggregate === 'distinct'

/** The plan with `prefix` before the shared facts' names, so that they hide no table of the warehouse. */
export function withSharedNames(plan: ReportPlan, prefix: string): ReportPlan {
  const named = (period: PeriodPlan): PeriodPlan => ({
    ...period,
    facts: period.facts.map((fact) =>
      fact.shared === undefined ? fact : { ...fact, physicalName: `${prefix}${fact.physicalName}` },
    ),
  })
  const { comparison } = plan
  return {
    ...plan,
    shared: plan.shared.map((fact) => ({ ...fact, name: `${prefix}${fact.name}` })),
    period: named(plan.period),
    comparison: comparison && {
      ...comparison,
      periods: comparison.periods.map((compared) => ({
        ...compared,
        prior: named(compared.prior),
        base: compared.base && named(compared.base),
      })),
    },
  }
}

export function sharedParts({ name, reads, dims, points }: SharedFact, writer: Writer): string[] {
  const distinct = points.filter(isDistinct)
  const additive = points.filter((point) => !isDistinct(point))
  const parts = distinct.map((point) => {
    const texts = reads.map((read) => readText(read, dims, { conditions: conditionOf(point), point }, writer))
    return define(writer.dialect.materialized(pairsName(name, point)), texts.join('\nUNION ALL\n'))
  })
  if (!needsBase(points)) return parts
  const texts = reads.map((read) => readText(read, dims, { conditions: [], figures: additive }, writer))
  return [...parts, define(writer.dialect.materialized(name), texts.join('\nUNION ALL\n'))]
}

const conditionOf = ({ condition }: LeafPoint): Node[] => (condition === null ? [] : [condition])

type Wanted = { conditions: Node[]; point: LeafPoint } | { conditions: Node[]; figures: LeafPoint[] }

function readText(read: SharedRead, dims: string[], wanted: Wanted, writer: Writer): string {
  const from = 'figures' in wanted ? (read.sums ?? read) : read
  const day = 'figures' in wanted ? (read.sums?.day ?? read.day) : read.day
  const held = dimensionColumns(from, dims.slice(0, read.dims.length), writer)
  const value =
    'point' in wanted ? [`${writer.write(wanted.point.argument as Node)} AS ${writer.name(valueColumn)}`] : []
  const figures = 'figures' in wanted ? addedColumns(read, wanted.figures, writer) : []
  // A literal day is the same for all rows, and a literal can't be grouped by.
  const isLiteral = day.kind === 'day'
  const lacking = dims.slice(read.dims.length).map((key) => `NULL AS ${writer.name(key)}`)
  const columns = [
    { text: `${writer.write(day)} AS ${writer.name(dayColumn)}`, isKey: !isLiteral },
    ...held.map((text) => ({ text, isKey: true })),
    ...lacking.map((text) => ({ text, isKey: false })),
    ...value.map((text) => ({ text, isKey: true })),
    ...figures.map((text) => ({ text, isKey: false })),
  ]
  const places = columns.flatMap(({ isKey }, index) => (isKey ? [index + 1] : []))
  return select(
    columns.map(({ text }) => text),
    [
      ...fromText(from, wanted.conditions, writer),
      places.length === 0 ? groupBy([]) : `GROUP BY ${places.join(', ')}`,
    ],
  )
}

/** A period's sources over a shared fact, as factSources gives them over a table. */
export function sharedSources(fact: FactPlan, dims: string[], name: string, writer: Writer): FactSources {
  const distinct = fact.points.filter(isDistinct)
  const additive = fact.points.filter((point) => !isDistinct(point))
  const isSingle = fact.shared?.isSingle === true
  const columns = dimensionColumns(fact, dims, writer)
  const parts: string[] = []
  const pairs = distinct.map((point): Pairs => {
    const own = `${name}_${point.key}`
    const value = writer.name(`${own}_value`)
    const from = fromText({ ...fact, physicalName: pairsName(fact.physicalName, point) }, [], writer)
    const all = [...columns, `f.${writer.name(valueColumn)} AS ${value}`]
    parts.push(
      isSingle
        ? define(own, select(all, from))
        : define(writer.dialect.materialized(own), select(all, [...from, groupByFirst(all.length)])),
    )
    return { key: point.key, name: own, value, statistic: null, per: null, unread: null }
  })
  const zeros = distinct.map((point) => point.key)
  if (!needsBase(fact.points)) return { parts, base: null, pairs, balances: null, zeros }
  const figures = additive.map(({ key, aggregate }) => {
    const held = `f.${writer.name(key)}`
    const figure = isSingle ? held : rollUp({ aggregate }, held, writer)
    return `${figure} AS ${writer.name(key)}`
  })
  const all = [...columns, ...figures]
  const text = select(all.length === 0 ? ['count(*)'] : all, [
    ...fromText(fact, [], writer),
    isSingle ? null : groupBy(dims),
  ])
  const points = new Map([
    ...additive.map(({ key }) => [key, writer.name(key)] as const),
    ...zeros.map((key) => [key, '0'] as const),
  ])
  return { parts, base: { name, text, points }, pairs, balances: null, zeros }
}
