// Moving means and sums, by the number of the row's period: a window holds the rows whose numbers lie near enough,
// however many rows are missing between them. A missing row counts as its point says of nothing (0 for sums and
// counts; a mean of what is empty there is that of the days that have a figure).
//
//   _window_…   the report's figures over more days; all of them, also those that filters on points hide
//   _moving     _level, d1, p11_c1      by the report's levels and dimensions

import type { Grain } from '#semantic/model/types.ts'
import { rowSource } from '#semantic/plan/tree/reached.ts'
import type { CalculationPlan, CalculationWork, ReportPlan, WindowPlan } from '#semantic/plan/tree/tree.ts'
import { levelColumn } from '../levels.ts'
import { type Section, wholeSection } from '../section.ts'
import { define, indent, select } from '../select.ts'
import { levelTexts } from '../sides.ts'
import type { Writer } from '../writer.ts'
import { column, partition } from './parts.ts'

interface MovingSource {
  name: string
  nothing: (key: string) => string
  /** Joins that `nothing` reads. */
  join: string[]
}

const periodColumn = '_period'
const presentColumn = '_present'

export function writeMoving(
  plan: ReportPlan,
  { period, keys: asked }: ReportPlan['calculations']['windows'][number],
  own: Section,
  { name, nothing, join }: MovingSource,
  writer: Writer,
): string[] {
  const { columns } = plan.calculations
  const moving = columns.flatMap((calculation) =>
    calculation.work.kind === 'moving' && asked.includes(calculation.key)
      ? [{ ...calculation, work: calculation.work }]
      : [],
  )
  const first = moving[0]?.work.window as WindowPlan
  const points = [...new Set(moving.map(({ of }) => of))]
  const section = wholeSection(period, `${name}_`, own.first, writer)
  const { levels } = first.series
  const keys = [levelColumn, ...own.keys].map((key) => writer.name(key))
  const all = levelTexts(section, own.keys, period, levels, { points }, writer).join('\nUNION ALL\n')
  const seen = `${name}_seen`
  const figures = points.map((key) => writer.name(key))
  const present = `1 AS ${writer.name(presentColumn)}`
  const sources = [select([...keys, ...figures, present], [`FROM ${seen}`])]
  // Rows that the report lacks: of other points, of missing dates, or of a partial week whose whole is
  // filtered out.
  const lacking = `${select(keys, [`FROM ${own.levels}`, `WHERE ${writer.name(levelColumn)} IN (${levels.join(', ')})`])}\nEXCEPT\n${select(keys, [`FROM ${seen}`])}`
  sources.push(
    select(
      [...keys, ...figures.map((figure) => `NULL AS ${figure}`), `0 AS ${writer.name(presentColumn)}`],
      [`FROM (\n${indent(lacking)}\n) AS lacking`],
    ),
  )
  const numbered = select(
    [
      writer.dialect.everything(rowSource, [...keys, ...figures, writer.name(presentColumn)]),
      `${periodNumber(first, writer)} AS ${writer.name(periodColumn)}`,
    ],
    [`FROM (\n${indent(sources.join('\nUNION ALL\n'))}\n) AS ${rowSource}`],
  )
  const texts = moving.map(
    (calculation) =>
      `${windowText(calculation, calculation.work, plan, nothing, writer)} AS ${writer.name(calculation.key)}`,
  )
  const text = select(
    [writer.dialect.everything(rowSource, keys), ...texts],
    [`FROM (\n${indent(numbered)}\n) AS ${rowSource}`, ...join],
  )
  return [
    ...section.parts,
    define(writer.dialect.materialized(seen), all),
    define(writer.dialect.materialized(name), text),
  ]
}

/**
 * Period numbers that differ by `stepOf` between consecutive periods; rows without a date get a number far
 * from all others.
 */
function periodNumber({ series, grain }: WindowPlan, writer: Writer): string {
  const { dialect } = writer
  const date = column(series.along as string, writer)
  const number = isOfMonths(grain)
    ? `${dialect.call('year', [date])} * 12 + ${dialect.call('month', [date])}`
    : grain === 'hour'
      ? dialect.unitsBetween(dialect.moment('1970-01-01', 0), date, 'hour')
      : dialect.unitsBetween(dialect.day('1970-01-01'), date, 'day')
  return `coalesce(${dialect.cast(number, 'integer', null)}, ${nowhere})`
}

const nowhere = -100_000_000
const stepOf: Record<Grain, number> = { hour: 1, day: 1, week: 7, month: 1, quarter: 3, year: 12 }
const isOfMonths = (grain: Grain): boolean => grain === 'month' || grain === 'quarter' || grain === 'year'

function windowText(
  { of }: CalculationPlan,
  { how, window }: Extract<CalculationWork, { kind: 'moving' }>,
  plan: ReportPlan,
  nothing: (key: string) => string,
  writer: Writer,
): string {
  const { dialect } = writer
  const { series, grain, back, ahead, within, isBounded } = window
  const period = column(periodColumn, writer)
  const step = stepOf[grain]
  const frame = `${partition(series.restart, plan, writer)} ORDER BY ${period} RANGE BETWEEN ${back * step} PRECEDING AND ${ahead === 0 ? 'CURRENT ROW' : `${ahead * step} FOLLOWING`}`
  const figure = column(of, writer)
  const sum = dialect.over('sum', [figure], frame)
  const count = dialect.over('count', [figure], frame)
  const missing = `(${back + ahead + 1} - ${dialect.over('sum', [column(presentColumn, writer)], frame)})`
  const none = nothing(of)
  const text =
    how === 'sum' ? sumText(sum, missing, none) : meanText({ sum, count, missing, none }, dialect.divide)
  const conditions = [
    `${column(series.along as string, writer)} IS NOT NULL`,
    ...(within === null ? [] : [`(${writer.write(within)})`]),
    ...(isBounded ? boundsOf(window, writer) : []),
  ]
  return `CASE WHEN ${conditions.join(' AND ')} THEN ${text} END`
}

function sumText(sum: string, missing: string, none: string): string {
  if (none === 'NULL') return sum
  if (none === '0') return `coalesce(${sum}, 0)`
  return `CASE WHEN ${none} IS NULL THEN ${sum} ELSE coalesce(${sum}, 0) + ${missing} * ${none} END`
}

function meanText(
  { sum, count, missing, none }: { sum: string; count: string; missing: string; none: string },
  divide: (left: string, right: string) => string,
): string {
  if (none === 'NULL') return divide(sum, count)
  const filled = divide(`(${sumText(sum, missing, '0')} + ${missing} * ${none})`, `(${count} + ${missing})`)
  if (none === '0') return divide(sumText(sum, missing, none), `(${count} + ${missing})`)
  return `CASE WHEN ${none} IS NULL THEN ${divide(sum, count)} ELSE ${filled} END`
}

/** The window is limited to the first and last existing date. */
function boundsOf({ series, grain, back, ahead }: WindowPlan, writer: Writer): string[] {
  const period = column(periodColumn, writer)
  const date = column(series.along as string, writer)
  const known = `CASE WHEN ${date} IS NOT NULL AND ${column(presentColumn, writer)} = 1 THEN ${period} END`
  const over = `PARTITION BY ${column(levelColumn, writer)}`
  const step = stepOf[grain]
  return [
    `${period} - ${back * step} >= ${writer.dialect.over('min', [known], over)}`,
    `${period} + ${ahead * step} <= ${writer.dialect.over('max', [known], over)}`,
  ]
}
