// Users as an embed counts with them when nobody is signed in: its owner, and who defined its reports.
import type { Kysely } from 'kysely'
import type { GameScope } from '../../../semantic/model/types.ts'
import type { SessionUser } from '../../../server/http/session.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import type { AuthorityInfo } from '../../../shared/permissions.ts'

const scopeOf = (games: string): GameScope => {
  const scope = JSON.parse(games) as '*' | string[]
  return scope === '*' ? 'all' : scope
}

/** As they are now; null where they are disabled or gone. */
export async function presentUser(db: Kysely<Database>, id: number): Promise<SessionUser | null> {
  const row = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['user.id', 'user.email', 'user.username', 'user.games', 'user.role_id as roleId'])
    .select(['role.name as roleName', 'role.authority_info'])
    .where('user.id', '=', id)
    .where('user.disabled', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const { games, authority_info, ...user } = row
  return { ...user, authorityInfo: JSON.parse(authority_info) as AuthorityInfo, games: scopeOf(games) }
}

/** Their games, also while they are disabled; none where they are gone. */
export async function gamesOf(db: Kysely<Database>, id: number): Promise<GameScope> {
  const row = await db.selectFrom('user').select('games').where('id', '=', id).executeTakeFirst()
  return row ? scopeOf(row.games) : []
}

export function sharedGames(one: GameScope, other: GameScope): GameScope {
  if (one === 'all') return other
  if (other === 'all') return one
  return one.filter((game) => other.includes(game))
}
