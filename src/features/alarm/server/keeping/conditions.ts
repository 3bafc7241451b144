// Validates edited conditions: each has exactly what its kind needs, groups are non-empty and not too deep,
// and each condition can cause a fire.

import { deepestGroups } from '#semantic/model/conditions.ts'
import type { Point } from '#semantic/model/types.ts'
import { branchOf, isBranch, joinOf, leavesOf, partsOf } from '#shared/branches.ts'
import { AppError } from '#shared/errors.ts'
import {
  type AlarmCondition,
  type AlarmPart,
  type AlarmRule,
  conditionKindsOf,
  conditionKindTitles,
  formerRun,
  mostConditions,
} from '#features/alarm/contract.ts'
import { conditionTree } from '../rule.ts'
import { isTime } from './times.ts'
import { type Conflict, conflictOf, meansOfFire } from './together.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)

/** `watched`: the points that conditions may name, of a query its columns. */
export function cleanConditions(watched: ReadonlyMap<number, Point>, rule: AlarmRule): AlarmPart[] {
  const { conditions, watch } = rule
  if (conditions.length === 0) throw wrong('请至少设一个条件')
  const count = leavesOf(conditions).length
  if (count > mostConditions)
    throw wrong(`条件最多 ${mostConditions} 个，连同条件组里的；现在有 ${count} 个，请减少一些`)
  const points = new Map([...watched].map(([id, { name }]) => [id, name]))
  const isQuery = Boolean(watch.query)
  const named = watch.query ? [...watched.keys()] : watch.points
  const single = named.length === 1 ? named[0] : undefined
  const places: string[] = []
  const cleaned = cleanParts(conditions, (condition, place) => {
    places.push(place)
    return within(count > 1 ? place : '', () => {
      if (condition.kind === 'forecast' && watch.grain === 'hour')
        throw wrong('预测区间只用于按天的告警，请改为按天，或换一个条件')
      const { kind } = condition
      if (!conditionKindsOf[isQuery ? 'query' : 'report'].some((one) => one === kind))
        throw wrong(
          `「${conditionKindTitles[kind]}」不能用于${isQuery ? '已存查询' : '报表的指标'}，请换一种条件`,
        )
      if (isQuery && (kind === 'noData' || kind === 'rows'))
        return { kind, ...(condition.level && { level: condition.level }) }
      return cleanCondition(condition, single, points, isQuery)
    })
  })
  assertReachable({ ...rule, conditions: cleaned }, points, places)
  return cleaned
}

/** Conditions and groups are numbered in reading order; with groups, a condition's path is given, too. */
function cleanParts(
  conditions: readonly AlarmPart[],
  clean: (condition: AlarmCondition, place: string) => AlarmCondition,
): AlarmPart[] {
  let [conditionCount, groupCount] = [0, 0]
  const cleanPart = (part: AlarmPart, group: number, depth: number): AlarmPart => {
    if (!isBranch(part)) {
      conditionCount += 1
      return clean(part, `第 ${conditionCount} 个条件${group > 0 ? `（条件组 ${group}）` : ''}：`)
    }
    groupCount += 1
    const own = groupCount
    const parts = partsOf(part)
    if (depth >= deepestGroups)
      throw wrong(`条件组 ${own}：条件组最多套 ${deepestGroups} 层，请把最里层的条件移到外层`)
    if (parts.length === 0) throw wrong(`条件组 ${own}：里面没有条件，请添加条件，或删除这个组`)
    const cleaned = parts.map((one) => cleanPart(one, own, depth + 1))
    return branchOf(joinOf(part), cleaned)
  }
  return conditions.map((part) => cleanPart(part, 0, 0))
}

function within<Result>(place: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) throw wrong(`${place}${error.message}`)
    throw error
  }
}

function cleanCondition(
  given: AlarmCondition,
  single: number | undefined,
  points: ReadonlyMap<number, string>,
  isQuery: boolean,
): AlarmCondition {
  const level = given.level && { level: given.level }
  if (given.kind === 'late') {
    if (!isTime(given.by)) throw wrong('请填数据最晚应到的时间，00:00 到 23:59')
    return { kind: 'late', by: given.by, ...level }
  }
  if (given.kind === 'checks') return { kind: 'checks', ...level }
  const point = given.point ?? single
  const noun = isQuery ? '列' : '指标'
  if (point === undefined) throw wrong(`请选择${noun}`)
  if (!points.has(point)) throw wrong(`${noun}不存在或已被删除，请重新选择`)
  const own = { point, ...level }
  if (given.kind === 'noData') return { kind: 'noData', ...own }
  if (given.kind === 'forecast')
    return { kind: 'forecast', ...own, band: given.band ?? 95, direction: given.direction ?? 'either' }
  if (given.value === undefined || !Number.isFinite(given.value)) throw wrong('请填数值')
  if (given.kind === 'change') {
    if (given.value <= 0) throw wrong('变化的幅度应大于 0')
    const {
      against = isQuery ? formerRun : 'yesterday',
      unit = 'percent',
      direction = 'either',
      value,
    } = given
    if (isQuery !== (against === formerRun))
      throw wrong(isQuery ? '查询的结果只能和上次运行比较' : '报表的指标不能和上次运行比较')
    if (unit === 'percent' && direction === 'down' && value > 100)
      throw wrong('下降不会超过 100%，请填 100 以内的数')
    return { kind: 'change', ...own, against, unit, direction, value }
  }
  const { op, value, upper } = given
  if (op === undefined) throw wrong('请选择比较方式')
  if (op !== 'between' && op !== 'outside') return { kind: 'threshold', ...own, op, value }
  if (upper === undefined || !Number.isFinite(upper)) throw wrong('请填区间的上限')
  if (upper < value) throw wrong(`区间的上限 ${upper} 小于下限 ${value}`)
  return { kind: 'threshold', ...own, op, value, upper }
}

/** An unreachable condition would make a silent alarm, or be meaningless. */
function assertReachable(
  rule: Pick<AlarmRule, 'conditions' | 'join'>,
  points: ReadonlyMap<number, string>,
  places: readonly string[],
): void {
  const conditions = leavesOf(rule.conditions)
  const reached = new Set<number>()
  const conflicts = new Map<number, Conflict>()
  for (const means of meansOfFire(conditionTree(rule))) {
    if (means.every((at) => reached.has(at))) continue
    const conflict = conflictOf(
      means.map((at) => conditions[at] as AlarmCondition),
      points,
    )
    for (const at of means) {
      if (conflict === null) reached.add(at)
      else if (!conflicts.has(at)) conflicts.set(at, conflict)
    }
  }
  const dead = conditions.findIndex((_, at) => !reached.has(at))
  const conflict = conflicts.get(dead)
  if (!conflict) return
  if (!rule.conditions.some(isBranch)) throw wrong(conflict.message)
  const within = conditions.findIndex((one, at) => !reached.has(at) && conflict.between.includes(one))
  throw wrong(`${places[within < 0 ? dead : within]}${conflict.message}`)
}
