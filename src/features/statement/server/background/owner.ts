// Whose a record is, with the rights as they are now.
import { sql } from 'kysely'
import type { GameScope } from '../../../../semantic/model/types.ts'
import type { Metadata } from '../../../../server/metadata/open.ts'
import { AppError } from '../../../../shared/errors.ts'
import { type AuthorityInfo, holdsPermission } from '../../../../shared/permissions.ts'
import type { Caller } from '../access.ts'

export interface Owner extends Caller {
  games: GameScope
}

interface OwnerRow {
  games: string
  disabled: number
  authority_info: string
}

/** Throws where the account may do nothing any more. */
export async function readOwner({ db }: Metadata, id: number): Promise<Owner> {
  const { rows } = await sql<OwnerRow>`
    select u.games, u.disabled, r.authority_info
    from "user" u join "role" r on r.id = u.role_id where u.id = ${id}`.execute(db)
  const [row] = rows
  if (!row || row.disabled === 1) throw new AppError('permission_missing', '账号已停用，没有运行')
  const authority = JSON.parse(row.authority_info) as AuthorityInfo
  return { id, games: scopeOf(row.games), isConfigurer: holdsPermission(authority, 'search_config') }
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
