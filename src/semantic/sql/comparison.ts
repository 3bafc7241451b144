// Puts the other period's figure and the change beside each figure of the levels. The other periods are
// sections of their own in the same statement (section.ts), with their own levels, so that a ratio is
// compared with a ratio, a total with a total.
//
//   _prior      _level, d1, p11          the other periods' figures, their dates moved to the report's own
//   _base       _level, d1, p11          the report's own over the compared days, where a level shows more
//   _nothing    p51                      formulas of nothing, for rows that one of these sides has no rows for
//   _compared   … p11, p11_prev, p11_diff
//               FROM _levels AS r LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" = r."d1"
import { not } from '../plan/build.ts'
import { rowSource } from '../plan/computed.ts'
import type { ComparedLevel, ComparedPeriod, ComparisonPlan, Node, PeriodPlan } from '../plan/tree.ts'
import { withComputed } from './computed.ts'
import { keyColumns, levelColumn } from './levels.ts'
import { type Section, writeSection } from './section.ts'
import { define, indent, select } from './select.ts'
import { nothingOf, withShown } from './shown.ts'
import type { Writer } from './writer.ts'

/**
 * The section with further columns: the computed points, `_prev` and `_diff` of each compared point, and `_base` where
 * some rows show more days than are compared.
 */
export function writeComparison(
  plan: ComparisonPlan,
  own: PeriodPlan,
  section: Section,
  prefix: string,
  writer: Writer,
): Section {
  const sides: Side[] = [
    writeSide(plan, 'prior', `${prefix}prior`, section, writer),
    writeSide(plan, 'base', `${prefix}base`, section, writer),
  ].filter((side) => side !== null)
  const compared = `${prefix}compared`
  const computedKeys = plan.points
    .map(({ key }) => key)
    .filter((key) => own.computed.some((point) => point.key === key))
  const nothing = sides.length > 0 && computedKeys.length > 0 ? `${prefix}nothing` : null
  const told: Sides = {
    prior: sides.find(({ of }) => of === 'prior'),
    base: sides.find(({ of }) => of === 'base'),
    nothing: (key) => {
      const leaf = section.leaves.find((point) => point.key === key)
      return leaf === undefined ? `${nothing}.${writer.name(key)}` : nothingOf(leaf)
    },
  }
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
      ...plan.points.flatMap((point) => figures(point, plan, told, writer)),
    ],
    [
      `FROM ${withComputed(shown, own.computed, writer)}`,
      ...sides.map((side) => `LEFT JOIN ${side.name} ON ${meeting(side, writer)}`),
      nothing && `CROSS JOIN ${nothing}`,
    ],
  )
  return {
    ...section,
    parts: [
      ...section.parts,
      ...sides.flatMap(({ parts }) => parts),
      ...(nothing === null ? [] : [define(nothing, nothingText(own, section, computedKeys, writer))]),
      define(writer.dialect.repeated(compared), text),
    ],
    levels: compared,
    columns: [...columns, ...plan.points.flatMap((point) => comparedKeys(point, told.base !== undefined))],
    unshown: [],
  }
}

const comparedKeys = ({ key, change }: ComparisonPlan['points'][number], hasBase: boolean): string[] => [
  `${key}_prev`,
  ...(change === null ? [] : [`${key}_diff`]),
  ...(change === null || !hasBase ? [] : [`${key}_base`]),
]

/** A SELECT of one row with formulas over points that have nothing to count. */
export function nothingText(
  { computed }: PeriodPlan,
  { leaves, levels }: Pick<Section, 'leaves' | 'levels'>,
  keys: string[],
  writer: Writer,
): string {
  // The first half gives the columns their types.
  const typed = select(
    leaves.map(({ key }) => writer.name(key)),
    [`FROM ${levels}`, 'WHERE FALSE'],
  )
  const held = select(leaves.map(nothingOf), [])
  const source = `(\n${indent(`${typed}\nUNION ALL\n${held}`)}\n)`
  return select(
    keys.map((key) => `${rowSource}.${writer.name(key)}`),
    [`FROM ${withComputed(source, computed, writer)}`],
  )
}

interface Sides {
  prior: Side | undefined
  base: Side | undefined
  /** The figure of a point that has nothing to count. */
  nothing: (key: string) => string
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
  writer: Writer,
): Side | null {
  const parts: string[] = []
  const texts: string[] = []
  const held = new Set<string>()
  for (const [index, { levels, [of]: period }] of plan.periods.entries()) {
    if (period === null) continue
    // 其他 holds the same values on both sides: those below the report's own first N.
    const section = writeSection(period, `${name}${index + 1}_`, writer, own.first)
    parts.push(...section.parts)
    for (const key of section.keys) held.add(key)
    const wanted = of === 'prior' ? levels : levels.filter(({ partly }) => partly !== null)
    const marks = wanted.map(({ level }) => level)
    texts.push(...levelTexts(section, own.keys, period, marks, plan, writer))
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

export function levelTexts(
  section: Section,
  ownKeys: string[],
  period: PeriodPlan,
  marks: number[],
  plan: Pick<ComparisonPlan, 'points'>,
  writer: Writer,
): string[] {
  const level = writer.name(levelColumn)
  const ownColumns = section.keys.map((key) => writer.name(key))
  const shown = (source: string, columns: string[]) => withShown(source, columns, section, writer)
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

function figures(
  { key, change }: ComparisonPlan['points'][number],
  plan: ComparisonPlan,
  { prior, base, nothing }: Sides,
  writer: Writer,
): string[] {
  const column = writer.name(key)
  const unmet = unmetRows(plan, writer)
  const partly = rowsWhere(plan.periods, ({ partly }) => partly, writer)
  // A compared row that a side has no row for is compared with the figure of nothing: no sales, not no answer.
  const figureOf = (side: Side): string => {
    const held = `${side.name}.${column}`
    const none = nothing(key)
    if (none === 'NULL') return held
    return `CASE WHEN ${side.name}.${writer.name(levelColumn)} IS NULL THEN ${none} ELSE ${held} END`
  }
  const own = `${rowSource}.${column}`
  const met = (figure: string): string =>
    unmet === null ? figure : `CASE WHEN NOT (${unmet}) THEN ${figure} END`
  const previous = prior === undefined ? 'NULL' : met(figureOf(prior))
  const told = [`${previous} AS ${writer.name(`${key}_prev`)}`]
  if (change === null) return told
  const current =
    partly === null || base === undefined ? own : `CASE WHEN ${partly} THEN ${figureOf(base)} ELSE ${own} END`
  const text =
    prior === undefined
      ? 'NULL'
      : change === 'difference'
        ? `${current} - ${previous}`
        : `${writer.dialect.divide(current, previous)} - 1`
  return [
    ...told,
    `${text} AS ${writer.name(`${key}_diff`)}`,
    ...(base === undefined ? [] : [`${met(current)} AS ${writer.name(`${key}_base`)}`]),
  ]
}

/** The condition of rows that are not compared; null where all are. */
function unmetRows({ periods, uncompared }: ComparisonPlan, writer: Writer): string | null {
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
