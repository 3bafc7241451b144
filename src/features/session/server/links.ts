// One-time links by which people set their own password: the token is in the link alone, its hash in the store. Whoever
// has it needs no session; unknown, used and old ones are answered alike.
import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { changePassword } from './accounts.ts'
import type { PasswordLinkRow } from './tables.ts'

export const linkHours = 48

export interface MadeLink {
  token: string
  expiresAt: string
}

/** In the place of the one that the user had. `by` is null for the terminal. */
export async function makeLink(
  db: Db,
  userId: number,
  by: number | null,
  token = randomBytes(32).toString('base64url'),
): Promise<MadeLink> {
  const now = Date.now()
  const expiresAt = new Date(now + linkHours * 3_600_000).toISOString()
  await db.deleteFrom('password_link').where('user_id', '=', userId).execute()
  await db
    .insertInto('password_link')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      made_by: by,
      created_at: new Date(now).toISOString(),
      expires_at: expiresAt,
    })
    .execute()
  await writeAudit(db, { userId: by, action: 'user.link', detail: { id: userId, expiresAt } })
  return { token, expiresAt }
}

type Link = Selectable<PasswordLinkRow> & { email: string; username: string }

/** Throws link_invalid, whatever is wrong with it. */
export async function readLink(db: Db, token: string): Promise<Link> {
  const link = await db
    .selectFrom('password_link')
    .innerJoin('user', 'user.id', 'password_link.user_id')
    .selectAll('password_link')
    .select(['user.email', 'user.username'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date().toISOString())
    .where('user.disabled', '=', 0)
    .executeTakeFirst()
  if (!link) throw new AppError('link_invalid')
  return link
}

/** Of two who use it at once one does. */
export async function useLink(db: Db, token: string, passwordHash: string, address: string): Promise<void> {
  const { user_id } = await readLink(db, token)
  const { numDeletedRows } = await db
    .deleteFrom('password_link')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new AppError('link_invalid')
  await changePassword(db, user_id, passwordHash)
  await writeAudit(db, { userId: user_id, action: 'user.setPassword', detail: { id: user_id, address } })
}

/**
 * A one-time password is a link that is typed: signing in with it is its use, and gives a link by which the user's own
 * password is set. Null where it is none of the user's.
 */
export async function spendOncePassword(db: Db, userId: number, typed: string): Promise<MadeLink | null> {
  const { numDeletedRows } = await db
    .deleteFrom('password_link')
    .where('user_id', '=', userId)
    .where('token_hash', '=', hashOf(typed.trim()))
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  return numDeletedRows === 1n ? makeLink(db, userId, userId) : null
}

export const dropLinks = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('password_link').where('user_id', '=', userId).execute()
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
