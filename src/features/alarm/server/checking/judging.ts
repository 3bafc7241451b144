// Decides whether a rule's conditions are met for a value in a period, with each condition's finding.

import { countsFromZero } from '#semantic/model/nothing.ts'
import type { Point } from '#semantic/model/types.ts'
import { isBranch, type Join, joinOf, leavesOf, partsOf } from '#shared/branches.ts'
import { meetsThreshold } from '#shared/comparing.ts'
import {
  type AlarmCondition,
  type AlarmFinding,
  type AlarmLevel,
  type AlarmPart,
  type AlarmRule,
  againstTitles,
  alarmLevels,
  isOfTables,
} from '#features/alarm/contract.ts'
import { directionTitles, figureText, percentText } from '../words.ts'
import type { Value } from './figures.ts'
import { comparedPeriod } from './periods.ts'

export interface Expected {
  mean: number
  low: number
  high: number
}

/** What conditions need beyond the figures. */
export interface Grounds {
  points: ReadonlyMap<number, Point>
  figure(value: Value, point: number, period: number): number | null
  /** Null where the history is too short. */
  expected(value: Value, point: number, period: number, band: number): Expected | null
  /** Whether the period's data is complete: otherwise only its absence can be judged. */
  isWhole(period: number): boolean
  /** Of a query: its run before, and how many rows tell of the value. */
  former?(period: number): number | null
  rows?(value: Value, period: number): number
}

export type Found = Omit<AlarmFinding, 'text' | 'pointName'>

export interface Judged {
  met: boolean
  level: AlarmLevel
  /** One per condition, in order. */
  found: Found[]
}

/** Nothing was evaluated. */
export const none = { value: null, previous: null, change: null, expected: null, low: null, high: null }

export const judge = (rule: AlarmRule, value: Value, period: number, grounds: Grounds): Judged =>
  weigh(rule, (condition) => find(rule, condition, value, period, grounds))

/**
 * Combines the conditions' findings by the rule's groups, with three-valued logic. A condition is unknown
 * without a figure or a comparison; so is a `late` condition among figures, which the clock judges. An
 * any-group with a met part is met and an all-group with an unmet part fails, whatever is unknown beside;
 * otherwise an unknown part makes the group unknown. An unknown rule is not met, and its former fire ends.
 * Missing data is a known state, which `noData` checks.
 * A condition causes a fire when it and all groups around it are met; the fire has the highest level among
 * those.
 */
export function weigh(rule: AlarmRule, find: (condition: AlarmCondition) => Found): Judged {
  const found: Found[] = []
  const outcomes = rule.conditions.map((part) => outcomeOf(part, find, found))
  const met = together(rule.join === 'and' ? 'all' : 'any', outcomes) === true
  if (met) noteLed(found)
  const levels = leavesOf(rule.conditions).flatMap((condition, at) =>
    found[at]?.led ? [condition.level ?? rule.level] : [],
  )
  return { met, level: highest(levels, rule.level), found }
}

type Outcome = boolean | null

/** Appends the findings of the part's conditions. */
function outcomeOf(part: AlarmPart, find: (condition: AlarmCondition) => Found, found: Found[]): Outcome {
  if (!isBranch(part)) {
    const own = find(part)
    found.push({ ...own, led: false })
    return own.unknown ? null : own.met
  }
  const at = found.length
  const join = joinOf(part)
  const met = together(
    join,
    partsOf(part).map((one) => outcomeOf(one, find, found)),
  )
  const first = found[at] as Found
  first.groups = [{ join, size: found.length - at, met }, ...(first.groups ?? [])]
  return met
}

function together(join: Join, outcomes: readonly Outcome[]): Outcome {
  const decisive = join === 'any'
  if (outcomes.includes(decisive)) return decisive
  return outcomes.includes(null) ? null : !decisive
}

function noteLed(found: readonly Found[]): void {
  // Up to this index, findings belong to a group that is not met.
  let idleUntil = 0
  for (const [at, one] of found.entries()) {
    for (const { size, met } of one.groups ?? []) if (met !== true) idleUntil = Math.max(idleUntil, at + size)
    one.led = one.met && at >= idleUntil
  }
}

export const rankOf = (level: AlarmLevel): number => alarmLevels.indexOf(level)

const highest = (levels: readonly AlarmLevel[], usual: AlarmLevel): AlarmLevel =>
  levels.reduce((high, level) => (rankOf(level) > rankOf(high) ? level : high), levels[0] ?? usual)

