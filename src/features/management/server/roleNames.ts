// Names of roles, and other names for the histories of roles and users.

import type { RowRule } from '#semantic/model/rowScope.ts'
import type { GameScope } from '#semantic/model/types.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { type ManagedNames, type Role, ruleNames } from '#features/session/server/index.ts'

interface Told {
  /** Rules beyond those of the roles. */
  rules: readonly RowRule[]
  /** The games of the user who reads the history. */
  games: GameScope
}

/** Names of all roles, including deleted ones, and of the dimensions and values of the given rules. */
export async function managedNames(db: Db, told?: Told): Promise<ManagedNames> {
  const roles = await db.selectFrom('role').select(['id', 'name', 'deleted_as', 'row_rules']).execute()
  const named = new Map(
    roles.map(({ id, name, deleted_as, row_rules }) => [
      id,
      { name: deleted_as ?? name, rules: rulesIn(row_rules) },
    ]),
  )
  const ofRoles = told ? [...named.values()].flatMap(({ rules }) => rules) : []
  return {
    roles: named,
    ...(await ruleNames(db, [...ofRoles, ...(told?.rules ?? [])], told?.games ?? 'all')),
  }
}

export const rulesIn = (stored: string): RowRule[] => JSON.parse(stored) as RowRule[]

export async function findRole(db: Db, name: string): Promise<Role> {
  const role = await presentRole(db, name)
  if (!role)
    throw new AppError('parameter_wrong', `没有角色「${name.trim().slice(0, 60)}」，请选择现有的角色`)
  return role
}

export const presentRole = (db: Db, name: string): Promise<Role | undefined> =>
  db.selectFrom('role').selectAll().where('name', '=', name.trim()).where(living('role')).executeTakeFirst()
