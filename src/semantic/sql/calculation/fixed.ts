// Calculations against a fixed row, and that row's figure (`_base`): the first or last row of its series with
// a figure, along a date or in row order, or the row of a value, which is read from the facts (beside.ts). 其他
// is no value and never the fixed row.
import type { CalculationPlan, CalculationWork, ReportPlan } from '#semantic/plan/tree/tree.ts'
import { levelColumn } from '../levels.ts'
import { otherColumn } from '../top.ts'
import type { Writer } from '../writer.ts'
import type { Beside } from './beside.ts'
import { atLevels, type Column, column, partition } from './parts.ts'

type Fixed = Extract<CalculationWork, { kind: 'fixed' }>

export function fixedColumns(
  calculation: CalculationPlan,
  work: Fixed,
  plan: ReportPlan,
  beside: Beside,
  writer: Writer,
): Column[] {
  const { base, dim, ended } = work
  if ('end' in base) {
    const date = column(dim, writer)
    const moment = ended === null ? date : `CASE WHEN ${writer.write(ended)} THEN ${date} END`
    return endColumns(calculation, work, moment, plan, writer)
  }
  const { key, of } = calculation
  const levels = 'none' in base ? [] : beside.baseRows(key, of)
  if (levels.length === 0) return noColumns(calculation, writer)
  const at = (textOf: (base: string) => string): string =>
    `CASE ${column(levelColumn, writer)} ${levels.map(({ level, text }) => `WHEN ${level} THEN ${textOf(text)}`).join(' ')} END`
  return [
    { key: baseKey(key), text: at((text) => text) },
    { key, text: at((text) => besideBase(calculation, work, text, writer)) },
  ]
}

const baseKey = (key: string): string => `${key}_base`

/** NULL in the figure's type. */
function noColumns({ key, of }: CalculationPlan, writer: Writer): Column[] {
  const text = `CASE WHEN 1 = 0 THEN ${column(of, writer)} END`
  return [
    { key: baseKey(key), text },
    { key, text },
  ]
}

/** `moment`: what orders the rows: their date, or their position. */
export function endColumns(
  calculation: CalculationPlan,
  work: Fixed,
  moment: string,
  plan: ReportPlan,
  writer: Writer,
): Column[] {
  const { base, dim, series } = work
  const isMixed = plan.period.top?.dim === dim
  const at = isMixed ? `CASE WHEN NOT ${column(otherColumn, writer)} THEN ${moment} END` : moment
  const end = 'end' in base && base.end === 'last' ? 'latest' : 'earliest'
  const over = partition(series.restart, plan, writer)
  const held = writer.dialect.over(end, [column(calculation.of, writer), at], over)
  return [
    { key: baseKey(calculation.key), text: atLevels(series.levels, held, writer) },
    {
      key: calculation.key,
      text: atLevels(series.levels, besideBase(calculation, work, held, writer), writer),
    },
  ]
}

function besideBase({ of }: CalculationPlan, { shows }: Fixed, base: string, writer: Writer): string {
  const figure = column(of, writer)
  if (shows === 'difference') return `${figure} - (${base})`
  const quotient = writer.dialect.divide(figure, `(${base})`)
  return shows === 'change' ? `${quotient} - 1` : `${quotient} * 100`
}
