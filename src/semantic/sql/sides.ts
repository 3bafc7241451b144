// The figures of other periods beside rows or levels: of a comparison (comparison.ts), and of conditions that hold rows
// against their past (pasts.ts). Each period is a section of its own (section.ts).
//
//   _prior      _level, d1, p11     the other periods' figures, their dates moved to the report's own
//   _base       _level, d1, p11     the report's own over the compared days, where a level shows more
//   _nothing    p51                 formulas of nothing, for rows that one of these sides has no rows for
import { not } from '../plan/build.ts'
import { rowSource } from '../plan/computed.ts'
import type { ComparedLevel, ComparedPeriod, Node, PeriodPlan } from '../plan/tree.ts'
import { withComputed } from './computed.ts'
import { keyColumns, levelColumn } from './levels.ts'
import { type Section, writeSection } from './section.ts'
import { define, indent, select } from './select.ts'
import { nothingOf, withShown } from './shown.ts'
import type { Writer } from './writer.ts'

/** What is put beside which points. */
export interface SidesPlan {
  periods: ComparedPeriod[]
  /** Levels (by their marks) that nothing is put beside. */
  uncompared: number[]
  /** Keys of the points. */
  points: string[]
}

/** The section that the sides stand beside. */
export interface SidesOwner extends Pick<Section, 'leaves' | 'keys' | 'first'> {
  /** Name of an expression with the leaf points, from which formulas of nothing take their types. */
  typed: string
}

export interface Sides {
  /** Common table expressions. */
  parts: string[]
  /** Joins to the rows (source `r`, with `_level`). */
  joins: string[]
  /** Whether some rows show more days than are compared. */
  hasBase: boolean
  /** The other period's figure of a point; NULL in rows that are not compared. */
  previous: (key: string) => string
  /** The point's own figure over the compared days. */
  current: (key: string) => string
  /** The text where the row is compared, else NULL. */
  met: (text: string) => string
}

interface Side {
  of: 'prior' | 'base'
  /** Name of the expression with columns `_level`, the dimensions, the points. */
  name: string
  parts: string[]
  /** Keys that some of its levels are grouped by; only these are joined by. */
  keys: string[]
}

/** `own`: the plan of the period that the sides stand beside; `prefix` begins the sides' names. */
export function writeSides(
  plan: SidesPlan,
  own: PeriodPlan,
  owner: SidesOwner,
  prefix: string,
  writer: Writer,
): Sides {
  const prior = writeSide(plan, 'prior', `${prefix}prior`, owner, writer)
  const base = writeSide(plan, 'base', `${prefix}base`, owner, writer)
  const sides = [prior, base].filter((side) => side !== null)
  const computedKeys = plan.points.filter((key) => own.computed.some((point) => point.key === key))
  const nothing = sides.length > 0 && computedKeys.length > 0 ? `${prefix}nothing` : null
  const nothingIn = (key: string): string => {
    const leaf = owner.leaves.find((point) => point.key === key)
    return leaf === undefined ? `${nothing}.${writer.name(key)}` : nothingOf(leaf)
  }
  // A compared row that a side has no row for is compared with the figure of nothing: no sales, not no answer.
  const figureOf = (side: Side, key: string): string => {
    const held = `${side.name}.${writer.name(key)}`
    const none = nothingIn(key)
    if (none === 'NULL') return held
    return `CASE WHEN ${side.name}.${writer.name(levelColumn)} IS NULL THEN ${none} ELSE ${held} END`
  }
  const unmet = unmetRows(plan, writer)
  const partly = rowsWhere(plan.periods, (level) => level.partly, writer)
  const met = (text: string): string => (unmet === null ? text : `CASE WHEN NOT (${unmet}) THEN ${text} END`)
  return {
    parts: [
      ...sides.flatMap(({ parts }) => parts),
      ...(nothing === null ? [] : [define(nothing, nothingText(own, owner, computedKeys, writer))]),
    ],
    joins: [
      ...sides.map((side) => `LEFT JOIN ${side.name} ON ${meeting(side, writer)}`),
      ...(nothing === null ? [] : [`CROSS JOIN ${nothing}`]),
    ],
    hasBase: base !== null,
    previous: (key) => (prior === null ? 'NULL' : met(figureOf(prior, key))),
    current: (key) => {
      const figure = `${rowSource}.${writer.name(key)}`
      return partly === null || base === null
        ? figure
        : `CASE WHEN ${partly} THEN ${figureOf(base, key)} ELSE ${figure} END`
    },
    met,
  }
}

