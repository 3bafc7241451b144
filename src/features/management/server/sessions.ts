// Lists and ends users' sessions for managers, and creates links for setting passwords.
import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { assertPasswordHere, dropStep, endSessionsOf, makeLink } from '#features/session/server/index.ts'
import type { PasswordLink, UserSession } from '../contract.ts'
import { managedUser } from './users.ts'

/** A hash of the row's id, which is itself a hash: it identifies a session but can't be turned into one. */
const keyOf = (idHash: string): string => createHash('sha256').update(idHash).digest('hex').slice(0, 24)

/** `current` identifies the caller's session row. */
export async function listSessions(
  { metadata: { db } }: Deps,
  caller: Caller,
  id: number,
  current: string | null,
): Promise<UserSession[]> {
  await managedUser(db, caller, id)
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('last_seen_at', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    key: keyOf(row.id_hash),
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    current: row.id_hash === current,
  }))
}

/** Returns how many ended. */
export async function endSessions(
  { metadata }: Deps,
  caller: Caller,
  { id, key }: { id: number; key?: string },
): Promise<number> {
  return metadata.transaction(async (db) => {
    await managedUser(db, caller, id)
    const rows = await db.selectFrom('session').select('id_hash').where('user_id', '=', id).execute()
    const ending = rows.filter(({ id_hash }) => key === undefined || keyOf(id_hash) === key)
    if (key === undefined) await endSessionsOf(db, id)
    else if (ending.length === 0) throw new AppError('object_missing', '该登录已经结束')
    for (const { id_hash } of key === undefined ? [] : ending)
      await db.deleteFrom('session').where('id_hash', '=', id_hash).execute()
    const detail = { id, count: ending.length, everywhere: key === undefined }
    await writeAudit(db, { userId: caller.id, action: 'user.endSessions', detail })
    return ending.length
  })
}

/** The link's token is returned only this once. */
export async function linkFor(deps: Deps, caller: Caller, id: number): Promise<PasswordLink> {
  return deps.metadata.transaction(async (db) => {
    const user = await managedUser(db, caller, id)
    await assertPasswordHere(deps, db, id)
    if (user.disabled !== 0) throw new AppError('parameter_wrong', '该用户已停用，请先恢复使用')
    return makeLink(db, id, caller.id)
  })
}

/** For whoever lost the authenticator and the recovery codes; a role may ask for a new one at the next sign-in. */
export async function resetStep({ metadata }: Deps, caller: Caller, id: number): Promise<null> {
  return metadata.transaction(async (db) => {
    await managedUser(db, caller, id)
    await dropStep(db, id)
    await endSessionsOf(db, id)
    await writeAudit(db, { userId: caller.id, action: 'user.resetSecondStep', detail: { id } })
    return null
  })
}
