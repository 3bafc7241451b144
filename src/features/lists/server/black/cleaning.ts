// Validates a rule as typed: its games, its points and dimensions, its name and its time of day.

import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { readFields } from '#server/objects/fields.ts'
import { cleanGames, scopeOf } from '#server/objects/games.ts'
import { cleanName } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { BlackRuleChange, RuleCondition } from '#features/lists/contract.ts'
import { cleanReason } from '../values.ts'
import { compileRule, ruleOptions } from './condition.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)

export async function cleanRule(deps: Deps, db: Db, caller: Caller, change: BlackRuleChange) {
  const { kind, condition, keepDays } = change
  const model = await readModel(deps)
  const { games, name, reason, dailyAt } = await readFields({
    name: () => cleanName(change.name),
    point: () => assertPoint(model, condition),
    dim: () => assertDimension(model, condition),
    filters: () => assertFilters(model, condition),
    games: () => cleanGames(db, caller, change.games),
    reason: () => cleanReason(change.reason),
    dailyAt: () => cleanTime(change.dailyAt),
  })
  // Turns the engine's errors into messages: an unknown value of a dimension, a missing day or game.
  const compile = (given: RuleCondition) =>
    compileRule(deps, model, given, {
      games: scopeOf(change.games),
      rules: caller.rules,
      personal: caller.personal,
    })
  await readFields({ dim: () => compile({ ...condition, filters: [] }) })
  await readFields({ filters: () => compile(condition) })
  return {
    name,
    games,
    kind,
    condition: JSON.stringify(condition),
    reason,
    keep_days: keepDays,
    daily_at: dailyAt,
  }
}

function cleanTime(time: string | null): string | null {
  if (time !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw wrong(`运行时间「${time}」应为 00:00 到 23:59`)
  return time
}

function assertPoint(model: Model, { point }: RuleCondition): void {
  if (ruleOptions(model).points.some(({ id }) => id === point)) return
  const known = model.points.find(({ id }) => id === point)
  throw wrong(
    known ? `指标「${known.name}」不能用于规则，请选择可以计数的指标` : '所选的指标不存在，请重新选择',
  )
}

function assertDimension(model: Model, { dim, point }: RuleCondition): void {
  const name = requireDimension(model, dim)
  const figure = ruleOptions(model).points.find(({ id }) => id === point)
  if (figure && !figure.dims.includes(dim)) throw wrong(`指标「${figure.name}」的数据里没有维度「${name}」`)
}

function assertFilters(model: Model, { point, filters = [] }: RuleCondition): void {
  const figure = ruleOptions(model).points.find(({ id }) => id === point)
  for (const [at, { dim, values }] of filters.entries()) {
    const name = requireDimension(model, dim, `第 ${at + 1} 个条件`)
    if (figure && !figure.dims.includes(dim))
      throw wrong(`第 ${at + 1} 个条件：指标「${figure.name}」的数据里没有维度「${name}」`)
    if (values.some((value) => value.trim() === '')) throw wrong(`第 ${at + 1} 个条件有空的值`)
  }
}

/** The dimension's name. Throws when the dimension is missing or holds no values of the facts themselves. */
function requireDimension(model: Model, dim: number, where = '所选'): string {
  const known = model.dimensions.find(({ id }) => id === dim)
  if (!known) throw wrong(`${where}的维度不存在，请重新选择`)
  if (!ruleOptions(model).dims.some(({ id }) => id === dim))
    throw wrong(`${where}的维度「${known.name}」不能用于规则，请选择数据表里的文本或数值维度`)
  return known.name
}
