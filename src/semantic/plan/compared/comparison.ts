// The plan of a comparison: the other periods, each with the report's own request over other days (or under other
// filters), and the period that each level is compared with. Errors of a comparison are reported here.
//
//   compare 'previous', by month, January – March, subtotals off
//     level 0 (total)   prior: October – December, no dates
//     level 1 (months)  prior: December – February, dates shifted by one month to match January – March

import { dimsIn } from '#semantic/model/conditions.ts'
import type { PointDefinition } from '#semantic/model/definitions.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Dimension, PastPeriod, ReportInfo } from '#semantic/model/types.ts'
import { dayText } from '#shared/day.ts'
import type { DayComparison } from '../asked/comparison.ts'
import type { FactCondition } from '../asked/conditions.ts'
import { finestDate, isBusinessDate, type ReportDate } from '../asked/grain.ts'
import { shownLevels } from '../asked/levels.ts'
import type { ResolvedRange } from '../asked/range.ts'
import type { PeriodRequest, ReportRequest } from '../asked/request.ts'
import type { LevelPeriods } from '../days/moves.ts'
import { type Days, dayRange, periodStart } from '../days/periods.ts'
import { planPeriod } from '../facts/period.ts'
import { any, binary, truth } from '../tree/build.ts'
import { rowSource } from '../tree/reached.ts'
import type { ComparedLevel, ComparedPeriod, ComparisonPlan, Node, PeriodPlan } from '../tree/tree.ts'
import { type ComparedDays, comparedDays, levelPeriods, partlyCompared } from './days.ts'

interface PlannedComparison {
  plan: ComparisonPlan
  /** Days that the total is compared with; null for other filters over the same days, and if no day is over. */
  range: ResolvedRange | null
  /** The report's own days over which its total is compared. */
  base: ResolvedRange | null
}

/** null without a comparison. `hasPasts`: whether conditions select rows by their own past. */
export function planComparison(request: ReportRequest, hasPasts: boolean): PlannedComparison | null {
  const { compare } = request
  if (compare === null) return null
  const points = request.selected.map((definition) => ({
    key: `p${definition.point.id}`,
    change: changeOf(definition),
  }))
  const all = levelsOf(request)
  // Rows selected by their own past are each compared with their own. It is undefined which rows of the other period a
  // total would cover, so totals are not compared.
  const levels = hasPasts ? all.slice(-1) : all
  const own = { ...request, ...(hasPasts && withoutConditions) }
  const planned = (periods: ComparedPeriod[]): ComparisonPlan => {
    const met = new Set(periods.flatMap((period) => period.levels.map(({ level }) => level)))
    return { periods, points, uncompared: all.flatMap(({ level }) => (met.has(level) ? [] : [level])) }
  }
  if (compare.by === 'filters')
    return { plan: planned([underFilters(own, compare.filters, levels)]), range: null, base: null }
  const compared = comparedByDays(request, compare.by, compare.given)
  const total = levelPeriods(compared, null)
  const plan = planned(periodsOf(own, compared, levels))
  return { plan, range: hull(total.prior), base: hull(total.base) }
}

/** A period in which all rows are kept, whatever their figures. */
export const withoutConditions = {
  having: { conditions: [], definitions: new Map(), dimensions: new Map() },
} satisfies Pick<PeriodRequest, 'having'>

/** Percentages change by a difference: 3% after 2% is +1 pp, not +50%. Texts and dates have no change. */
function changeOf(definition: PointDefinition): 'ratio' | 'difference' | null {
  const told: Kind[] = ['integer', 'number', 'unknown']
  if (!told.includes(definition.kind)) return null
  return definition.point.info.format === 'percent' ? 'difference' : 'ratio'
}

function underFilters(request: ReportRequest, filters: FactCondition[], levels: Level[]): ComparedPeriod {
  // Both sides cover the same days, so unfinished days need not be left out.
  const { plan } = planPeriod(request, { range: request.days.range, filters })
  const whole = levels.map(({ level }) => ({ level, partly: null, met: null, brought: null }))
  return { levels: whole, prior: plan, base: null, days: null }
}

function comparedByDays(
  { filters, having, days: { range, today } }: ReportRequest,
  comparison: DayComparison,
  compareRange?: ReportInfo['compareRange'],
): ComparedDays {
  const dated = [...filters.flatMap(({ dimensions }) => dimensions), ...filteredIn(having)].find(
    isBusinessDate,
  )
  if (dated !== undefined)
    throw reportInvalid(
      `对比的日期与所选日期不同，不能再用维度「${dated.name}」筛选：请改用日期范围，或关闭对比`,
    )
  return comparedDays({ comparison, range, compareRange, today })
}

/** Dimensions used in conditions on rows. */
const filteredIn = ({ conditions, dimensions }: PeriodRequest['having']): Dimension[] =>
  dimsIn(conditions).flatMap((id) => dimensions.get(id) ?? [])

/** The period with which one of the conditions compares rows; null if no day is over. */
export function planPast(
  request: ReportRequest,
  past: PastPeriod,
  points: PointDefinition[],
): ComparedPeriod | null {
  const compared = comparedByDays(request, past)
  const level = levelsOf(request).at(-1) as Level
  const own = { ...request, ...withoutConditions, selected: points, hidden: [], subtotals: false }
  return periodsOf(own, compared, [level])[0] ?? null
}

