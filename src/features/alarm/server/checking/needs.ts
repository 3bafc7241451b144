// Which periods of a rule to judge, and which data that requires.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import { leavesOf } from '#shared/branches.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'
import { shapeOf } from '../asking.ts'
import { asksFigures } from '../rule.ts'
import { type Freshness, isLongOver } from './freshness.ts'
import { comparedPeriod, perDay } from './periods.ts'
import type { Ask } from './reading.ts'

/** How many periods are caught up after an interruption; older ones are history. */
const mostCaughtUp = { day: 7, hour: 24 }
/** A value that was present within this many days and is gone counts as no data. */
const rememberedDays = 7
/** Days of history for forecasts. */
const historyDays = 740

export interface Span {
  first: number
  last: number
}

/** The periods to judge now; null where none is complete yet. */
export function spanOf(
  { watch, conditions: parts }: AlarmRule,
  { whole, over }: Freshness,
  lastJudged: number | null,
  minute: number,
  settings: Deps['settings'],
): Span | null {
  let last = whole
  // Data that has not arrived a day after its period's end is missing, not late.
  if (leavesOf(parts).some(({ kind }) => kind === 'noData')) {
    let gone = over
    while (!isLongOver(watch.grain, gone, minute, settings)) gone -= 1
    last = last === null ? gone : Math.max(last, gone)
  }
  if (last === null) return null
  const next = lastJudged === null ? last : lastJudged + 1
  return { first: Math.min(last, Math.max(next, last - mostCaughtUp[watch.grain] + 1)), last }
}

/** Data needed to judge the periods: first that of the periods themselves, then that of earlier ones. */
export function asksOf(rule: AlarmRule, scope: RowScope, { first, last }: Span): Ask[] {
  if (!asksFigures(rule)) return []
  const { watch, lasting } = rule
  const conditions = leavesOf(rule.conditions)
  const shape = shapeOf(watch)
  const points = [...new Set(conditions.flatMap(({ point }) => point ?? []))].sort((a, b) => a - b)
  const day = perDay(watch.grain)
  const earliest = first - lasting + 1
  const uses = (kind: string, against?: string) =>
    conditions.some((one) => one.kind === kind && (against === undefined || one.against === against))
  let from = earliest
  if (uses('change', 'yesterday')) from = Math.min(from, earliest - day)
  if (uses('change', 'week')) from = Math.min(from, earliest - 7 * day)
  if (uses('noData') && watch.dims.length > 0) from = Math.min(from, earliest - rememberedDays * day)
  if (uses('forecast')) from = Math.min(from, earliest - historyDays)
  const asks: Ask[] = [{ scope, shape, points, from, to: last }]
  if (uses('change', 'year') && !uses('forecast')) {
    const before = (period: number) => comparedPeriod(watch.grain, period, 'year')
    asks.push({ scope, shape, points, from: before(earliest), to: before(last) })
  }
  return asks
}
