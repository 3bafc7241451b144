// A job's owner, with present rights.
import type { Kysely } from 'kysely'
import { AppError } from '#shared/errors.ts'
import { holdsPermission, isWhole, permissions } from '#shared/permissions.ts'
import type { SessionUser } from '../http/session.ts'
import type { Database } from '../metadata/schema.ts'
import { presentUser } from '../people.ts'
import type { JobKind } from './declare.ts'

/** Throws where the account may no longer have the job run. */
export async function readOwner(
  db: Kysely<Database>,
  id: number,
  { permission }: Pick<JobKind, 'permission'>,
): Promise<SessionUser> {
  const owner = await presentUser(db, id)
  if (!owner) throw new AppError('permission_missing', '账号已停用，没有运行')
  if (permission !== null && !holdsPermission(owner.authorityInfo, permission))
    throw new AppError('permission_missing', '权限已被收回，没有运行')
  if (permission !== null && owner.rules.length > 0 && isWhole(permission)) {
    const { refuseRuled } = await import('../objects/ruled.ts')
    await refuseRuled(db, owner, `「${permissions[permission].title}」`)
  }
  return owner
}
