// Creates and changes accounts and roles, for the commands, the demo and the management pages.
import type { Kysely } from 'kysely'
import type { GameScope } from '#semantic/model/types.ts'
import { renoteDemoPassword } from '#server/metadata/demoPasswords.ts'
import { isUniqueViolation } from '#server/metadata/failures.ts'
import type { Database } from '#server/metadata/schema.ts'
import { claimNames } from '#server/objects/names.ts'
import { AppError } from '#shared/errors.ts'
import type { AuthorityInfo } from '#shared/permissions.ts'
import { rolesKind, usersKind } from './objectKinds.ts'

interface NewUser {
  email: string
  /** Default: the part of the e-mail address before the @, or the whole address when that name is taken. */
  username?: string
  passwordHash: string
  roleId: number
  games: GameScope
}

/** Returns the user's id. Throws name_taken. */
export async function createUser(db: Kysely<Database>, user: NewUser): Promise<number> {
  const email = cleanEmail(user.email)
  const row = {
    email,
    username: user.username ?? (await freeUsername(db, email)),
    password_hash: user.passwordHash,
    role_id: user.roleId,
    games: JSON.stringify(user.games === 'all' ? '*' : user.games),
    disabled: 0,
    created_at: new Date().toISOString(),
  }
  try {
    const made = await db.insertInto('user').values(row).returningAll().executeTakeFirstOrThrow()
    await claimNames(db, usersKind(), made)
    return made.id
  } catch (error) {
    const isTaken = isUniqueViolation(error) || (error instanceof AppError && error.code === 'name_taken')
    throw isTaken ? new AppError('name_taken', `邮箱或用户名已存在：${email}`) : error
  }
}

/** The stored form: lower case. */
export function cleanEmail(typed: string): string {
  const email = typed.trim().toLowerCase()
  if (!/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email))
    throw new AppError('parameter_wrong', `邮箱「${email.slice(0, 60)}」格式有误`)
  return email
}

export async function freeUsername(db: Kysely<Database>, email: string): Promise<string> {
  const [name = email] = email.split('@')
  const taken = await db.selectFrom('user').select('id').where('username', '=', name).executeTakeFirst()
  return taken ? email : name
}

/** Creates the role, or gives these permissions to the existing role of the name; returns its id. */
export async function upsertRole(
  db: Kysely<Database>,
  name: string,
  authorityInfo: AuthorityInfo,
): Promise<number> {
  const authority_info = JSON.stringify(authorityInfo)
  const known = await db
    .updateTable('role')
    .set({ authority_info })
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst()
  if (known) return known.id
  const created_at = new Date().toISOString()
  const row = { name, authority_info, created_at, modified_at: created_at }
  const made = await db.insertInto('role').values(row).returningAll().executeTakeFirstOrThrow()
  await claimNames(db, rolesKind, made)
  return made.id
}

/** Stores the same password's hash at a higher cost; does nothing when the password has changed meanwhile. */
export async function raiseHash(db: Kysely<Database>, before: string, after: string): Promise<void> {
  await db.updateTable('user').set({ password_hash: after }).where('password_hash', '=', before).execute()
  await renoteDemoPassword(db, before, after)
}

/** Changing the password ends all sessions of the user. */
export async function changePassword(
  db: Kysely<Database>,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await db.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  await endSessionsOf(db, userId)
}

/** Disabling a user ends their sessions; enabling does not restore them. */
export async function setDisabled(db: Kysely<Database>, userId: number, disabled: boolean): Promise<void> {
  await db
    .updateTable('user')
    .set({ disabled: disabled ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
  await endSessionsOf(db, userId)
}

export async function endSessionsOf(db: Kysely<Database>, userId: number): Promise<void> {
  await db.deleteFrom('session').where('user_id', '=', userId).execute()
}

/** The second step's secret and recovery codes are gone, as are sign-ins that wait for a code. */
export async function dropStep(db: Kysely<Database>, userId: number): Promise<void> {
  await db.deleteFrom('second_step').where('user_id', '=', userId).execute()
  await db.deleteFrom('sign_in_ticket').where('user_id', '=', userId).execute()
}
