// One-time links for setting a password. Only the link holds the token; the store holds its hash. The link
// needs no session; unknown, used and expired links get the same answer.
import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { changePassword } from './accounts.ts'
import type { PasswordLinkRow } from './tables.ts'

export const linkHours = 48

interface MadeLink {
  token: string
  expiresAt: string
}

/** Replaces the user's previous link. `by` is null for the terminal. */
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

/** Throws link_invalid for every kind of invalid link. */
export async function readLink(db: Db, token: string): Promise<Link> {
  const link = await db
    .selectFrom('password_link')
    .innerJoin('user', 'user.id', 'password_link.user_id')
    .selectAll('password_link')
    .select(['user.email', 'user.username'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date().toISOString())
    .where('user.disabled', '=', 0)
    // The company keeps the password by now.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outside_account')
            .select('outside_account.id')
            .whereRef('outside_account.user_id', '=', 'user.id'),
        ),
      ),
    )
    .executeTakeFirst()
  if (!link) throw new AppError('link_invalid')
  return link
}

/** If two requests use the link at once, only one succeeds. */
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
 * A one-time password is a link typed as a password: signing in with it uses it up and returns a link for
 * setting a password. Null when it is not this user's.
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
