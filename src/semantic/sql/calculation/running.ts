// Running totals: along a date from its first day, whatever the rows' order, or in the rows' order. The
// total, and subtotals without preceding rows, show their own figure, where the running total ends.
import type { CalculationPlan, CalculationWork, ReportPlan } from '#semantic/plan/tree/tree.ts'
import { levelColumn } from '../levels.ts'
import type { Writer } from '../writer.ts'
import { atLevels, column, marked, partition, placeText } from './parts.ts'

type Running = Extract<CalculationWork, { kind: 'running' }>

const soFar = 'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW'

export function dated(
  { of }: CalculationPlan,
  { series }: Running,
  plan: ReportPlan,
  writer: Writer,
): string {
  const date = column(series.along as string, writer)
  const window = `${partition(series.restart, plan, writer)} ORDER BY ${date} ASC NULLS LAST ${soFar}`
  const sum = writer.dialect.over('sum', [column(of, writer)], window)
  // A row without a date is neither before nor after another.
  return atLevels(series.levels, `CASE WHEN ${date} IS NOT NULL THEN ${sum} END`, writer, column(of, writer))
}

export function inOrder(
  { of }: CalculationPlan,
  { series }: Running,
  plan: ReportPlan,
  writer: Writer,
): string {
  const level = column(levelColumn, writer)
  // At each level all of its dimensions except the last.
  const outer = plan.period.dims
    .slice(0, -1)
    .flatMap((key, index) =>
      marked([key], plan.period).map(
        (own) => `CASE WHEN ${level} > ${index + 1} THEN ${column(own, writer)} END`,
      ),
    )
  const window = `PARTITION BY ${[level, ...outer].join(', ')} ORDER BY ${placeText(writer)} ${soFar}`
  const sum = writer.dialect.over('sum', [column(of, writer)], window)
  return atLevels(series.levels, sum, writer, column(of, writer))
}
