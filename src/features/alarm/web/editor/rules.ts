// New rules, and the consequences of a change in one part for the others. Pure.

import { leavesOf as filtersOf, withoutOpen } from '#semantic/model/conditions.ts'
import { leavesOf, mapLeaves } from '#shared/branches.ts'
import {
  type Alarm,
  type AlarmCondition,
  type AlarmOptions,
  type AlarmRule,
  type AlarmSeed,
  type AlarmWatch,
  alarmOwn,
  type ConditionKind,
} from '#features/alarm/contract.ts'

const ownKeys = Object.keys(alarmOwn) as (keyof AlarmRule)[]

/** The rule of a stored alarm. */
export const ruleOf = (alarm: Alarm): AlarmRule =>
  Object.fromEntries(ownKeys.map((key) => [key, alarm[key]])) as unknown as AlarmRule

export const isSameRule = (one: AlarmRule, other: AlarmRule): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const usualChange = { against: 'week', unit: 'percent', direction: 'down', value: 30 } as const
/** Hourly rules fire repeatedly: once in four hours is enough. */
const rearmOfHours = 240

export function newRule(options: AlarmOptions, username: string, seed: AlarmSeed | null): AlarmRule {
  const me = options.users.find(({ name }) => name === username)
  const watch: AlarmWatch = seed?.watch ?? { points: [], dims: [], grain: 'day' }
  return {
    name: '',
    games: options.allGames ? '*' : options.games.map(({ cgi }) => cgi),
    watch,
    join: 'or',
    conditions: seed ? [seed.condition] : [],
    lasting: 1,
    level: 'warning',
    quiet: null,
    rearmMinutes: watch.grain === 'hour' ? rearmOfHours : 0,
    recovery: false,
    receiverIds: [],
    userIds: me ? [me.id] : [],
    title: '',
    text: '',
    note: '',
  }
}

export function copyOf(alarm: Alarm): AlarmRule {
  const rule = ruleOf(alarm)
  return { ...rule, name: `${rule.name} 副本` }
}

/** A new condition with its kind's fields; a threshold starts with the observed figure. */
export function newCondition(
  kind: ConditionKind,
  point: number | undefined,
  figure: number | null,
): AlarmCondition {
  const own = point === undefined ? {} : { point }
  switch (kind) {
    case 'threshold':
      return { kind, ...own, op: 'lt', ...(figure !== null && { value: figure }) }
    case 'change':
      return { kind, ...own, ...usualChange }
    case 'forecast':
      return { kind, ...own, band: 95, direction: 'either' }
    case 'noData':
      return { kind, ...own }
    case 'late':
      return { kind, by: '09:00' }
  }
}

/**
 * After a change of points: conditions on a removed point use the first one; the first point adds a
 * condition.
 */
export function withPoints(rule: AlarmRule, points: number[]): AlarmRule {
  const [first] = points
  const conditions = mapLeaves(rule.conditions, (condition) =>
    condition.kind === 'late' || first === undefined || points.includes(condition.point ?? 0)
      ? condition
      : { ...condition, point: first },
  )
  return {
    ...rule,
    watch: { ...rule.watch, points },
    conditions:
      conditions.length === 0 && first !== undefined ? [newCondition('change', first, null)] : conditions,
  }
}

/** A control without a choice is no filter. */
export function sentRule(rule: AlarmRule): AlarmRule {
  const { filters, ...watch } = rule.watch
  const chosen = withoutOpen(filters)
  return { ...rule, watch: { ...watch, ...(chosen.length > 0 && { filters: chosen }) } }
}

/** A descriptive name, where none was typed. */
export function nameFor(rule: AlarmRule, options: AlarmOptions): string {
  const [condition] = leavesOf(rule.conditions)
  const point = options.points.find(({ id }) => id === (condition?.point ?? rule.watch.points[0]))
  if (!point || !condition) return ''
  const values = filtersOf(rule.watch.filters)
    .filter(({ op }) => op === 'in')
    .flatMap((filter) => filter.values.filter((value) => value !== null && value !== ''))
    .slice(0, 2)
  return [...values, `${point.name}${wordOf(condition)}`].join(' ')
}

const ways = { up: '上升', down: '下降', either: '变化' } as const

function wordOf({ kind, direction = 'either', op }: AlarmCondition): string {
  if (kind === 'change') return ways[direction]
  if (kind === 'forecast') return '超出预期'
  if (kind === 'noData') return '没有数据'
  if (kind === 'late') return '数据迟到'
  return op === 'gt' || op === 'gte' ? '过高' : op === 'lt' || op === 'lte' ? '过低' : '异常'
}
