// The final SELECT: the requested columns over the levels, with shares and calculations, ordered and limited.
import type { ReportColumn } from '../model/types.ts'
import { rowSource } from '../plan/tree/reached.ts'
import type { ReportPlan, SharePlan } from '../plan/tree/tree.ts'
import type { Calculated } from './calculation/layers.ts'
import { withComputed } from './computed.ts'
import { levelColumn } from './levels.ts'
import { orderOf } from './ordering.ts'
import type { Section } from './section.ts'
import { indent, select } from './select.ts'
import { finiteText, withShown } from './shown.ts'
import { otherColumn } from './top.ts'
import type { Writer } from './writer.ts'

export function resultText(
  plan: ReportPlan,
  section: Section,
  calculated: Calculated,
  writer: Writer,
): string {
  const columns = plan.columns.map((column) => columnText(column, plan, writer))
  const marks = plan.marks.map(
    (mark) => `${rowSource}.${writer.name(mark === 'level' ? levelColumn : otherColumn)}`,
  )
  const bases = plan.bases.map((key) => `${rowSource}.${writer.name(`${key}_base`)}`)
  const { leaves, unshown } = section
  const besides = section.columns
    .filter((name) => !leaves.some(({ key }) => key === name))
    .map((name) => writer.name(name))
  const levels = withShown(section.levels, besides, { leaves, unshown }, writer)
  const held = [...section.columns, ...plan.period.computed.map(({ key }) => key)]
  const computed = withComputed(levels, plan.period.computed, writer)
  const shared = withShares(computed, plan.shares, section.levels, held, writer)
  const figures = calculated.over(shared, [...held, ...plan.shares.map(({ key }) => key)])
  const order = orderOf(plan, section, figures, writer)
  const level = `${rowSource}.${writer.name(levelColumn)}`
  // + 2: the total, and one row that shows that there are more.
  return select(
    [...columns, ...marks, ...bases],
    [
      `FROM ${order.from}`,
      plan.hidesSubtotals ? `WHERE ${level} IN (0, ${section.rowLevel})` : null,
      `ORDER BY ${order.terms.join(', ')}`,
      `LIMIT ${plan.limit + 2}`,
    ],
  )
}

const derived = new Set<ReportColumn['role']>(['change', 'share', 'calculation'])

/** Values derived from a point's figures are checked for finiteness like the figures themselves. */
function columnText({ key, of, role, type }: ReportColumn, { reals }: ReportPlan, writer: Writer): string {
  const name = writer.name(key)
  const own = `${rowSource}.${name}`
  const real = of === undefined || type !== 'number' || !derived.has(role) ? undefined : reals.get(of)
  return real === undefined ? own : `${finiteText(own, real, own, writer)} AS ${name}`
}

/** Divides by the levels' total row, which counts all rows, including those beyond the limit. */
function withShares(
  from: string,
  shares: SharePlan[],
  levels: string,
  held: string[],
  writer: Writer,
): string {
  if (shares.length === 0) return from
  const ofTotal = shares.map(({ of }) => writer.name(of))
  const total = select(ofTotal, [`FROM ${levels}`, `WHERE ${writer.name(levelColumn)} = 0`])
  const columns = shares.map(({ key, of }) => {
    const share = writer.dialect.divide(`${rowSource}.${writer.name(of)}`, `whole.${writer.name(of)}`)
    return `${share} AS ${writer.name(key)}`
  })
  const text = select(
    [
      writer.dialect.everything(
        rowSource,
        held.map((name) => writer.name(name)),
      ),
      ...columns,
    ],
    [`FROM ${from}`, `CROSS JOIN (\n${indent(total)}\n) AS whole`],
  )
  return `(\n${indent(text)}\n) AS ${rowSource}`
}
