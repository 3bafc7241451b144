// What a figure is beside that of a fixed row: the first or last of its series that has one, along a date or in the
// rows' order, or the row of a value. 其他 is no value: it is never the fixed row.
import type { CalculationPlan, CalculationWork, ReportPlan } from '../../plan/tree.ts'
import { otherColumn } from '../top.ts'
import type { Writer } from '../writer.ts'
import type { Beside } from './beside.ts'
import { atLevels, column, partition } from './parts.ts'

type Fixed = Extract<CalculationWork, { kind: 'fixed' }>

export function fixedText(
  calculation: CalculationPlan,
  work: Fixed,
  plan: ReportPlan,
  beside: Beside,
  writer: Writer,
): string {
  const { base, dim, ended, series } = work
  if (!('value' in base)) {
    const date = column(dim, writer)
    const moment = ended === null ? date : `CASE WHEN ${writer.write(ended)} THEN ${date} END`
    return endText(calculation, work, moment, plan, writer)
  }
  const own = column(dim, writer)
  const met =
    base.value === null
      ? `${own} IS NULL`
      : `${own} = ${writer.dialect.parameter(writer.bind(base.value), base.type)}`
  const isOf = valueRow(work, met, plan, writer)
  const over = partition(series.restart, plan, writer)
  const figure = column(calculation.of, writer)
  const held = writer.dialect.over('max', [`CASE WHEN ${isOf} THEN ${figure} END`], over)
  const nothing = beside.nothing(calculation.of)
  // Where the value has no row there is nothing to count.
  const found =
    nothing === 'NULL'
      ? held
      : `CASE WHEN ${writer.dialect.over('max', [`CASE WHEN ${isOf} THEN 1 END`], over)} IS NULL THEN ${nothing} ELSE ${held} END`
  return shown(calculation, work, found, writer)
}

const valueRow = ({ dim }: Fixed, met: string, { period }: ReportPlan, writer: Writer): string =>
  period.top?.dim === dim ? `${met} AND NOT ${column(otherColumn, writer)}` : met

/** `moment`: what orders the rows: their date, or their place. */
export function endText(
  calculation: CalculationPlan,
  work: Fixed,
  moment: string,
  plan: ReportPlan,
  writer: Writer,
): string {
  const { base, dim, series } = work
  const isMixed = plan.period.top?.dim === dim
  const at = isMixed ? `CASE WHEN NOT ${column(otherColumn, writer)} THEN ${moment} END` : moment
  const end = 'end' in base && base.end === 'last' ? 'latest' : 'earliest'
  const over = partition(series.restart, plan, writer)
  return shown(
    calculation,
    work,
    writer.dialect.over(end, [column(calculation.of, writer), at], over),
    writer,
  )
}

function shown({ of }: CalculationPlan, { shows, series }: Fixed, base: string, writer: Writer): string {
  const figure = column(of, writer)
  const quotient = writer.dialect.divide(figure, `(${base})`)
  const text =
    shows === 'difference'
      ? `${figure} - (${base})`
      : shows === 'change'
        ? `${quotient} - 1`
        : `${quotient} * 100`
  return atLevels(series.levels, text, writer)
}
