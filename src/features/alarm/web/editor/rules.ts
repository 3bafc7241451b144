// New rules, and the consequences of a change in one part for the others. Pure.

import { figureName } from '#semantic/model/activityFigures.ts'
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
  isOfTables,
  type WatchedQuery,
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

/** The points that conditions may name: of a query, the places of its columns, from 1. */
export const pointsWatched = ({ watch }: Pick<AlarmRule, 'watch'>): number[] =>
  watch.query ? watch.query.columns.map((_, at) => at + 1) : watch.points

/** Nothing is chosen that could be checked. */
export const watchesNothing = ({ watch }: Pick<AlarmRule, 'watch'>): boolean =>
  watch.query ? watch.query.id === '' : watch.points.length === 0

/** The options as conditions need them: a query's columns are its points, and a figure of activity has its own name. */
export const optionsFor = (options: AlarmOptions, { watch }: Pick<AlarmRule, 'watch'>): AlarmOptions =>
  watch.query
    ? {
        ...options,
        points: watch.query.columns.map((name, at) => ({
          id: at + 1,
          name,
          pinyin: '',
          unit: '',
          format: null,
          hourly: false,
          reach: 0,
        })),
      }
    : watch.activity
      ? { ...options, points: options.points.map((point) => pointOfFigure(point, watch.activity)) }
      : options

type OfferedPoint = AlarmOptions['points'][number]

function pointOfFigure(point: OfferedPoint, activity: AlarmWatch['activity']): OfferedPoint {
  if (!activity) return point
  const name = figureName(point.name, activity)
  return activity.figure === 'sticky' ? { ...point, name, format: 'percent', unit: '%' } : { ...point, name }
}

const blankQuery: WatchedQuery = {
  id: '',
  columns: [],
  keys: [],
  params: {},
  timing: { kind: 'daily', time: '09:00' },
}

/** Figures of reports, or a saved query: the conditions of one mean nothing for the other. */
export function watchingOf(what: 'report' | 'query'): Pick<AlarmRule, 'watch' | 'conditions'> {
  const watch: AlarmWatch = {
    points: [],
    dims: [],
    grain: 'day',
    ...(what === 'query' && { query: blankQuery }),
  }
  return { watch, conditions: [] }
}

/** Another query: nothing of the former one fits. */
export const withQuery = (rule: AlarmRule, id: string): Pick<AlarmRule, 'watch' | 'conditions'> => ({
  watch: {
    ...rule.watch,
    query: { ...blankQuery, ...(rule.watch.query && { timing: rule.watch.query.timing }), id },
  },
  conditions: [],
})

/** Conditions follow their column to its new place; those of a column that is gone name the first one. */
export function withColumns(rule: AlarmRule, columns: string[]): Pick<AlarmRule, 'watch' | 'conditions'> {
  const query = rule.watch.query ?? blankQuery
  const conditions = mapLeaves(rule.conditions, (condition) => {
    if (condition.point === undefined) return condition
    const at = columns.indexOf(query.columns[condition.point - 1] ?? '')
    return { ...condition, point: at < 0 ? 1 : at + 1 }
  })
  return {
    watch: { ...rule.watch, query: { ...query, columns } },
    conditions:
      conditions.length === 0 && columns.length > 0 ? [newCondition('threshold', 1, null)] : conditions,
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
    case 'rows':
    case 'checks':
      return { kind }
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
    isOfTables(condition.kind) || first === undefined || points.includes(condition.point ?? 0)
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
export function nameFor(rule: AlarmRule, all: AlarmOptions): string {
  const options = optionsFor(all, rule)
  const [condition] = leavesOf(rule.conditions)
  const point = options.points.find(({ id }) => id === (condition?.point ?? pointsWatched(rule)[0]))
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
  if (kind === 'checks') return '数据校验没有通过'
  if (kind === 'rows') return '有数据行'
  return op === 'gt' || op === 'gte' ? '过高' : op === 'lt' || op === 'lte' ? '过低' : '异常'
}
