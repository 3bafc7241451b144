// Rows for missing dates, added to a section's levels: every period with every combination of the other
// dimensions that occurs. They hold null, which is shown as 0 or empty, as each point says (shown.ts); computed points
// and filters on points work on them as on other rows. The total stays as it is.
//
//   _dates     the report's dates of all generated days or hours, each once
//   _groups    SELECT DISTINCT "d4" FROM _levels WHERE "_level" = 2    combinations of the others
//   _missing   _dates CROSS JOIN _groups EXCEPT _rows
//   _filled    _levels UNION ALL _missing (and the subtotals of dates that were missing)

import { filledTooFar, momentColumn, mostFilledRows } from '../plan/columns/fill.ts'
import { rowSource } from '../plan/tree/reached.ts'
import type { FillPlan, PeriodPlan } from '../plan/tree/tree.ts'
import { withComputed } from './computed.ts'
import { keyColumns, keysUpTo, levelColumn } from './levels.ts'
import type { Section } from './section.ts'
import { define, indent, select } from './select.ts'
import { unshownPoints, withShown } from './shown.ts'
import type { Writer } from './writer.ts'

/** The section with filled levels. */
export function writeFill(
  plan: FillPlan,
  period: PeriodPlan,
  section: Section,
  prefix: string,
  writer: Writer,
): Section {
  const { rowLevel, keys, leaves, beside } = section
  const names = {
    dates: `${prefix}dates`,
    groups: `${prefix}groups`,
    missing: `${prefix}missing`,
    filled: `${prefix}filled`,
  }
  const level = writer.name(levelColumn)
  const dates = plan.dates.map(({ key }) => key)
  const others = keys.filter((key) => !dates.includes(key))
  const columns = keys.map((key) => writer.name(key))
  const parts = [define(writer.dialect.materialized(names.dates), datesText(plan, section.rows, writer))]
  if (others.length > 0) {
    const held = others.map((key) => writer.name(key))
    parts.push(
      define(
        writer.dialect.materialized(names.groups),
        select([`DISTINCT ${held.join(', ')}`], [`FROM ${section.levels}`, `WHERE ${level} = ${rowLevel}`]),
      ),
    )
  }
  const grid = select(columns, [
    `FROM ${names.dates}`,
    ...(others.length > 0
      ? [
          `CROSS JOIN ${names.groups}`,
          writer.dialect.atMost(mostFilledRows, [names.dates, names.groups], filledTooFar),
        ]
      : []),
  ])
  const lacking = `${grid}\nEXCEPT\n${select(columns, [`FROM ${section.rows}`])}`
  const points = leaves.map(({ key }) => `NULL AS ${writer.name(key)}`)
  const unshown = unshownPoints(leaves, true)
  const rows = select(
    [`${rowLevel} AS ${level}`, ...columns, ...points],
    [`FROM (\n${indent(lacking)}\n) AS lacking`],
  )
  const missing = passing(rows, period, { keys, leaves, unshown, beside }, writer)
  parts.push(define(writer.dialect.materialized(names.missing), missing))
  // Subtotals for missing dates: for each prefix of the dimensions that contains a date.
  const texts = [`SELECT * FROM ${section.levels}`, `SELECT * FROM ${names.missing}`]
  for (const [index, dim] of (period.subtotals ? period.dims.slice(0, -1) : []).entries()) {
    const present = keysUpTo(keys, dim)
    if (!present.some((key) => dates.includes(key))) continue
    const prefixColumns = keyColumns(keys, present, writer)
    const own = select(columns, [`FROM ${section.levels}`, `WHERE ${level} = ${index + 1}`])
    const grouped = `${select(prefixColumns, [`FROM ${names.missing}`])}\nEXCEPT\n${own}`
    texts.push(
      select(
        [`${index + 1} AS ${level}`, ...columns, ...points],
        [`FROM (\n${indent(grouped)}\n) AS lacking`],
      ),
    )
  }
  parts.push(define(writer.dialect.repeated(names.filled), texts.join('\nUNION ALL\n')))
  return { ...section, parts: [...section.parts, ...parts], levels: names.filled, unshown }
}

function datesText(plan: FillPlan, rows: string, writer: Writer): string {
  const { dialect } = writer
  const { unit } = plan
  const moment = writer.name(momentColumn)
  const columns = plan.dates.map(({ key, value }) => `${writer.write(value)} AS ${writer.name(key)}`)
  const last = writer.write(plan.last)
  if (plan.first !== null) {
    const series = select([`${dialect.series(writer.write(plan.first), last, unit)} AS ${moment}`], [])
    return select([`DISTINCT ${columns.join(', ')}`], [`FROM (\n${indent(series)}\n) AS ${rowSource}`])
  }
  const finest = writer.name(plan.finest)
  const bounds = select(
    [
      `${dialect.aggregate('min', finest, null)} AS first`,
      `least(${dialect.aggregate('max', finest, null)}, ${last}) AS last`,
    ],
    [`FROM ${rows}`],
  )
  // The range comes from the rows' dates, so its length is checked in the statement, before days are
  // generated.
  const count = dialect.unitsBetween('bounds.first', 'bounds.last', unit)
  const end = dialect.unless(`${count} >= ${mostFilledRows}`, filledTooFar, 'bounds.last')
  const series = select(
    [`${dialect.series('bounds.first', end, unit)} AS ${moment}`],
    [`FROM (\n${indent(bounds)}\n) AS bounds`],
  )
  return select([`DISTINCT ${columns.join(', ')}`], [`FROM (\n${indent(series)}\n) AS ${rowSource}`])
}

/**
 * The missing rows that pass the filters on points, as displayed: a row that a filter dropped does not come
 * back as zero.
 */
function passing(
  rows: string,
  period: PeriodPlan,
  { keys, leaves, unshown, beside }: Pick<Section, 'keys' | 'leaves' | 'unshown' | 'beside'>,
  writer: Writer,
): string {
  if (period.having.length === 0) return rows
  const own = [levelColumn, ...keys]
  const held = [...own, ...leaves.map(({ key }) => key)]
  const named = (columns: string[]): string[] => columns.map((name) => writer.name(name))
  const conditions = period.having.map((condition) => writer.conjunct(condition))
  const source = withShown(`(\n${indent(rows)}\n)`, named(own), { leaves, unshown }, writer)
  const shown = withComputed(source, period.computed, writer)
  const from = beside?.besides(shown, [...held, ...period.computed.map(({ key }) => key)]) ?? shown
  return select(named(held), [`FROM ${from}`, `WHERE ${conditions.join(' AND ')}`])
}
