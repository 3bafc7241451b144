// Evaluates rules together: reads their data, then judges each value in each of its periods.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { leavesOf } from '#shared/branches.ts'
import { AppError } from '#shared/errors.ts'
import { type AlarmLevel, type AlarmRule, isOfTables } from '#features/alarm/contract.ts'
import { minutesOf } from '../keeping/times.ts'
import type { LabelOf } from '../labels.ts'
import { watchedIn } from '../queries/points.ts'
import { Figures, type Value } from './figures.ts'
import { Forecasts } from './forecasting.ts'
import type { Freshness } from './freshness.ts'
import { type Found, type Grounds, type Judged, judge, none, weigh } from './judging.ts'
import { asksOf, type Span } from './needs.ts'
import { endOf, lastOver, minuteText, perDay, periodText } from './periods.ts'
import { type Ask, exactKey, type ReadOptions, readAsks } from './reading.ts'

export interface Target {
  rule: AlarmRule
  scope: RowScope
  /** Null where no period is complete yet. */
  span: Span | null
  freshness: Freshness
  /** Daily freshness, for rules with a `late` condition. */
  days: Freshness
  /** Checks that the data of its tables does not meet, for rules with a condition on them. */
  doubts?: number
  /** The business's wall clock in minutes. */
  minute: number
}

export interface JudgedPeriod {
  period: number
  text: string
  judged: Judged
  /** Met for long enough. */
  fires: boolean
}

export interface JudgedValue {
  value: Value
  /** In chronological order. */
  periods: JudgedPeriod[]
}

export interface Evaluation {
  values: JudgedValue[]
  /** The forecast's method; empty without one. */
  method: string
  grounds: Grounds
  /** Of values that no dictionary names: a query's result names its own. */
  labelOf?: LabelOf
}

const mostValues = 1_000
/**
 * Forecasts are slow: limits of values, and of days over all of them together (a rehearsal has ninety each).
 */
const mostForecastValues = 200
const mostForecasts = 1_000
/** Periods that a pass catches up on are fewer, and always judged. */
const longForecast = 40

/** Key of fires about the rule's tables instead of a value. */
export const lateKey = 'late'

export async function evaluate(
  deps: Deps,
  model: Model,
  targets: readonly Target[],
  options: ReadOptions,
): Promise<(Evaluation | AppError)[]> {
  const asks = targets.map(({ rule, scope, span }) => (span ? asksOf(rule, scope, span) : []))
  const answers = await readAsks(deps, model, asks.flat(), options)
  const forecasts = new Forecasts(deps, options.signal)
  const evaluations: (Evaluation | AppError)[] = []
  for (const [at, target] of targets.entries()) {
    const own = (asks[at] ?? []).map((ask) => ({ ask, answer: answers.get(ask) ?? new Figures() }))
    const failed = own.find(({ answer }) => answer instanceof AppError)
    if (failed) evaluations.push(failed.answer as AppError)
    else {
      const read = own as { ask: Ask; answer: Figures }[]
      evaluations.push(await evaluateOne(deps, target, read, watchedIn(model, target.rule), forecasts))
    }
    await breathe()
  }
  return evaluations
}

type Read = readonly { ask: Ask; answer: Figures }[]

async function evaluateOne(
  deps: Deps,
  target: Target,
  read: Read,
  points: ReturnType<typeof watchedIn>,
  forecasts: Forecasts,
): Promise<Evaluation | AppError> {
  const { rule, span, freshness } = target
  const [recent, before] = read
  const grounds: Grounds = {
    points,
    figure: (value, point, period) =>
      recent?.answer.at(value, point, period) ?? valueIn(before?.answer, value, point, period),
    expected: (value, point, period, band) => forecasts.of(value, point, period, band),
    isWhole: (period) => freshness.whole !== null && period <= freshness.whole,
  }
  const late = lateOf(deps, target)
  if (!span || !recent) return { values: late, method: '', grounds }
  const values = presentValues(rule, recent, span)
  if (values.length > mostValues)
    return new AppError(
      'report_invalid',
      `维度值有 ${values.length.toLocaleString('en-US')} 个，超过一个告警的上限 ${mostValues.toLocaleString('en-US')} 个，请加筛选条件或换维度`,
    )
  const problem = await prepareForecasts(rule, recent, values, span, forecasts)
  if (problem) return problem
  const judged: JudgedValue[] = []
  for (const value of values) {
    judged.push({ value, periods: judgeSpan(rule, value, span, grounds) })
    await breathe()
  }
  return { values: [...judged, ...late], method: forecasts.method, grounds }
}

