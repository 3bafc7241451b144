// Shares: the figure divided by that of its whole, at each level. Wholes by the report's first dimensions are
// rows of a level above; others are joined (beside.ts).
import type { CalculationPlan, CalculationWork, ReportPlan } from '#semantic/plan/tree/tree.ts'
import { levelColumn } from '../levels.ts'
import type { Writer } from '../writer.ts'
import type { Beside } from './beside.ts'
import { column, marked } from './parts.ts'

export function shareText(
  { of }: CalculationPlan,
  { wholes }: Extract<CalculationWork, { kind: 'share' }>,
  plan: ReportPlan,
  beside: Beside,
  writer: Writer,
): string {
  const figure = column(of, writer)
  const level = column(levelColumn, writer)
  const branches = wholes.map(({ level: own, by }) => {
    const whole = beside.whole(by, of) ?? (by.length === own ? figure : ofLevel(by, of, plan, writer))
    return `WHEN ${own} THEN ${writer.dialect.divide(figure, whole)}`
  })
  return branches.length === 0 ? 'NULL' : `CASE ${level} ${branches.join(' ')} END`
}

/** The figure of the row above with only these dimensions. */
function ofLevel(by: string[], of: string, plan: ReportPlan, writer: Writer): string {
  const own = `CASE WHEN ${column(levelColumn, writer)} = ${by.length} THEN ${column(of, writer)} END`
  const keys = marked(by, plan.period).map((key) => column(key, writer))
  return writer.dialect.over('max', [own], keys.length === 0 ? '' : `PARTITION BY ${keys.join(', ')}`)
}
