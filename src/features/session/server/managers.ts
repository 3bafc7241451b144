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

/** Runs `work` in a transaction; throws last_manager when there were managers before and none after. */
export async function keepManagers<Result>(
  db: Db,
  dialect: Dialect,
  work: () => Promise<Result>,
): Promise<Result> {
  // Without the lock, two concurrent transactions would each count the other's manager. Other databases run
  // write transactions one at a time anyway.
  if (dialect === 'postgres') await sql`lock table role in share row exclusive mode`.execute(db)
  const before = await holdersOf(db, 'manage_authority')
  const result = await work()
  if (before.length > 0 && (await holdersOf(db, 'manage_authority')).length === 0)
    throw new AppError('last_manager')
  return result
}
