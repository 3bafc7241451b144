// Ensures that somebody can always manage users and roles: a change that would leave nobody is refused, even
// when two happen at once.
import { sql } from 'kysely'
import type { Dialect } from '#server/metadata/table.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { type AuthorityInfo, holdsPermission, type PermissionKey } from '#shared/permissions.ts'

interface Holder {
  id: number
  username: string
}

/** Users with the permission who can sign in, oldest first. */
export async function holdersOf(db: Db, key: PermissionKey): Promise<Holder[]> {
  const roles = await db.selectFrom('role').select(['id', 'authority_info']).where(living('role')).execute()
  const giving = roles
    .filter(({ authority_info }) => holdsPermission(JSON.parse(authority_info) as AuthorityInfo, key))
    .map(({ id }) => id)
  if (giving.length === 0) return []
  return db
    .selectFrom('user')
    .select(['id', 'username'])
    .where('disabled', '=', 0)
    .where('role_id', 'in', giving)
    .orderBy('id')
    .execute()
}

/** Those who sign in with a password that is kept here, and so get in while the company's sign-in is down. */
export async function localHolders(db: Db): Promise<Holder[]> {
  const outside = await db.selectFrom('outside_account').select('user_id').execute()
  const ids = new Set(outside.map(({ user_id }) => user_id))
  return (await holdersOf(db, 'manage_authority')).filter(({ id }) => !ids.has(id))
}

/**
 * Runs `work` in a transaction; throws last_manager when there were managers before and none after, or local ones
 * before and none after.
 */
export async function keepManagers<Result>(
  db: Db,
  dialect: Dialect,
  work: () => Promise<Result>,
): Promise<Result> {
  // Without the lock, two concurrent transactions would each count the other's manager. Other databases run
  // write transactions one at a time anyway.
  if (dialect === 'postgres') await sql`lock table role in share row exclusive mode`.execute(db)
  const before = await holdersOf(db, 'manage_authority')
  const locals = await localHolders(db)
  const result = await work()
  if (before.length > 0 && (await holdersOf(db, 'manage_authority')).length === 0)
    throw new AppError('last_manager')
  if (locals.length > 0 && (await localHolders(db)).length === 0)
    throw new AppError(
      'last_manager',
      '至少要留一位用本地密码登录的管理员：公司的登录服务故障时，只能由他进入',
    )
  return result
}
