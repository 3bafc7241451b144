// Previewing the product as a role: stored with the session, so that it applies to all its tabs and ends with
// it.

import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { assertGames, gamesText, scopeOf } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import { AppError } from '#shared/errors.ts'
import { rolesKind } from '#features/session/server/index.ts'
import type { Games } from '../contract.ts'

/** `session` identifies the caller's session row. */
export async function startSeeing(
  { metadata }: Deps,
  caller: SessionUser,
  session: string | null,
  { id, games }: { id: number; games?: Games },
): Promise<null> {
  return metadata.transaction(async (db) => {
    const role = await readObject(db, rolesKind, caller, id)
    const scope = games === undefined ? caller.games : scopeOf(games)
    if (games !== undefined && (scope === 'all' || scope.length > 0)) await assertGames(db, caller, scope)
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ seeing_role_id: role.id, seeing_games: gamesText(scope) })
      .where('id_hash', '=', session ?? '')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new AppError('session_missing')
    const detail = { id: role.id, role: role.name, games: gamesText(scope) }
    await writeAudit(db, { userId: caller.id, action: 'seeing.start', detail })
    return null
  })
}

export async function endSeeing(
  { metadata }: Deps,
  { id, seeing }: SessionUser,
  session: string | null,
): Promise<null> {
  if (!seeing) return null
  return metadata.transaction(async (db) => {
    await db
      .updateTable('session')
      .set({ seeing_role_id: null, seeing_games: null })
      .where('id_hash', '=', session ?? '')
      .execute()
    const detail = { id: seeing.roleId, role: seeing.roleName }
    await writeAudit(db, { userId: id, action: 'seeing.end', detail })
    return null
  })
}
