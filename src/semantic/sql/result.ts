// The result: the columns that were asked for, over the levels of the periods, ordered and cut.
import { rowSource } from '../plan/computed.ts'
import type { OrderTerm, ReportPlan } from '../plan/tree.ts'
import { withComputed } from './computed.ts'
import type { Section } from './section.ts'
import { select } from './select.ts'
import type { Writer } from './writer.ts'

export function resultText(plan: ReportPlan, section: Section, writer: Writer): string {
  const columns = plan.columns.map((column) => `${rowSource}.${writer.name(column.key)}`)
  const order = [`${rowSource}.${section.level}`, ...plan.order.map((term) => orderText(term, writer))]
  // One row more than the limit tells that there are more; the total is one besides.
  return select(columns, [
    `FROM ${withComputed(section.levels, plan.period.computed, writer)}`,
    `ORDER BY ${order.join(', ')}`,
    `LIMIT ${plan.limit + 2}`,
  ])
}

/** Empty values come last, whichever the direction. */
function orderText(term: OrderTerm, writer: Writer): string {
  const column = `${rowSource}.${writer.name(term.key)}`
  const direction = term.desc ? 'DESC' : 'ASC'
  if (term.valueOrder === null) return `${column} ${direction} NULLS LAST`
  const rank = writer.dialect.rank(column, writer.bind({ value: term.valueOrder }), term.valueOrder.length)
  return `${rank} ${direction} NULLS LAST, ${column} ${direction} NULLS LAST`
}
