// The report's levels with what they are compared with beside them: for each point the other period's figure
// and the change against it. The other periods are sections of their own in the same statement; their figures
// are computed there, each level for itself, so that a ratio is compared with a ratio and a total with a
// total.
//
//   prior      the other periods' figures, by level and dimensions
//   base       the report's own figures over the days that are compared, where a level shows more days than that
//   compared   the levels with both beside them
import { rowSource } from '../plan/computed.ts'
import type { ComparedPeriod, ComparisonPlan, FillPlan, Node, PeriodPlan } from '../plan/tree.ts'
import { withComputed } from './computed.ts'
import { filledColumn } from './fill.ts'
import { keyColumns, levelColumn } from './levels.ts'
import { type Section, writeSection } from './section.ts'
import { define, select } from './select.ts'
import type { Writer } from './writer.ts'
import { isDated, nothingText, withZeros } from './zeros.ts'

/**
 * The section with the computed points, and for each compared point `_prev` and `_diff`, among its columns.
 */
export function writeComparison(
  plan: ComparisonPlan,
  own: PeriodPlan,
  section: Section,
  prefix: string,
  { fill, isMarked }: Filled,
  writer: Writer,
): Section {
  const sides: Side[] = [
    writeSide(plan, 'prior', `${prefix}prior`, section, fill, writer),
    writeSide(plan, 'base', `${prefix}base`, section, fill, writer),
  ].filter((side) => side !== null)
  const names = { prior: sides.find(({ of }) => of === 'prior'), base: sides.find(({ of }) => of === 'base') }
  const compared = `${prefix}compared`
  const nothing = fill !== null && isMarked ? `${prefix}nothing` : null
  const at = fill && isDated(fill, section.keys, `${rowSource}.`, writer)
  const told: Sides = { ...names, isMarked, nothing: nothing === null ? null : { name: nothing, at } }
  const columns = [...section.columns, ...own.computed.map(({ key }) => key)]
  const pointKeys = plan.points.map(({ key }) => key)
  const text = select(
    [
      writer.dialect.everything(
        rowSource,
        columns.map((name) => writer.name(name)),
      ),
      ...plan.points.flatMap((point) => figures(point, plan.periods, told, writer)),
    ],
    [
      `FROM ${withComputed(section.levels, own.computed, writer)}`,
      ...sides.map((side) => `LEFT JOIN ${side.name} ON ${meeting(side, writer)}`),
      nothing && `CROSS JOIN ${nothing}`,
    ],
  )
  return {
    ...section,
    parts: [
      ...section.parts,
      ...sides.flatMap(({ parts }) => parts),
      ...(nothing === null
        ? []
        : [
            define(
              nothing,
              nothingText(fill as FillPlan, own, own.computed, section.levels, pointKeys, writer),
            ),
          ]),
      define(writer.dialect.repeated(compared), text),
    ],
    levels: compared,
    columns: [
      ...columns,
      ...plan.points.flatMap(({ key, change }) => [
        `${key}_prev`,
        ...(change === null ? [] : [`${key}_diff`]),
      ]),
    ],
  }
}

/** `isMarked`: a column tells the rows that were filled in. */
export interface Filled {
  fill: FillPlan | null
  isMarked: boolean
}

interface Sides {
  prior: Side | undefined
  base: Side | undefined
  isMarked: boolean
  /**
   * Name of the row in which nothing was counted, and on which rows it may stand in; null without filled
   * dates.
   */
  nothing: { name: string; at: string | null } | null
}

interface Side {
  of: 'prior' | 'base'
  /** Name of the expression with the level's mark, the dimensions and the points compared as columns. */
  name: string
  parts: string[]
  /** Keys that it has at some level; the others are empty at all of them. */
  keys: string[]
}

/** All periods' levels of one side; null where there is none. */
function writeSide(
  plan: ComparisonPlan,
  of: Side['of'],
  name: string,
  own: Section,
  fill: FillPlan | null,
  writer: Writer,
): Side | null {
  const parts: string[] = []
  const texts: string[] = []
  const held = new Set<string>()
  for (const [index, { levels, [of]: period }] of plan.periods.entries()) {
    if (period === null) continue
    // What the rest is of is said by the report's own period.
    const section = writeSection(period, `${name}${index + 1}_`, writer, own.first, fill)
    parts.push(...section.parts)
    for (const key of section.keys) held.add(key)
    const wanted = of === 'prior' ? levels : levels.filter(({ partly }) => partly !== null)
    const marks = wanted.map(({ level }) => level)
    texts.push(...levelTexts(section, own.keys, period, marks, plan, of === 'base' ? fill : null, writer))
  }
  if (texts.length === 0) return null
  const keys = own.keys.filter((key) => held.has(key))
  return {
    of,
    name,
    keys,
    parts: [...parts, define(writer.dialect.repeated(name), texts.join('\nUNION ALL\n'))],
  }
}

