// Puts the other period's figure and the change beside each figure of the levels. The other periods are
// sections of their own in the same statement (sides.ts), with their own levels, so that a ratio is
// compared with a ratio, a total with a total.
//
//   _compared   … p11, p11_prev, p11_diff
//               FROM _levels AS r LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" = r."d1"
import { rowSource } from '../plan/tree/reached.ts'
import type { ComparisonPlan, PeriodPlan } from '../plan/tree/tree.ts'
import { withComputed } from './computed.ts'
import type { Section } from './section.ts'
import { define, select } from './select.ts'
import { withShown } from './shown.ts'
import { besideRows, type Sides, type SidesPlan, type WrittenSides } from './sides.ts'
import type { Writer } from './writer.ts'

/** What is joined to the levels of a compared report. */
export const comparedSides = (plan: ComparisonPlan): SidesPlan => ({
  ...plan,
  points: plan.points.map(({ key }) => key),
})

/**
 * The section with further columns: the computed points, `_prev` and `_diff` of each compared point, and
 * `_base` where some rows show more days than are compared.
 */
export function writeComparison(
  plan: ComparisonPlan,
  own: PeriodPlan,
  section: Section,
  written: WrittenSides,
  prefix: string,
  writer: Writer,
): Section {
  const owner = { ...section, typed: section.levels }
  const sides = besideRows(written, comparedSides(plan), own, owner, writer)
  const compared = `${prefix}compared`
  const besides = section.columns
    .filter((name) => !section.leaves.some(({ key }) => key === name))
    .map((name) => writer.name(name))
  const shown = withShown(section.levels, besides, section, writer)
  const columns = [...section.columns, ...own.computed.map(({ key }) => key)]
  const text = select(
    [
      writer.dialect.everything(
        rowSource,
        columns.map((name) => writer.name(name)),
      ),
      ...plan.points.flatMap((point) => figures(point, sides, writer)),
    ],
    [`FROM ${withComputed(shown, own.computed, writer)}`, ...sides.joins],
  )
  return {
    ...section,
    parts: [...section.parts, ...sides.parts, define(writer.dialect.repeated(compared), text)],
    levels: compared,
    columns: [...columns, ...plan.points.flatMap((point) => comparedKeys(point, sides.hasBase))],
    unshown: [],
  }
}

const comparedKeys = ({ key, change }: ComparisonPlan['points'][number], hasBase: boolean): string[] => [
  `${key}_prev`,
  ...(change === null ? [] : [`${key}_diff`]),
  ...(change === null || !hasBase ? [] : [`${key}_base`]),
]

function figures({ key, change }: ComparisonPlan['points'][number], sides: Sides, writer: Writer): string[] {
  const previous = sides.previous(key)
  const told = [`${previous} AS ${writer.name(`${key}_prev`)}`]
  if (change === null) return told
  const current = sides.current(key)
  const text =
    previous === 'NULL'
      ? 'NULL'
      : change === 'difference'
        ? `${current} - ${previous}`
        : `${writer.dialect.divide(current, previous)} - 1`
  return [
    ...told,
    `${text} AS ${writer.name(`${key}_diff`)}`,
    ...(sides.hasBase ? [`${sides.met(current)} AS ${writer.name(`${key}_base`)}`] : []),
  ]
}