const valueIn = (figures: Figures | undefined, { key }: Value, point: number, period: number) => {
  const value = figures?.values.get(key)
  return value && figures ? figures.at(value, point, period) : null
}

/** A value seen within this many days still counts as present. */
const presentDays = 8

/** Values present in the rule's own periods or the compared ones; the whole is always present. */
function presentValues(rule: AlarmRule, { ask, answer }: Read[number], span: Span): Value[] {
  if (rule.watch.dims.length === 0) return [answer.valueOf([])]
  const earliest = span.first - rule.lasting + 1
  const from = Math.max(ask.from, earliest - presentDays * perDay(rule.watch.grain))
  const isPresent = ({ figures }: Value) =>
    ask.points.some((point) => {
      const known = figures.get(point)
      if (!known) return false
      for (let period = span.last; period >= from; period -= 1) if (known.has(period)) return true
      return false
    })
  return [...answer.values.values()].filter(isPresent)
}

async function prepareForecasts(
  rule: AlarmRule,
  { ask, answer }: Read[number],
  values: readonly Value[],
  { first, last }: Span,
  forecasts: Forecasts,
): Promise<AppError | null> {
  const named = new Set(
    leavesOf(rule.conditions).flatMap(({ kind, point }) => (kind === 'forecast' && point) || []),
  )
  if (named.size === 0) return null
  if (values.length > mostForecastValues)
    return new AppError(
      'report_invalid',
      `维度值有 ${values.length} 个，预测区间一次最多用于 ${mostForecastValues} 个，请加筛选条件或换维度`,
    )
  const earliest = first - rule.lasting + 1
  const days = last - earliest + 1
  if (days > longForecast && values.length * named.size * days > mostForecasts)
    return new AppError(
      'parameter_wrong',
      `${values.length} 个维度值逐日预测 ${days} 天太多，一次最多 ${mostForecasts} 个（值×天），请加筛选条件或缩短天数`,
    )
  for (const value of values)
    for (const point of named)
      await forecasts.prepare(answer, exactKey(ask), { value, point, first: earliest, last })
  return null
}

function judgeSpan(rule: AlarmRule, value: Value, { first, last }: Span, grounds: Grounds): JudgedPeriod[] {
  const earliest = first - rule.lasting + 1
  const periods = Array.from({ length: last - earliest + 1 }, (_, at) => earliest + at)
  return judgePeriods(rule, value, periods, first, grounds)
}

/** Those from `first` on; the earlier ones tell for how long the conditions are met. */
export function judgePeriods(
  rule: AlarmRule,
  value: Value,
  all: readonly number[],
  first: number,
  grounds: Grounds,
): JudgedPeriod[] {
  const { lasting, watch } = rule
  const periods: JudgedPeriod[] = []
  let streak = 0
  for (const period of all) {
    const judged = judge(rule, value, period, grounds)
    streak = judged.met ? streak + 1 : 0
    if (period >= first)
      periods.push({
        period,
        text: watch.query ? minuteText(period) : periodText(watch.grain, period),
        judged,
        fires: streak >= lasting,
      })
  }
  return periods
}

/** Whether the previous day's data is late, by the clock, and whether checks of it are met. */
function lateOf({ settings }: Deps, { rule, days, minute, doubts = 0 }: Target): JudgedValue[] {
  if (!leavesOf(rule.conditions).some(({ kind }) => isOfTables(kind))) return []
  const day = lastOver('day', minute, settings)
  const isThere = days.whole !== null && days.whole >= day
  const begin = endOf('day', day, settings)
  const judged = weigh(rule, ({ kind, by = '00:00' }): Found => {
    if (kind === 'checks') return { point: null, met: doubts > 0, ...none, value: doubts }
    // Figures are judged together with their values.
    if (kind !== 'late') return { point: null, met: false, unknown: true, ...none }
    const wait = (minutesOf(by) - (begin % 1_440) + 1_440) % 1_440
    return { point: null, met: !isThere && minute >= begin + wait, ...none }
  })
  const value: Value = { key: lateKey, cells: [], figures: new Map() }
  return [{ value, periods: [{ period: day, text: periodText('day', day), judged, fires: judged.met }] }]
}

/** The level at which data is late; null: it is not. */
export const lateLevel = (target: Target, deps: Deps): AlarmLevel | null =>
  lateOf(deps, target)
    .flatMap(({ periods }) => periods)
    .find(({ fires }) => fires)?.judged.level ?? null
