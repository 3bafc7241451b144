// What a report of players' value asks for: its points by their roles, and its numbers of days.
import type { Definitions, LeafDefinition } from '#semantic/model/definitions.ts'
import { isNumeric } from '#semantic/model/expression/kinds.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Point, ReportInfo } from '#semantic/model/types.ts'
import {
  canForecast,
  lastValueDay,
  mostForecastDays,
  mostValueDays,
  usualValueDays,
} from '#semantic/model/valueDays.ts'
import { found } from '#semantic/plan/asked/wanted.ts'

export function pointsOf(
  info: ReportInfo,
  lookup: Lookup,
): { whom: Point; earning: Point; costing: Point | null } {
  const [whom, earning, costing = null, ...others] = found(info.points, lookup.points, '指标')
  if (whom === undefined || earning === undefined || others.length > 0)
    throw reportInvalid(
      'LTV报表需要两个或三个指标：先是新来的玩家（如新增用户），再是收入（如充值金额），最后可加成本（如投放花费）',
    )
  return { whom, earning, costing }
}

export function summed(point: Point, use: '收入' | '成本', definitions: Definitions): LeafDefinition {
  const refuse = (why: string): never => {
    throw reportInvalid(`指标「${point.name}」不能作为LTV报表的${use}：${why}`)
  }
  if (point.types !== 'additive') refuse('须是求和或计数的指标')
  const definition = definitions.define(point) as LeafDefinition
  if (definition.aggregate !== 'sum' && definition.aggregate !== 'count') refuse('须是求和或计数的指标')
  if (!isNumeric(definition.kind)) refuse('不是数值')
  return definition
}

/** In ascending order. */
export function valueDaysOf({ ltv }: ReportInfo): number[] {
  const days: readonly number[] = ltv?.days ?? usualValueDays
  if (days.length === 0) throw reportInvalid('请至少选择一个LTV天数')
  if (days.length > mostValueDays) throw reportInvalid(`LTV天数过多，最多 ${mostValueDays} 个`)
  for (const [index, day] of days.entries()) {
    if (!Number.isInteger(day) || day < 1 || day > lastValueDay)
      throw reportInvalid(`LTV天数「${String(day)}」应为 1 到 ${lastValueDay} 的整数，第 1 天是新增当天`)
    if (days.indexOf(day) !== index) throw reportInvalid(`LTV天数「${day}」重复`)
  }
  return [...days].sort((left, right) => left - right)
}

/** The numbers of days that are forecast, in ascending order. */
export function forecastDaysOf({ ltv }: ReportInfo, days: readonly number[]): number[] {
  const asked: readonly number[] = ltv?.forecast ?? []
  if (asked.length > mostForecastDays) throw reportInvalid(`预测天数过多，最多 ${mostForecastDays} 个`)
  for (const [index, day] of asked.entries()) {
    if (!days.includes(day)) throw reportInvalid(`预测天数「${String(day)}」不在LTV天数里`)
    if (!canForecast(day)) throw reportInvalid(`预测天数「${day}」应为 2 到 365 的整数`)
    if (asked.indexOf(day) !== index) throw reportInvalid(`预测天数「${day}」重复`)
  }
  return asked.toSorted((left, right) => left - right)
}
