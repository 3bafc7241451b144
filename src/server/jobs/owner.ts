// Whose a job is, with the rights as they are now.
import { type Kysely, sql } from 'kysely'
import type { GameScope } from '../../semantic/model/types.ts'
import { AppError } from '../../shared/errors.ts'
import { type AuthorityInfo, holdsPermission } from '../../shared/permissions.ts'
import type { SessionUser } from '../http/session.ts'
import type { Database } from '../metadata/schema.ts'
import type { JobKind } from './declare.ts'

interface UserRow {
  id: number
  email: string
  username: string
  games: string
  disabled: number
  role_id: number
  role_name: string
  authority_info: string
}

/** Throws where the account may not have the job run any more. */
export async function readOwner(
  db: Kysely<Database>,
  id: number,
  { permission }: Pick<JobKind, 'permission'>,
): Promise<SessionUser> {
  const { rows } = await sql<UserRow>`
    select u.id, u.email, u.username, u.games, u.disabled, u.role_id, r.name as role_name, r.authority_info
    from "user" u join "role" r on r.id = u.role_id where u.id = ${id}`.execute(db)
  const [row] = rows
  if (!row || row.disabled === 1) throw new AppError('permission_missing', '账号已停用，没有运行')
  const authorityInfo = JSON.parse(row.authority_info) as AuthorityInfo
  if (permission !== null && !holdsPermission(authorityInfo, permission))
    throw new AppError('permission_missing', '权限已被收回，没有运行')
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    roleId: row.role_id,
    roleName: row.role_name,
    authorityInfo,
    games: scopeOf(row.games),
  }
}

const scopeOf = (text: string): GameScope => {
  const games = JSON.parse(text) as string[] | '*'
  return games === '*' ? 'all' : games
}

export const scopeText = (games: GameScope): string => JSON.stringify(games === 'all' ? '*' : games)

/** Whether figures of these games hold nothing that is now out of sight. */
export function isWithin(text: string, present: GameScope): boolean {
  if (present === 'all') return true
  const games = scopeOf(text)
  return games !== 'all' && games.every((game) => present.includes(game))
}