interface Level {
  level: number
  /** The level's finest business date. */
  date: ReportDate | null
}

/** All levels of the report by their marks: 0 the total, then subtotals, then the rows. */
function levelsOf(request: ReportRequest): Level[] {
  const marks = [0, ...shownLevels(request.dims, request.showsSubtotals)]
  return marks.map((level) => ({ level, date: finestDate(request, level) }))
}

/** One period for all levels that are compared with the same days. */
function periodsOf(request: ReportRequest, compared: ComparedDays, all: Level[]): ComparedPeriod[] {
  const found = new Map<string, { days: LevelPeriods; levels: Level[] }>()
  for (const level of all) {
    const days = levelPeriods(compared, level.date?.grain ?? null)
    if (days.prior.length === 0) continue
    const key = JSON.stringify(days)
    const known = found.get(key) ?? { days, levels: [] }
    known.levels.push(level)
    found.set(key, known)
  }
  return [...found.values()].map(({ days, levels }) => comparedPeriod(request, compared, days, levels))
}

function comparedPeriod(
  request: ReportRequest,
  compared: ComparedDays,
  days: LevelPeriods,
  levels: Level[],
): ComparedPeriod {
  const { prior, base, shift } = days
  const told = levels.map((level) => comparedLevel(level, compared, base, request.context))
  const partly = told.filter((level) => level.partly !== null)
  return {
    levels: told,
    prior: periodOf(needed(request, told), prior, shift, days.moves),
    base: partly.length === 0 ? null : periodOf(needed(request, partly), base),
    days,
  }
}

/**
 * The request for a period that only these levels need: dimensions that none of them is grouped by are dropped, which
 * saves most of the work for a total. All dimensions are kept if points filter rows (the rows then decide what the
 * total counts), and for balances.
 */
function needed(asked: ReportRequest, levels: ComparedLevel[]): ReportRequest {
  const deepest = Math.max(...levels.map(({ level }) => level))
  const { dims, having, top, selected, hidden } = asked
  if (deepest >= dims.length || having.conditions.length > 0 || [...selected, ...hidden].some(isOfBalance))
    return asked
  const kept = dims.slice(0, deepest)
  return { ...asked, dims: kept, top: kept.some(({ id }) => `d${id}` === top?.dim) ? top : null }
}

function isOfBalance(definition: PointDefinition): boolean {
  return definition.type === 'leaf'
    ? definition.aggregate === 'last' || definition.aggregate === 'first'
    : [...definition.references.values()].some(isOfBalance)
}

function comparedLevel(
  { level, date }: Level,
  compared: ComparedDays,
  base: Days[],
  { cutoffHour }: CompileContext,
): ComparedLevel {
  const { asked } = compared
  const isWhole = base.length === 1 && base[0]?.from === asked.from && base[0].until === asked.until
  if (date === null) return { level, partly: isWhole ? null : truth(true), met: null, brought: null }
  const field = dateField(date)
  const start = (day: number): Node =>
    date.grain === 'hour' ? { kind: 'dayStart', day: dayText(day), hour: cutoffHour } : dayLiteral(day)
  // Rows with a compared day: a month is dated by its first day, which may lie before the range.
  const within = base.map(({ from, until }) =>
    binary(
      'and',
      binary('>=', field, start(date.grain === 'hour' ? from : periodStart(from, date.grain))),
      binary('<', field, start(until)),
    ),
  )
  // The other period's shifted dates may lie outside the range: for hours the read begins an hour earlier.
  const brought = any(within)
  const met = isWhole ? null : brought
  // A row of an hour or a day is compared entirely or not at all.
  if (date.grain === 'hour' || date.grain === 'day') return { level, partly: null, met, brought }
  const { from, periods } = partlyCompared(compared, base, date.grain)
  const conditions = [
    ...(from === null ? [] : [binary('>=', field, dayLiteral(from))]),
    ...periods.map((period) => binary('=', field, dayLiteral(period))),
  ]
  return { level, partly: any(conditions), met, brought }
}

const dayLiteral = (day: number): Node => ({ kind: 'day', day: dayText(day) })

function dateField({ key, grain }: ReportDate): Node {
  const type = grain === 'hour' ? 'datetime' : 'date'
  return { kind: 'field', source: rowSource, name: key, type, narrow: false }
}

function periodOf(
  request: ReportRequest,
  days: Days[],
  shift: LevelPeriods['shift'] = null,
  moves?: LevelPeriods['moves'],
): PeriodPlan {
  const parts = days.length > 1 && moves === undefined ? { parts: days.map(dayRange) } : {}
  const { filters } = request
  const own = { range: hull(days), filters, ...parts, ...(shift && { shift }), ...(moves && { moves }) }
  return planPeriod(request, own).plan
}

function hull(days: Days[]): ResolvedRange | null {
  if (days.length === 0) return null
  const from = Math.min(...days.map((stretch) => stretch.from))
  return dayRange({ from, until: Math.max(...days.map((stretch) => stretch.until)) })
}
