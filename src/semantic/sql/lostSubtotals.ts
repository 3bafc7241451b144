// Subtotals that only another period has. Where subtotals are compared over the same days as the rows, the
// rows bring them along. Otherwise a subtotal may have a past without any row below it: a channel of last
// week without rows on the compared days, or one whose rows a filter on points dropped only here.
import { rowSource } from '../plan/tree/reached.ts'
import type { ComparedLevel, ReportPlan } from '../plan/tree/tree.ts'
import { levelColumn, levelsText } from './levels.ts'
import { lackingText } from './lost.ts'
import type { Section } from './section.ts'
import { define, select } from './select.ts'
import { unshownPoints } from './shown.ts'
import type { WrittenSides } from './sides.ts'
import type { Writer } from './writer.ts'

/** The section with these subtotals among its levels, without figures. */
export function withLostSubtotals(
  section: Section,
  { period, comparison }: Pick<ReportPlan, 'period' | 'comparison'>,
  sides: WrittenSides,
  prefix: string,
  writer: Writer,
): Section {
  const { keys, leaves, rowLevel, levels } = section
  const isBrought = (own: ComparedLevel[]): boolean =>
    period.having.length === 0 && own.some(({ level }) => level === rowLevel)
  const asked = (comparison?.periods ?? []).flatMap((compared) =>
    isBrought(compared.levels) ? [] : compared.levels.filter(({ level }) => level > 0 && level < rowLevel),
  )
  if (asked.length === 0 || sides.prior === null) return section
  const columns = [levelColumn, ...keys].map((key) => writer.name(key))
  const points = leaves.map(({ key }) => writer.name(key))
  const lost = select(columns, [
    `FROM ${sides.prior.name} AS ${rowSource}`,
    `WHERE ${levelsText(asked, ({ brought }) => brought, writer)}`,
  ])
  const known = select(columns, [`FROM ${levels}`])
  const all = `${prefix}all_levels`
  const text = `${select([...columns, ...points], [`FROM ${levels}`])}\nUNION ALL\n${lackingText(lost, known, columns, points)}`
  return {
    ...section,
    parts: [...section.parts, define(writer.dialect.repeated(all), text)],
    levels: all,
    unshown: unshownPoints(leaves, true),
  }
}