/** A SELECT of one row with formulas over points that have nothing to count. */
export function nothingText(
  { computed }: PeriodPlan,
  { leaves, typed: from }: Pick<SidesOwner, 'leaves' | 'typed'>,
  keys: string[],
  writer: Writer,
): string {
  // The first half gives the columns their types.
  const typed = select(
    leaves.map(({ key }) => writer.name(key)),
    [`FROM ${from}`, 'WHERE FALSE'],
  )
  const held = select(leaves.map(nothingOf), [])
  const source = `(\n${indent(`${typed}\nUNION ALL\n${held}`)}\n)`
  return select(
    keys.map((key) => `${rowSource}.${writer.name(key)}`),
    [`FROM ${withComputed(source, computed, writer)}`],
  )
}

/** The levels of all periods of one side, stacked; null where there are none. */
function writeSide(
  plan: SidesPlan,
  of: Side['of'],
  name: string,
  owner: SidesOwner,
  writer: Writer,
): Side | null {
  const parts: string[] = []
  const texts: string[] = []
  const held = new Set<string>()
  for (const [index, { levels, [of]: period }] of plan.periods.entries()) {
    if (period === null) continue
    // 其他 holds the same values on both sides: those below the report's own first N.
    const section = writeSection(period, `${name}${index + 1}_`, writer, owner.first)
    parts.push(...section.parts)
    for (const key of section.keys) held.add(key)
    const wanted = of === 'prior' ? levels : levels.filter(({ partly }) => partly !== null)
    const marks = wanted.map(({ level }) => level)
    texts.push(...levelTexts(section, owner.keys, period, marks, plan, writer))
  }
  if (texts.length === 0) return null
  const keys = owner.keys.filter((key) => held.has(key))
  return {
    of,
    name,
    keys,
    parts: [...parts, define(writer.dialect.repeated(name), texts.join('\nUNION ALL\n'))],
  }
}

export function levelTexts(
  section: Section,
  ownKeys: string[],
  period: PeriodPlan,
  marks: number[],
  plan: Pick<SidesPlan, 'points'>,
  writer: Writer,
): string[] {
  const level = writer.name(levelColumn)
  const ownColumns = section.keys.map((key) => writer.name(key))
  const shown = (source: string, columns: string[]) => withShown(source, columns, section, writer)
  const keys = [...keyColumns(ownKeys, section.keys, writer), ...plan.points.map((key) => writer.name(key))]
  const isFiltered = period.having.length > 0
  // A row that is shown is compared with its partner, whether or not the partner would pass the filters on
  // points.
  const whole = isFiltered ? marks.filter((mark) => mark !== section.rowLevel) : marks
  const texts: string[] = []
  if (whole.length > 0)
    texts.push(
      select(
        [level, ...keys],
        [
          `FROM ${withComputed(shown(section.levels, [level, ...ownColumns]), period.computed, writer)}`,
          `WHERE ${rowSource}.${level} IN (${whole.join(', ')})`,
        ],
      ),
    )
  if (whole.length < marks.length)
    texts.push(
      select(
        [`${section.rowLevel} AS ${level}`, ...keys],
        [`FROM ${withComputed(shown(section.rows, ownColumns), period.computed, writer)}`],
      ),
    )
  return texts
}

/** The join condition: equal level and dimensions, null equal to null. */
function meeting(side: Side, writer: Writer): string {
  const level = writer.name(levelColumn)
  return [
    `${side.name}.${level} = ${rowSource}.${level}`,
    ...side.keys.map((key) =>
      writer.dialect.same(`${side.name}.${writer.name(key)}`, `${rowSource}.${writer.name(key)}`),
    ),
  ].join(' AND ')
}

/** The condition of rows that are not compared; null where all are. */
function unmetRows(
  { periods, uncompared }: Pick<SidesPlan, 'periods' | 'uncompared'>,
  writer: Writer,
): string | null {
  const level = `${rowSource}.${writer.name(levelColumn)}`
  const whole = uncompared.map((mark) => `${level} = ${mark}`)
  const dated = rowsWhere(periods, ({ met }) => met && not(met), writer)
  const conditions = dated === null ? whole : [...whole, dated]
  return conditions.length === 0 ? null : conditions.join(' OR ')
}

/**
 * The condition of all levels together: `_level` = 1 AND (…) OR `_level` = 0; null where no level has one.
 */
function rowsWhere(
  periods: ComparedPeriod[],
  conditionOf: (level: ComparedLevel) => Node | null,
  writer: Writer,
): string | null {
  const level = `${rowSource}.${writer.name(levelColumn)}`
  const conditions = periods
    .flatMap(({ levels }) => levels)
    .flatMap((compared) => {
      const condition = conditionOf(compared)
      if (condition === null) return []
      const mark = `${level} = ${compared.level}`
      if (condition.kind === 'boolean') return [mark]
      return [`${mark} AND (${writer.write(condition)})`]
    })
  return conditions.length === 0 ? null : conditions.join(' OR ')
}
