// Figures of other periods beside rows whose conditions ask for them (plan/pasts.ts).
//
//   SELECT r.*, _past_week_prior."p11" AS "p11_past_week", r."p11" AS "p11_now_week"
//   FROM _rows AS r LEFT JOIN _past_week_prior ON … AND _past_week_prior."d1" = r."d1"
import { rowSource } from '../plan/computed.ts'
import type { PastPlan, PeriodPlan } from '../plan/tree.ts'
import type { Beside, SectionRows } from './section.ts'
import { indent, select } from './select.ts'
import { writeSides } from './sides.ts'
import type { Writer } from './writer.ts'

/** What a section's conditions read beside its rows; null where they read no other period. */
export function writePasts(
  period: PeriodPlan,
  section: SectionRows,
  prefix: string,
  writer: Writer,
): Beside | null {
  if (period.pasts.length === 0) return null
  const written = period.pasts.map((plan) => pastOf(plan, period, section, prefix, writer))
  return {
    parts: written.flatMap(({ parts }) => parts),
    besides(source, columns) {
      const text = select(
        [
          writer.dialect.everything(
            rowSource,
            columns.map((name) => writer.name(name)),
          ),
          ...written.flatMap((past) => past.columns),
        ],
        [`FROM ${source}`, ...written.flatMap(({ joins }) => joins)],
      )
      return `(\n${indent(text)}\n) AS ${rowSource}`
    },
  }
}

function pastOf(
  { past, points, compared }: PastPlan,
  period: PeriodPlan,
  section: SectionRows,
  prefix: string,
  writer: Writer,
) {
  const plan = {
    periods: compared === null ? [] : [compared],
    uncompared: compared === null ? [section.rowLevel] : [],
    points,
  }
  const owner = { ...section, typed: section.rows }
  const { parts, joins, previous, current } = writeSides(
    plan,
    period,
    owner,
    `${prefix}past_${past}_`,
    writer,
  )
  const columns = points.flatMap((key) => [
    `${previous(key)} AS ${writer.name(`${key}_past_${past}`)}`,
    `${current(key)} AS ${writer.name(`${key}_now_${past}`)}`,
  ])
  return { parts, joins, columns }
}
