// Somebody can always manage users and roles: what would leave nobody is refused, also of two who do it at once.
import { sql } from 'kysely'
import type { Dialect } from '#server/metadata/table.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { type AuthorityInfo, holdsPermission, type PermissionKey } from '#shared/permissions.ts'

export interface Holder {
  id: number
  username: string
}

/** Who holds the key and can sign in, the first made first. */
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

/** Does the work of a transaction; throws last_manager where there were managers before it and are none after it. */
export async function keepManagers<Result>(
  db: Db,
  dialect: Dialect,
  work: () => Promise<Result>,
): Promise<Result> {
  // One after the other, or each of two would count the other. Elsewhere transactions that write stand in line anyway.
  if (dialect === 'postgres') await sql`lock table role in share row exclusive mode`.execute(db)
  const before = await holdersOf(db, 'manage_authority')
  const result = await work()
  if (before.length > 0 && (await holdersOf(db, 'manage_authority')).length === 0)
    throw new AppError('last_manager')
  return result
}
