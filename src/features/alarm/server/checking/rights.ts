// The rows within which an alarm may look: its own games, and its owner's present row limits.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { SessionUser } from '#server/http/session.ts'
import { holdsGames, readGames } from '#server/objects/games.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { StoredAlarm } from '../objectKinds.ts'

/** Checks that the owner still has all of the rule's games, and returns the owner's present row limits. */
export function rightsOf({ games }: Pick<StoredAlarm, 'games'>, owner: SessionUser | undefined): RowScope {
  if (!owner) throw new AppError('permission_missing', '所有者的账号已停用，告警不运行；请另存为自己的告警')
  if (!holdsPermission(owner.authorityInfo, 'alert_config_edit'))
    throw new AppError('permission_missing', '所有者已没有「告警管理」权限，告警不运行')
  const own = readGames(games)
  if (!holdsGames(owner, own))
    throw new AppError('permission_missing', '所有者已看不到告警的全部游戏，告警不运行；请修改告警的游戏')
  return { games: own, rules: owner.rules }
}