function find(
  { watch }: AlarmRule,
  condition: AlarmCondition,
  value: Value,
  period: number,
  grounds: Grounds,
): Found {
  const { points, expected, isWhole, figure: figureAt } = grounds
  if (grounds.rows && (condition.kind === 'rows' || condition.kind === 'noData')) {
    const count = grounds.rows(value, period)
    return { point: null, ...none, value: count, met: count > 0 === (condition.kind === 'rows') }
  }
  const id = condition.point ?? null
  const point = points.get(id ?? 0)
  // Late data, and checks of it, concern the whole rule and are judged apart.
  if (isOfTables(condition.kind) || id === null || !point)
    return { point: id, met: false, unknown: true, ...none }
  const at = (when: number): number | null =>
    figureAt(value, id, when) ?? (countsFromZero(point) && isWhole(when) ? 0 : null)
  const figure = at(period)
  const own = { point: id, ...none, value: figure }
  if (condition.kind === 'noData') return { ...own, met: figure === null || figure === 0 }
  if (figure === null || !isWhole(period)) return { ...own, met: false, unknown: true }
  if (condition.kind === 'threshold') return { ...own, met: meetsThreshold(condition, figure) }
  if (condition.kind === 'forecast') {
    const band = expected(value, id, period, condition.band ?? 95)
    if (!band) return { ...own, met: false, unknown: true }
    const { mean, low, high } = band
    const isAbove = figure > high && condition.direction !== 'down'
    const isBelow = figure < low && condition.direction !== 'up'
    return { ...own, expected: mean, low, high, met: isAbove || isBelow }
  }
  const { against = 'yesterday' } = condition
  const before =
    against === 'run' ? (grounds.former?.(period) ?? null) : comparedPeriod(watch.grain, period, against)
  return compared(condition, own, figure, before === null ? null : at(before))
}

function compared(
  condition: AlarmCondition,
  own: Found | Omit<Found, 'met'>,
  figure: number,
  previous: number | null,
): Found {
  const change = previous === null || previous === 0 ? null : (figure - previous) / Math.abs(previous)
  const { unit, value = 0, direction } = condition
  // There is no percentage of zero.
  const amount = unit === 'percent' ? change && change * 100 : previous === null ? null : figure - previous
  if (amount === null) return { ...own, previous, change, met: false, unknown: true }
  const met = (direction !== 'down' && amount >= value) || (direction !== 'up' && amount <= -value)
  return { ...own, previous, change, met }
}

/** The findings in words, for messages and pages. */
export function findingsOf(
  { conditions }: Pick<AlarmRule, 'conditions'>,
  found: readonly Found[],
  points: ReadonlyMap<number, Point>,
): AlarmFinding[] {
  const leaves = leavesOf(conditions)
  return found.map((one, at) => {
    const condition = leaves[at] as AlarmCondition
    const pointName = points.get(one.point ?? 0)?.name ?? ''
    return { ...one, pointName, text: textOf(condition, one, points.get(condition.point ?? 0)) }
  })
}

function textOf(condition: AlarmCondition, found: Found, point: Point | undefined): string {
  const name = point?.name ?? ''
  const show = (figure: number | null) => figureText(figure, point)
  if (condition.kind === 'late') return lateText(condition, found)
  if (condition.kind === 'checks') return checksText(found)
  if (condition.kind === 'rows' || (condition.kind === 'noData' && condition.point === undefined))
    return found.value ? `结果有 ${figureText(found.value, undefined)} 行` : '结果没有行'
  if (found.point === null) return `${name}另行判断`
  if (condition.kind === 'noData')
    return found.met ? `${name}没有数据` : `${name} ${show(found.value)}，有数据`
  if (found.value === null) return `${name}没有数据，无法判断`
  const said = `${name} ${show(found.value)}`
  if (condition.kind === 'threshold') {
    const { op, value = 0, upper = 0 } = condition
    const bounds = op === 'between' || op === 'outside' ? `${show(value)}～${show(upper)}` : show(value)
    return `${said}，${found.met ? '' : '未'}${thresholdWords[op ?? 'gt']} ${bounds}`
  }
  if (condition.kind === 'forecast') {
    if (found.expected === null) return `${said}，之前的数据太少，无法预测`
    const band = `${show(found.low)}～${show(found.high)}（预测 ${show(found.expected)}）`
    const where = found.value > (found.high ?? 0) ? '高于' : found.value < (found.low ?? 0) ? '低于' : '在'
    return `${said}，${where} ${condition.band}% 预测区间 ${band}`
  }
  const against = againstTitles[condition.against ?? 'yesterday']
  if (found.previous === null) return `${said}，${against}没有数据，无法比较`
  if (found.change === null && condition.unit === 'percent') return `${said}，${against}为 0，无法比较`
  const moved = found.value - found.previous
  const amount =
    condition.unit === 'percent' ? percentText(Math.abs(found.change ?? 0)) : show(Math.abs(moved))
  const bound = condition.unit === 'percent' ? `${condition.value}%` : show(condition.value ?? 0)
  const direction = moved === 0 ? '持平' : `${directionTitles[moved > 0 ? 'up' : 'down']} ${amount}`
  return `${said}，比${against}（${show(found.previous)}）${direction}，阈值 ${bound}`
}

function checksText({ met, unknown, value }: Found): string {
  if (met) return `有 ${value} 项数据校验没有通过`
  return unknown ? '数据校验另行判断' : '数据校验都通过了'
}

function lateText({ by }: AlarmCondition, { met, unknown }: Found): string {
  if (met) return `数据在 ${by} 前没有更新`
  return unknown ? `数据在 ${by} 前是否更新，到时另行判断` : `数据没有迟到（最晚 ${by}）`
}

const thresholdWords: Record<NonNullable<AlarmCondition['op']>, string> = {
  gt: '大于',
  gte: '达到',
  lt: '低于',
  lte: '不高于',
  eq: '等于',
  ne: '不等于',
  between: '在区间',
  outside: '超出区间',
}
