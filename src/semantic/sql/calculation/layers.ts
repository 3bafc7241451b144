// Calculations as columns beside the figures of all levels, in up to three layers of windows over them:
//
//   first    ranks, shares, along dates; windows of days are joined (moving.ts), as wholes of other dimensions are
//   place    of each row in the rows' order, which may be that of a column of the first layer
//   ordered  what goes from row to row in that order
//
//   ( SELECT r.*, rank() OVER (PARTITION BY r."_level" ORDER BY r."p2" DESC) AS "p2_c1" FROM … AS r ) AS r
import { followsOrder } from '#semantic/plan/calculated/order.ts'
import { rowSource } from '#semantic/plan/tree/reached.ts'
import type { CalculationPlan, CalculationWork, ReportPlan } from '#semantic/plan/tree/tree.ts'
import { orderOf } from '../ordering.ts'
import type { Section } from '../section.ts'
import { indent, select } from '../select.ts'
import type { Writer } from '../writer.ts'
import { type Beside, writeBeside } from './beside.ts'
import { endColumns, fixedColumns } from './fixed.ts'
import { type Column, placeColumn, placeText } from './parts.ts'
import { rankText } from './rank.ts'
import { dated, inOrder } from './running.ts'
import { shareText } from './share.ts'

export interface Calculated {
  /** Common table expressions. */
  parts: string[]
  /** The FROM source: the figures with the calculations' columns. `held`: the figures' columns. */
  over: (from: string, held: string[]) => string
}

/** `computed`: the report's formulas, even where the section has already computed them. */
export function writeCalculations(
  plan: ReportPlan,
  section: Section,
  prefix: string,
  writer: Writer,
): Calculated {
  const { columns } = plan.calculations
  if (columns.length === 0) return { parts: [], over: (from) => from }
  const beside = writeBeside(plan, section, prefix, writer)
  const over = (from: string, held: string[]): string => {
    const first = layer(from, held, firstTexts(plan, beside, writer), beside.joins, writer)
    if (!columns.some(followsOrder)) return first.from
    const order = orderOf(plan, section, first.from, writer)
    const place = writer.dialect.over('row_number', [], `ORDER BY ${order.terms.join(', ')}`)
    const placed = layer(order.from, first.held, [{ key: placeColumn, text: place }], [], writer)
    return layer(placed.from, placed.held, orderedTexts(plan, writer), [], writer).from
  }
  return { parts: beside.parts, over }
}

function firstTexts(plan: ReportPlan, beside: Beside, writer: Writer): Column[] {
  return plan.calculations.columns.flatMap((calculation) => {
    const { key, work } = calculation
    if (work.kind === 'fixed' && !followsOrder(calculation))
      return fixedColumns(calculation, work, plan, beside, writer)
    const text = firstText(calculation, plan, beside, writer)
    return text === null ? [] : [{ key, text }]
  })
}

/** Null for calculations that depend on the rows' order. */
function firstText(
  calculation: CalculationPlan,
  plan: ReportPlan,
  beside: Beside,
  writer: Writer,
): string | null {
  const { key, work } = calculation
  switch (work.kind) {
    case 'rank':
      return rankText(calculation, work, plan, writer)
    case 'running':
      return work.series.along === null ? null : dated(calculation, work, plan, writer)
    case 'moving':
      return beside.moving(key)
    case 'share':
      return shareText(calculation, work, plan, beside, writer)
    default:
      return null
  }
}

function orderedTexts(plan: ReportPlan, writer: Writer): Column[] {
  return plan.calculations.columns.filter(followsOrder).flatMap((calculation) => {
    const { key, work } = calculation
    if (work.kind === 'running') return [{ key, text: inOrder(calculation, work, plan, writer) }]
    return endColumns(
      calculation,
      work as Extract<CalculationWork, { kind: 'fixed' }>,
      placeText(writer),
      plan,
      writer,
    )
  })
}

/** The source with added columns; unchanged where there are none. */
function layer(
  from: string,
  held: string[],
  columns: Column[],
  joins: string[],
  writer: Writer,
): { from: string; held: string[] } {
  if (columns.length === 0) return { from, held }
  const text = select(
    [
      writer.dialect.everything(
        rowSource,
        held.map((name) => writer.name(name)),
      ),
      ...columns.map(({ key, text: own }) => `${own} AS ${writer.name(key)}`),
    ],
    [`FROM ${from}`, ...joins],
  )
  return {
    from: `(\n${indent(text)}\n) AS ${rowSource}`,
    held: [...held, ...columns.map(({ key }) => key)],
  }
}
