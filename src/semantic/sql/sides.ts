// The figures of other periods beside rows or levels: of a comparison (comparison.ts), and of conditions that hold rows
// against their past (pasts.ts). Each period is a section of its own (section.ts).
//
//   _prior      _level, d1, p11     the other periods' figures, their dates moved to the report's own
//   _base       _level, d1, p11     the report's own over the compared days, where a level shows more
//   _nothing    p51                 formulas of nothing, for rows that one of these sides has no rows for
import { not } from '../plan/tree/build.ts'
import { rowSource } from '../plan/tree/reached.ts'
import type { ComparedLevel, ComparedPeriod, Node, PeriodPlan } from '../plan/tree/tree.ts'
import { withComputed } from './computed.ts'
import { keyColumns, levelColumn, levelsText } from './levels.ts'
import { lostKeys } from './lost.ts'
import { type ReadSection, readSection, type Section, type SectionStart, writeSection } from './section.ts'
import { define, indent, select } from './select.ts'
import { nothingOf, withShown } from './shown.ts'
import type { Writer } from './writer.ts'

/** Which periods are joined to which points. */
export interface SidesPlan {
  periods: ComparedPeriod[]
  /** Levels to which nothing is joined. */
  uncompared: number[]
  /** Keys of the points. */
  points: string[]
}

/** The periods of the sides, with their facts read. */
export interface ReadSides {
  prefix: string
  prior: ReadPeriod[]
  base: ReadPeriod[]
}

interface ReadPeriod {
  /** Levels that are joined to the side's rows. */
  levels: ComparedLevel[]
  section: ReadSection
}

/** The periods of the sides, written before the rows that they are joined to. */
export interface WrittenSides {
  prefix: string
  /** Common table expressions. */
  parts: string[]
  prior: Side | null
  base: Side | null
  /** Queries with the keys of the other periods' rows. */
  lost: string[]
}

/** The section that the sides are joined to. */
interface SidesOwner extends Pick<Section, 'leaves'> {
  /** Name of an expression with the leaf points, from which formulas of nothing take their types. */
  typed: string
}

export interface Sides {
  /** Common table expressions of what is read in addition to the written ones. */
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
  /** Name of the expression with columns `_level`, the dimensions, the points. */
  name: string
  /** Keys by which some of its levels are grouped; only these are joined by. */
  keys: string[]
}

/** `prefix`: prefix of the sides' names. */
export function readSides({ periods }: SidesPlan, prefix: string, writer: Writer): ReadSides {
  const read = (period: PeriodPlan, name: string, index: number): ReadSection =>
    readSection(period, `${prefix}${name}${index + 1}_`, writer)
  return {
    prefix,
    prior: periods.map(({ levels, prior }, index) => ({ levels, section: read(prior, 'prior', index) })),
    base: periods.flatMap(({ levels, base }, index) => {
      const partly = levels.filter((level) => level.partly !== null)
      return base === null ? [] : [{ levels: partly, section: read(base, 'base', index) }]
    }),
  }
}

/** Common table expressions of what is read. */
export const partsRead = ({ prior, base }: ReadSides): string[] =>
  [...prior, ...base].flatMap(({ section }) => section.parts)

/** The periods that can add rows to a section with rows of this level. */
export const bringing = ({ prior }: ReadSides, rowLevel: number): ReadSection[] =>
  prior.flatMap(({ levels, section }) => (levels.some(({ level }) => level === rowLevel) ? [section] : []))

/** `start`: that of the section that they are joined to. */
export function writeSides(
  { prefix, ...read }: ReadSides,
  plan: SidesPlan,
  start: SectionStart,
  writer: Writer,
): WrittenSides {
  const prior = writeSide(read.prior, plan, `${prefix}prior`, start, writer)
  const base = writeSide(read.base, plan, `${prefix}base`, start, writer)
  return {
    prefix,
    parts: [...prior.parts, ...base.parts],
    prior: prior.side,
    base: base.side,
    lost: read.prior.flatMap(({ levels }, index) =>
      lostKeys(levels, prior.sections[index] as Section, start, writer),
    ),
  }
}

/** `own`: the plan of the period that the sides are joined to. */
export function besideRows(
  { prior, base, prefix }: WrittenSides,
  plan: SidesPlan,
  own: PeriodPlan,
  owner: SidesOwner,
  writer: Writer,
): Sides {
  const sides = [prior, base].filter((side) => side !== null)
  const computedKeys = plan.points.filter((key) => own.computed.some((point) => point.key === key))
  const nothing = sides.length > 0 && computedKeys.length > 0 ? `${prefix}nothing` : null
  const nothingIn = (key: string): string => {
    const leaf = owner.leaves.find((point) => point.key === key)
    return leaf === undefined ? `${nothing}.${writer.name(key)}` : nothingOf(leaf)
  }
  // A compared row without a row on the other side is compared with the figure of nothing: no sales, not no
  // answer.
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
    parts: nothing === null ? [] : [define(nothing, nothingText(own, owner, computedKeys, writer))],
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

/** The levels of all periods of one side, stacked; no side where there are none. */
function writeSide(
  read: ReadPeriod[],
  plan: SidesPlan,
  name: string,
  start: SectionStart,
  writer: Writer,
): { side: Side | null; parts: string[]; sections: Section[] } {
  // 其他 contains the same values on both sides: those outside the report's own top N.
  const sections = read.map(({ section }) => writeSection(section, start.first, writer))
  const texts = read.flatMap(({ levels, section: { period } }, index) => {
    const marks = levels.map(({ level }) => level)
    return levelTexts(sections[index] as Section, start.keys, period, marks, plan, writer)
  })
  const parts = sections.flatMap((section) => section.parts)
  if (texts.length === 0) return { side: null, parts, sections }
  const keys = start.keys.filter((key) => sections.some((section) => section.keys.includes(key)))
  const stacked = define(writer.dialect.repeated(name), texts.join('\nUNION ALL\n'))
  return { side: { name, keys }, parts: [...parts, stacked], sections }
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
  // A shown row is compared with its partner, whether or not the partner passes the filters on points.
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

const rowsWhere = (
  periods: ComparedPeriod[],
  conditionOf: (level: ComparedLevel) => Node | null,
  writer: Writer,
): string | null => {
  const conditioned = periods.flatMap(({ levels }) => levels).filter((level) => conditionOf(level) !== null)
  return conditioned.length === 0 ? null : levelsText(conditioned, conditionOf, writer)
}
