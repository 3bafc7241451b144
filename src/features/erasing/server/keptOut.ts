// The ids whose rows no load brings back: listed by their hashes, and lifted one by one.
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { foldedId } from '#server/warehouse/identity.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { identityTitle } from '#shared/personal.ts'
import { playerPlaces } from '#features/config/server/index.ts'
import type { KeptOutList } from '#features/erasing/contract.ts'

const mostShown = 200

export const mayErase = (user: SessionUser): boolean =>
  holdsPermission(user.authorityInfo, 'see_personal') &&
  holdsPermission(user.authorityInfo, 'search_config') &&
  isAllRows(user)

export function assertMay(user: SessionUser): void {
  if (!mayErase(user))
    throw new AppError('permission_missing', '还需要「报表配置」权限，并且可看全部游戏、没有数据范围限制')
}

export async function keptOutIds(
  deps: Deps,
  user: SessionUser,
  { player }: { player?: string },
): Promise<KeptOutList> {
  if (!mayErase(user)) return { count: 0, rows: [], asked: null }
  const { db } = deps.metadata
  const isAsked = player !== undefined && foldedId(player) !== ''
  const asked = isAsked ? (await playerPlaces()).playerHash(deps, player) : null
  const counted = await db
    .selectFrom('kept_out')
    .select(({ fn }) => fn.count('player').distinct().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('kept_out')
    .leftJoin('user', 'user.id', 'kept_out.by_id')
    .select(['player', 'kind', 'at', 'user.username'])
    .$if(asked !== null, (query) => query.where('player', '=', asked ?? ''))
    .orderBy('at', 'desc')
    .orderBy('player')
    .orderBy('kind')
    .limit(mostShown)
    .execute()
  const byPlayer = Map.groupBy(rows, (row) => row.player)
  return {
    count: Number(counted.count),
    rows: [...byPlayer].map(([hash, own]) => ({
      player: hash,
      kinds: own.map(({ kind }) => identityTitle(kind)),
      at: own[0]?.at ?? '',
      by: own[0]?.username ?? '',
    })),
    asked,
  }
}

export async function liftKeptOut(deps: Deps, user: SessionUser, player: string): Promise<KeptOutList> {
  await deps.metadata.transaction(async (db) => {
    const { numDeletedRows } = await db.deleteFrom('kept_out').where('player', '=', player).executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('object_missing', '名单里没有这一项，可能已被移出')
    // Only what is there can be refused; the deletion is undone.
    assertMay(user)
    await writeAudit(db, { userId: user.id, action: 'table.liftKeptOut', detail: { player } })
  })
  return keptOutIds(deps, user, {})
}
