// Makes and changes accounts and roles; the commands, the demo and the management pages use it.
import type { Kysely } from 'kysely'
import type { GameScope } from '../../../semantic/model/types.ts'
import { renoteDemoPassword } from '../../../server/metadata/demoPasswords.ts'
import { isUniqueViolation } from '../../../server/metadata/failures.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import { AppError } from '../../../shared/errors.ts'
import { type AuthorityInfo, type permissionKeys, permissions } from '../../../shared/permissions.ts'

export interface NewUser {
  email: string
  /** The e-mail's part before the @ when absent, or the e-mail where that is taken. */
  username?: string
  passwordHash: string
  roleId: number
  games: GameScope
}

/** Returns the user's id. Throws name_taken. */
export async function createUser(db: Kysely<Database>, user: NewUser): Promise<number> {
  const email = user.email.trim().toLowerCase()
  if (!/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email))
    throw new AppError('parameter_wrong', `邮箱「${email}」格式有误`)
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
    const { id } = await db.insertInto('user').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('name_taken', `邮箱或用户名已存在：${email}`) : error
  }
}

async function freeUsername(db: Kysely<Database>, email: string): Promise<string> {
  const [name = email] = email.split('@')
  const taken = await db.selectFrom('user').select('id').where('username', '=', name).executeTakeFirst()
  return taken ? email : name
}

/** Makes the role, or gives the one of this name these rights; returns its id. */
export async function upsertRole(
  db: Kysely<Database>,
  name: string,
  authorityInfo: AuthorityInfo,
): Promise<number> {
  const authority_info = JSON.stringify(authorityInfo)
  const { id } = await db
    .insertInto('role')
    .values({ name, authority_info })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ authority_info }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The rule lists that hold exactly these keys. */
export function authorityOf(keys: readonly (typeof permissionKeys)[number][]): AuthorityInfo {
  const authority: AuthorityInfo = {}
  for (const key of keys) {
    const { rule } = permissions[key]
    authority[rule] = [...(authority[rule] ?? []), key]
  }
  return authority
}

/** The same password's hash at a higher cost; nothing where it was changed meanwhile. */
export async function raiseHash(db: Kysely<Database>, before: string, after: string): Promise<void> {
  await db.updateTable('user').set({ password_hash: after }).where('password_hash', '=', before).execute()
  await renoteDemoPassword(db, before, after)
}

/** The new password ends all sessions of the user. */
export async function changePassword(
  db: Kysely<Database>,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await db.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  await endSessionsOf(db, userId)
}

/** A disabled user's sessions end; enabling doesn't bring them back. */
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
