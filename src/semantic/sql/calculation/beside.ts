// What calculations read in addition to the report's rows: windows of days (moving.ts), totals by other
// dimensions, fixed rows, and the values of formulas where there is nothing to count.
import { rowSource } from '#semantic/plan/tree/reached.ts'
import type { AsidePlan, BaseRowsPlan, ReportPlan } from '#semantic/plan/tree/tree.ts'
import { withComputed } from '../computed.ts'
import { levelColumn } from '../levels.ts'
import { sectionWithPasts } from '../pasts.ts'
import type { Section } from '../section.ts'
import { define, select } from '../select.ts'
import { nothingOf, withShown } from '../shown.ts'
import { nothingText } from '../sides.ts'
import type { Writer } from '../writer.ts'
import { writeMoving } from './moving.ts'
import { column, marked } from './parts.ts'

export interface Beside {
  parts: string[]
  /** Joins to the figures. */
  joins: string[]
  /** A point's figure where it has nothing to count. */
  nothing: (key: string) => string
  /** Column of a moving calculation. */
  moving: (key: string) => string
  /** The figure by these dimensions; null where one of the report's levels has it. */
  whole: (by: string[], of: string) => string | null
  /** By the report's levels: the figure of a calculation's fixed row. */
  baseRows: (key: string, of: string) => { level: number; text: string }[]
}

export function writeBeside(plan: ReportPlan, section: Section, prefix: string, writer: Writer): Beside {
  const blank = `${prefix}blank`
  const blanks = formulasOfNothing(plan)
  const nothing = (key: string): string => {
    const leaf = section.leaves.find((point) => point.key === key)
    return leaf === undefined ? `${blank}.${writer.name(key)}` : nothingOf(leaf)
  }
  const parts: string[] = []
  const joins: string[] = []
  if (blanks.length > 0) {
    parts.push(
      define(
        writer.dialect.materialized(blank),
        nothingText(plan.period, { ...section, typed: section.levels }, blanks, writer),
      ),
    )
    joins.push(`CROSS JOIN ${blank}`)
  }
  const { windows } = plan.calculations
  const join = blanks.length > 0 ? [`CROSS JOIN ${blank}`] : []
  const windowName = (index: number): string => `${prefix}moving${index + 1}`
  for (const [index, window] of windows.entries()) {
    const name = windowName(index)
    parts.push(...writeMoving(plan, window, section, { name, nothing, join }, writer))
    joins.push(`LEFT JOIN ${name} ON ${meeting(name, [levelColumn, ...section.keys], writer)}`)
  }
  const wholes = plan.calculations.wholes.map((whole, index) => ({
    ...whole,
    name: `${prefix}whole${index + 1}`,
  }))
  const named = plan.calculations.baseRows.map((rows, index) => ({
    ...rows,
    name: `${prefix}fixed${index + 1}`,
  }))
  for (const aside of [...wholes, ...named]) {
    const marks = 'keys' in aside ? [`1 AS ${writer.name(presentColumn)}`] : []
    parts.push(...asideParts(aside, marks, section, writer))
    joins.push(
      aside.level === 0
        ? `CROSS JOIN ${aside.name}`
        : `LEFT JOIN ${aside.name} ON ${meeting(aside.name, marked(aside.by, plan.period), writer)}`,
    )
  }
  return {
    parts,
    joins,
    nothing,
    moving: (key) => `${windowName(windows.findIndex(({ keys }) => keys.includes(key)))}.${writer.name(key)}`,
    whole: (by, of) => {
      const found = wholes.find((whole) => whole.by.join() === by.join())
      return found === undefined ? null : `${found.name}.${writer.name(of)}`
    },
    baseRows: (key, of) =>
      named
        .filter(({ keys }) => keys.includes(key))
        .map((rows) => ({ level: rows.reportLevel, text: baseText(rows, of, nothing, writer) })),
  }
}

/** A fixed row without facts has its point's figure of nothing. */
function baseText(
  { name, level }: BaseRowsPlan & { name: string },
  of: string,
  nothing: Beside['nothing'],
  writer: Writer,
): string {
  const held = `${name}.${writer.name(of)}`
  const none = nothing(of)
  if (level === 0 || none === 'NULL') return held
  return `CASE WHEN ${name}.${writer.name(presentColumn)} IS NULL THEN ${none} ELSE ${held} END`
}

const presentColumn = '_present'

/** Computed points whose value over nothing is needed. */
function formulasOfNothing({ period, calculations }: ReportPlan): string[] {
  const asked = calculations.columns.flatMap(({ of, work }) =>
    work.kind === 'moving' || (work.kind === 'fixed' && 'value' in work.base) ? [of] : [],
  )
  return period.computed.flatMap(({ key }) => (asked.includes(key) ? [key] : []))
}

function meeting(source: string, keys: string[], writer: Writer): string {
  return keys
    .map((key) => writer.dialect.same(`${source}.${writer.name(key)}`, column(key, writer)))
    .join(' AND ')
}

function asideParts(
  { name, by, period, level, points }: AsidePlan & { name: string },
  marks: string[],
  own: Section,
  writer: Writer,
): string[] {
  const first = period.top === null ? null : own.first
  const section = sectionWithPasts(period, `${name}_`, first, writer)
  const keys = marked(by, period).map((key) => writer.name(key))
  const mark = writer.name(levelColumn)
  const shown = withShown(
    section.levels,
    [mark, ...section.keys.map((key) => writer.name(key))],
    section,
    writer,
  )
  const text = select(
    [...keys, ...points.map((key) => writer.name(key)), ...marks],
    [`FROM ${withComputed(shown, period.computed, writer)}`, `WHERE ${rowSource}.${mark} = ${level}`],
  )
  return [...section.parts, define(writer.dialect.materialized(name), text)]
}
