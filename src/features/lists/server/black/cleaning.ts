// A rule as it was typed: known games, dimension and point, a name, a time of day.
import type { GameScope } from '../../../../semantic/model/types.ts'
import type { Deps } from '../../../../server/deps.ts'
import { assertGames, gamesText } from '../../../../server/objects/games.ts'
import { cleanName } from '../../../../server/objects/texts.ts'
import type { Caller, Db } from '../../../../server/objects/types.ts'
import { AppError } from '../../../../shared/errors.ts'
import { readModel } from '../../../config/server/index.ts'
import type { BlackRuleChange } from '../../contract.ts'
import { cleanReason } from '../values.ts'

export async function cleanRule(deps: Deps, db: Db, caller: Caller, change: BlackRuleChange) {
  const { kind, condition, keepDays, dailyAt } = change
  if (dailyAt !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(dailyAt))
    throw new AppError('parameter_wrong', `运行时间「${dailyAt}」应为 00:00 到 23:59`)
  const games: GameScope = change.games === '*' ? 'all' : change.games
  await assertGames(db, caller, games)
  const { dimensions, points } = await readModel(deps)
  if (!dimensions.some(({ id }) => id === condition.dim))
    throw new AppError('parameter_wrong', '所选的维度不存在，请重新选择')
  if (!points.some(({ id }) => id === condition.point))
    throw new AppError('parameter_wrong', '所选的指标不存在，请重新选择')
  return {
    name: cleanName(change.name),
    games: gamesText(games),
    kind,
    condition: JSON.stringify(condition),
    reason: cleanReason(change.reason),
    keep_days: keepDays,
    daily_at: dailyAt,
  }
}
