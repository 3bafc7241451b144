// Roles by their names, and what the histories of roles and users call by names.
import type { RowRule } from '../../../semantic/model/rowScope.ts'
import type { Db } from '../../../server/objects/types.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ManagedNames, Role } from '../../session/server/index.ts'

/** Of all roles, those that were deleted too, and of all dimensions. */
export async function managedNames(db: Db): Promise<ManagedNames> {
  const roles = await db.selectFrom('role').select(['id', 'name', 'deleted_as', 'row_rules']).execute()
  const dims = await db
    .selectFrom('dimension')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .execute()
  return {
    roles: new Map(
      roles.map(({ id, name, deleted_as, row_rules }) => [
        id,
        { name: deleted_as ?? name, rules: JSON.parse(row_rules) as RowRule[] },
      ]),
    ),
    dims: new Map(dims.map(({ id, name }) => [id, name])),
  }
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
