// Validates row rules: the dimensions exist and can limit rows, and the values are valid.

import type { RowRule } from '#semantic/model/rowScope.ts'
import { holdsRules } from '#semantic/model/rowScope.ts'
import type { Dimension } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { RowRules } from '../contract.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)

/** The stored form. If no rules are sent, they stay unchanged. */
export async function cleanRules(
  deps: Deps,
  sent: RowRules | undefined,
  present: string | undefined,
): Promise<string> {
  if (sent === undefined) return present ?? '[]'
  const text = JSON.stringify(sent.map(({ dim, how, values, open }) => ({ dim, how, values, open })))
  // An unchanged rule is kept, whatever has become of its dimension.
  if (sent.length === 0 || text === present) return text
  const { dimensions } = await readModel(deps)
  const known = new Map(dimensions.map((dimension) => [dimension.id, dimension]))
  return JSON.stringify(
    sent.map((rule, place) => cleanRule(rule, known.get(rule.dim), `第 ${place + 1} 条规则`)),
  )
}

function cleanRule(
  { dim, how, values, open }: RowRules[number],
  dimension: Dimension | undefined,
  title: string,
): RowRule {
  if (!dimension) throw wrong(`${title}的维度不存在或已被删除，请重新选择`)
  const problem = limitProblem(dimension)
  if (problem !== null) throw wrong(`${title}：${problem}`)
  const unique = [...new Set(values)]
  if (unique.length === 0) throw wrong(`${title}「${dimension.name}」没有值，请至少选择一个`)
  const odd =
    dimension.types === 'number' ? unique.find((value) => value !== null && !isNumber(value)) : undefined
  if (odd !== undefined) throw wrong(`${title}「${dimension.name}」的值「${odd?.slice(0, 40)}」不是数字`)
  return { dim, how, values: unique, open }
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** Why a dimension can't limit rows; null when it can. */
export function limitProblem({ name, types, info, table_id }: Dimension): string | null {
  if (types === 'date' || types === 'time') return `维度「${name}」是日期或时间，不能用来限定数据范围`
  if (info.segment !== undefined) return `维度「${name}」是人群，不能用来限定数据范围`
  return types === 'game' && table_id === null ? `维度「${name}」是游戏，请在用户的「游戏」里限定` : null
}

/** Nobody may grant rows that they can't see themselves. Throws permission_missing. */
export function assertGiven(caller: Caller, rules: readonly RowRule[]): void {
  if (holdsRules(caller.rules, rules)) return
  throw new AppError(
    'permission_missing',
    '你自己的数据范围是受限的：你管理的用户，数据范围不能比你的大，请给他加上与你相同的规则',
  )
}
