// Players, what they paid by age, and the cost, one below the other, so that days with a cost and without players, or
// the other way round, are there, too; and the cohorts made of them.
//
//   d4  _day        _n  _age  _v  _k
//   x   2026-01-01  3   –     –   –      players
//   x   2026-01-01  0   0     10  –      paid on the first day
//   x   2026-01-01  0   –     –   30     cost
import { type CostPlan, entrySource, type ValuePlan } from '#semantic/plan/cohort/tree.ts'
import type { Node } from '#semantic/plan/tree/tree.ts'
import { groupByFirst, indent, select } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { column, conjunction, entryDims, fromFact, fromFollowed } from '../players.ts'
import { dimNames, own, type Source, summedText } from './sources.ts'

type Figures = [players: string, age: string, paid: string, cost: string]

const figures = ([players, age, paid, cost]: Figures, writer: Writer): string[] => [
  `${players} AS ${writer.name(own.n)}`,
  `${age} AS ${writer.name(own.age)}`,
  `${paid} AS ${writer.name(own.paid)}`,
  `${cost} AS ${writer.name(own.cost)}`,
]

export function stackText(plan: ValuePlan, source: Source, entries: string, writer: Writer): string {
  return [
    playersText(plan, source, entries, writer),
    earnedText(plan, source, entries, writer),
    ...(source.hasCost ? [costText(plan, source, writer)] : []),
  ].join('\nUNION ALL\n')
}

/** Dimensions and first day of the entries. */
function keysOf({ entries }: ValuePlan, { dims }: Source, writer: Writer): string[] {
  const all = entryDims(entries, writer)
  const day = `${entrySource}.${column('day', writer)}`
  return [...dims.map((index) => all[index] as string), writer.dialect.selected(day, column('day', writer))]
}

function playersText(plan: ValuePlan, source: Source, entries: string, writer: Writer): string {
  const keys = keysOf(plan, source, writer)
  const count = writer.dialect.aggregate('count', null, null)
  return select(
    [...keys, ...figures([count, 'NULL', 'NULL', 'NULL'], writer)],
    [`FROM ${entries} AS ${entrySource}`, groupByFirst(keys.length)],
  )
}

function earnedText(plan: ValuePlan, source: Source, entries: string, writer: Writer): string {
  const keys = keysOf(plan, source, writer)
  const age = writer.write(plan.age)
  const [from, join, where] = fromFollowed(plan.earned, entries, writer)
  const names = { age: writer.name(own.age), paid: writer.name(own.paid) }
  const paid = select(
    [...keys, `${age} AS ${names.age}`, `${summedText(plan.earned.value, writer)} AS ${names.paid}`],
    [from, join, `${where} AND ${age} BETWEEN 0 AND ${plan.horizon - 1}`, groupByFirst(keys.length + 1)],
  )
  return select(
    [
      ...dimNames(plan, source, writer),
      column('day', writer),
      ...figures(['0', names.age, names.paid, 'NULL'], writer),
    ],
    [`FROM (\n${indent(paid)}\n) AS paid`],
  )
}

/** One row for each cohort with rows of the cost's fact. */
export function costText(plan: ValuePlan, source: Pick<Source, 'dims'>, writer: Writer): string {
  const cost = plan.cost as CostPlan
  const names = dimNames(plan, source, writer)
  const dims = source.dims.map((index, at) => `${writer.value(cost.dims[index] as Node)} AS ${names[at]}`)
  const [day, spentName] = [column('day', writer), writer.name(own.cost)]
  const spent = select(
    [...dims, `${writer.write(cost.day)} AS ${day}`, `${summedText(cost.value, writer)} AS ${spentName}`],
    [
      ...fromFact(cost.physicalName, cost.joins, writer),
      `WHERE ${conjunction(cost.where, writer)}`,
      groupByFirst(dims.length + 1),
    ],
  )
  return select(
    [...names, day, ...figures(['0', 'NULL', 'NULL', spentName], writer)],
    [`FROM (\n${indent(spent)}\n) AS spent`],
  )
}

/** One row for each cohort: players, cost, and what they paid in the first n days. */
export function cellsText(plan: ValuePlan, source: Source, writer: Writer): string {
  const keys = [...dimNames(plan, source, writer), column('day', writer)]
  const sum = (name: string, condition: string | null): string =>
    writer.dialect.aggregate('sum', writer.name(name), condition)
  return select(
    [
      ...keys,
      `${sum(own.n, null)} AS ${writer.name('n')}`,
      `${sum(own.cost, null)} AS ${writer.name('k')}`,
      ...plan.days.map(
        ({ days }) => `${sum(own.paid, `${writer.name(own.age)} < ${days}`)} AS ${writer.name(`v${days}`)}`,
      ),
    ],
    [`FROM ${source.stack}`, groupByFirst(keys.length)],
  )
}