function levelTexts(
  section: Section,
  ownKeys: string[],
  period: PeriodPlan,
  marks: number[],
  plan: ComparisonPlan,
  fill: FillPlan | null,
  writer: Writer,
): string[] {
  const level = writer.name(levelColumn)
  const ownColumns = section.keys.map((key) => writer.name(key))
  const zeroed = (source: string, columns: string[]) =>
    withZeros(fill, period, source, { keys: section.keys, columns }, writer)
  const keys = [
    ...keyColumns(ownKeys, section.keys, writer),
    ...plan.points.map(({ key }) => writer.name(key)),
  ]
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
          `FROM ${withComputed(zeroed(section.levels, [level, ...ownColumns]), period.computed, writer)}`,
          `WHERE ${rowSource}.${level} IN (${whole.join(', ')})`,
        ],
      ),
    )
  if (whole.length < marks.length)
    texts.push(
      select(
        [`${section.rowLevel} AS ${level}`, ...keys],
        [`FROM ${withComputed(zeroed(section.rows, ownColumns), period.computed, writer)}`],
      ),
    )
  return texts
}

/** By the level and all dimensions, an empty value with an empty one. */
function meeting(side: Side, writer: Writer): string {
  const level = writer.name(levelColumn)
  return [
    `${side.name}.${level} = ${rowSource}.${level}`,
    ...side.keys.map((key) =>
      writer.dialect.same(`${side.name}.${writer.name(key)}`, `${rowSource}.${writer.name(key)}`),
    ),
  ].join(' AND ')
}

function figures(
  { key, change }: ComparisonPlan['points'][number],
  periods: ComparedPeriod[],
  sides: Sides,
  writer: Writer,
): string[] {
  const column = writer.name(key)
  const unmet = rowsWhere(periods, 'unmet', writer)
  const partly = rowsWhere(periods, 'partly', writer)
  const own = `${rowSource}.${column}`
  const held = sides.prior === undefined ? 'NULL' : `${sides.prior.name}.${column}`
  const previous = unmet === null ? held : `CASE WHEN NOT (${unmet}) THEN ${held} END`
  const current =
    partly === null || sides.base === undefined
      ? own
      : `CASE WHEN ${shownElse(partly, sides.isMarked, writer)} THEN ${baseText(sides.base, column, sides.nothing, writer)} ELSE ${own} END`
  const told = [`${previous} AS ${writer.name(`${key}_prev`)}`]
  if (change === null) return told
  const text =
    held === 'NULL'
      ? 'NULL'
      : change === 'difference'
        ? `${current} - ${previous}`
        : `${writer.dialect.divide(current, previous)} - 1`
  return [...told, `${text} AS ${writer.name(`${key}_diff`)}`]
}

/** Days that are compared and have nothing are filled as days of their own would be. */
function baseText(base: Side, column: string, nothing: Sides['nothing'], writer: Writer): string {
  const held = `${base.name}.${column}`
  if (nothing === null || nothing.at === null) return held
  const isMissing = `${base.name}.${writer.name(levelColumn)} IS NULL AND ${nothing.at}`
  return `CASE WHEN ${isMissing} THEN ${nothing.name}.${column} ELSE ${held} END`
}

/** What was filled in holds the same on all of its days. */
function shownElse(partly: string, isMarked: boolean, writer: Writer): string {
  return isMarked ? `(${partly}) AND NOT ${rowSource}.${writer.name(filledColumn)}` : partly
}

/** Rows of the levels for which the condition holds; null where there are none. */
function rowsWhere(periods: ComparedPeriod[], which: 'partly' | 'unmet', writer: Writer): string | null {
  const level = `${rowSource}.${writer.name(levelColumn)}`
  const conditions = periods
    .flatMap(({ levels }) => levels)
    .flatMap((compared) => {
      const condition: Node | null = compared[which]
      if (condition === null) return []
      const mark = `${level} = ${compared.level}`
      if (condition.kind === 'boolean') return [mark]
      return [`${mark} AND (${writer.write(condition)})`]
    })
  return conditions.length === 0 ? null : conditions.join(' OR ')
}
