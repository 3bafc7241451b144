// Ranks among rows of one level: 1, 2, 2, 4. Rows without a figure have no rank, nor has 其他 where its values
// are ranked.
import type { CalculationPlan, CalculationWork, ReportPlan } from '#semantic/plan/tree/tree.ts'
import { otherColumn } from '../top.ts'
import type { Writer } from '../writer.ts'
import { atLevels, column, partition } from './parts.ts'

export function rankText(
  { of }: CalculationPlan,
  { desc, within, levels }: Extract<CalculationWork, { kind: 'rank' }>,
  plan: ReportPlan,
  writer: Writer,
): string {
  const figure = column(of, writer)
  const { top } = plan.period
  const isMixed = top !== null && !within.includes(top.dim)
  const other = column(otherColumn, writer)
  const window = `${partition(within, plan, writer)}${isMixed ? `, ${other}` : ''} ORDER BY ${figure} ${desc ? 'DESC' : 'ASC'} NULLS LAST`
  const place = writer.dialect.over('rank', [], window)
  const none = `${figure} IS NOT NULL${isMixed ? ` AND NOT ${other}` : ''}`
  return atLevels(levels, `CASE WHEN ${none} THEN ${place} END`, writer)
}
