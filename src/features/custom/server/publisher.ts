// Whose rows a custom report may hold: its publisher's as they are now, narrowed to the reader's.
import type { Kysely } from 'kysely'
import type { GameScope } from '../../../semantic/model/types.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import { type AuthorityInfo, holdsPermission } from '../../../shared/permissions.ts'

export type Publisher = { games: GameScope } | { problem: string }

export async function readPublisher(db: Kysely<Database>, id: number): Promise<Publisher> {
  const row = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['user.disabled', 'user.games', 'user.username', 'role.authority_info'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  if (!row || row.disabled === 1) return { problem: '发布者的账号已停用，报表暂不能运行，请联系管理员' }
  if (!holdsPermission(JSON.parse(row.authority_info) as AuthorityInfo, 'search_sqlQuery'))
    return { problem: `发布者 ${row.username} 已没有代码查询权限，报表暂不能运行，请联系发布者` }
  const games = JSON.parse(row.games) as '*' | string[]
  return { games: games === '*' ? 'all' : games }
}

/** Games of both; no games are no rows. */
export function sharedGames(one: GameScope, other: GameScope): GameScope {
  if (one === 'all') return other
  if (other === 'all') return one
  return one.filter((game) => other.includes(game))
}
