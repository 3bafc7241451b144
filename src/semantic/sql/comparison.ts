// Puts the other period's figure and the change beside each figure of the levels. The other periods are
// sections of their own in the same statement (section.ts), with their own levels, so that a ratio is
// compared with a ratio, a total with a total.
//
//   _prior      _level, d1, p11          the other periods' figures, their dates moved to the report's own
//   _base       _level, d1, p11          the report's own over the compared days, where a level shows more
//   _compared   … p11, p11_prev, p11_diff
//               FROM _levels AS r LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" = r."d1"
import { rowSource } from '../plan/computed.ts'
import type { ComparedPeriod, ComparisonPlan, FillPlan, Node, PeriodPlan } from '../plan/tree.ts'
import { withComputed } from './computed.ts'
import { filledColumn } from './fill.ts'
import { keyColumns, levelColumn } from './levels.ts'
import { type Section, writeSection } from './section.ts'
import { define, select } from './select.ts'
import type { Writer } from './writer.ts'
import { isDated, nothingText, withZeros } from './zeros.ts'

/** The section with further columns: the computed points, and `_prev` and `_diff` of each compared point. */
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

/** `isMarked`: the levels have the column `_filled`, true in rows that fill.ts added. */
export interface Filled {
  fill: FillPlan | null
  isMarked: boolean
}

interface Sides {
  prior: Side | undefined
  base: Side | undefined
  isMarked: boolean
  /**
   * With filled dates: the expression whose one row has the points' figures of an empty date, and the
   * condition on rows that it may stand in for. null without.
   */
  nothing: { name: string; at: string | null } | null
}

interface Side {
  of: 'prior' | 'base'
  /** Name of the expression with columns `_level`, the dimensions, the compared points. */
  name: string
  parts: string[]
  /** Keys that some of its levels are grouped by; only these are joined by. */
  keys: string[]
}

/** The levels of all periods of one side, stacked; null where there are none. */
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
    // 其他 holds the same values on both sides: those below the report's own first N.
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

/** The base's figure; where the compared days have no rows, the figure of an empty date. */
function baseText(base: Side, column: string, nothing: Sides['nothing'], writer: Writer): string {
  const held = `${base.name}.${column}`
  if (nothing === null || nothing.at === null) return held
  const isMissing = `${base.name}.${writer.name(levelColumn)} IS NULL AND ${nothing.at}`
  return `CASE WHEN ${isMissing} THEN ${nothing.name}.${column} ELSE ${held} END`
}

/** Rows that were filled in are left out: their figure is the same over any of their days. */
function shownElse(partly: string, isMarked: boolean, writer: Writer): string {
  return isMarked ? `(${partly}) AND NOT ${rowSource}.${writer.name(filledColumn)}` : partly
}

/**
 * The condition of all levels together: `_level` = 1 AND (…) OR `_level` = 0; null where no level has one.
 */
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
