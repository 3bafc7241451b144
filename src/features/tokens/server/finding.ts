// Finds whose a token is, with their rights as they are now, less what the token leaves out.
import { CompiledQuery } from 'kysely'
import { sharedGames } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import { type Bearer, tokenHash } from '#server/http/bearer.ts'
import {
  limitedToRole,
  type RoleRow,
  roleColumns,
  type UserRow,
  userColumns,
  userOf,
} from '#server/http/session.ts'
import { readGames } from '#server/objects/games.ts'
import { livingText } from '#server/scopes/life.ts'
import type { StoredToken } from './objectKind.ts'
import { readCalls } from './objectKind.ts'

type Found = UserRow &
  RoleRow & {
    token_id: number
    token_role: number | null
    token_games: string
  } & Pick<StoredToken, 'scope' | 'calls' | 'expires_at' | 'used_at'>

const readingOf = (place: string): string =>
  `select t.id as token_id, t.role_id as token_role, t.games as token_games, t.scope, t.calls, t.expires_at, t.used_at, ` +
  `${roleColumns('v')}, ${userColumns} from access_token t join "user" u on u.id = t.owner_id ` +
  `join "role" r on r.id = u.role_id left join "role" v on v.id = t.role_id ` +
  `where t.token_hash = ${place} and ${livingText('t')} and u.disabled = 0`
const reading = { sqlite: readingOf('?'), postgres: readingOf('$1') }

/** So often the time of the last use is written. */
const usedEveryMs = 60_000

export function findToken({ metadata, log }: Pick<Deps, 'metadata' | 'log'>) {
  const { db, dialect } = metadata
  const note = (id: number, at: string, from: string) =>
    // Not awaited: a late time harms nobody, and reads go on when the disk is full.
    void db
      .updateTable('access_token')
      .set({ used_at: at, used_from: from })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'the use of a token was not noted'))

  return async (token: string, from: string): Promise<Bearer | null> => {
    const asked = CompiledQuery.raw(reading[dialect], [tokenHash(token)])
    const row = (await db.executeQuery<Found>(asked)).rows[0]
    const now = Date.now()
    if (!row || Date.parse(row.expires_at) <= now) return null
    if (row.used_at === null || now - Date.parse(row.used_at) > usedEveryMs)
      note(row.token_id, new Date(now).toISOString(), from)
    const owner = userOf(row)
    const user = row.token_role === null ? owner : limitedToRole(owner, row)
    return {
      id: row.token_id,
      mayWrite: row.scope === 'write',
      calls: readCalls(row),
      user: { ...user, games: sharedGames(readGames(row.token_games), user.games) },
    }
  }
}
