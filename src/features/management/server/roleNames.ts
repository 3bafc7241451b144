// Roles by their names.
import type { Db } from '../../../server/objects/types.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Role } from '../../session/server/index.ts'

/** Of all, those that were deleted too. */
export async function roleNames(db: Db): Promise<Map<number, string>> {
  const roles = await db.selectFrom('role').select(['id', 'name', 'deleted_as']).execute()
  return new Map(roles.map(({ id, name, deleted_as }) => [id, deleted_as ?? name]))
}

export async function findRole(db: Db, name: string): Promise<Role> {
  const role = await presentRole(db, name)
  if (!role)
    throw new AppError('parameter_wrong', `没有角色「${name.trim().slice(0, 60)}」，请选择现有的角色`)
  return role
}

export const presentRole = (db: Db, name: string): Promise<Role | undefined> =>
  db
    .selectFrom('role')
    .selectAll()
    .where('name', '=', name.trim())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
