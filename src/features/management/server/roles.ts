// Roles for their managers.

import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { readFields } from '#server/objects/fields.ts'
import { userNames } from '#server/objects/history.ts'
import { untaken } from '#server/objects/names.ts'
import { readObject, readObjects } from '#server/objects/reading.ts'
import { cleanName } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import type { AuthorityInfo } from '#shared/permissions.ts'
import {
  foreignKeys,
  keepManagers,
  mergedRules,
  type Role,
  rolesKind,
  rolesKindOf,
  ruleNames,
  scopeTold,
} from '#features/session/server/index.ts'
import type { ManagedRole, RoleChange, RowRules } from '../contract.ts'
import { presentRole, rulesIn } from './roleNames.ts'
import { assertMeant } from './users.ts'

export async function listRoles({ metadata: { db } }: Deps, caller: Caller): Promise<ManagedRole[]> {
  const roles = await db.selectFrom('role').selectAll().where(living('role')).orderBy('id').execute()
  return shownRoles(db, caller, roles)
}

async function shownRoles(db: Db, caller: Caller, roles: readonly Role[]): Promise<ManagedRole[]> {
  const told = roles.flatMap(({ row_rules }) => rulesIn(row_rules))
  const known = await ruleNames(db, told, caller.games)
  const users = await db
    .selectFrom('user')
    .select(['id', 'email', 'username', 'disabled', 'role_id'])
    .where(living('user'))
    .orderBy('id')
    .execute()
  const byRole = Map.groupBy(users, ({ role_id }) => role_id)
  const names = await userNames(
    db,
    roles.map(({ modified_by }) => modified_by),
  )
  return roles.map((role): ManagedRole => {
    const rules = JSON.parse(role.authority_info) as AuthorityInfo
    const having = byRole.get(role.id) ?? []
    return {
      id: role.id,
      name: role.name,
      pinyin: pinyinOf(role.name),
      authorityInfo: rules as Record<string, string[]>,
      foreign: foreignKeys(rules),
      rowRules: JSON.parse(role.row_rules) as RowRules,
      secondStep: role.second_step !== 0,
      scope: scopeTold(undefined, rulesIn(role.row_rules), known),
      users: having.map(({ id, email, username, disabled }) => ({
        id,
        email,
        username,
        disabled: disabled !== 0,
      })),
      own: having.some(({ id }) => id === caller.id),
      createdAt: role.created_at,
      modifiedAt: role.modified_at,
      modifiedBy: names.get(role.modified_by) ?? '',
      revision: role.revision,
    }
  })
}

const shownRole = async (db: Db, caller: Caller, role: Role): Promise<ManagedRole> =>
  (await shownRoles(db, caller, [role]))[0] as ManagedRole

/** Without id, or with -1, it adds a role. Keys that the product does not know stay in it. */
export async function saveRole(deps: Deps, caller: Caller, change: RoleChange): Promise<ManagedRole> {
  const { id = -1, revision, overwrite, authorityInfo, rowRules, confirmed, secondStep } = change
  const { metadata } = deps
  return metadata.transaction((db) =>
    keepManagers(db, metadata.dialect, async () => {
      const present = id <= 0 ? null : await readObject(db, rolesKind, caller, id)
      const { name, rowRules: row_rules } = await readFields({
        name: () => cleanName(change.name, '角色名称', 60),
        rowRules: async () => (await import('./rowRules.ts')).cleanRules(deps, rowRules, present?.row_rules),
      })
      const sent = authorityInfo as AuthorityInfo
      const second_step = secondStep === undefined ? (present?.second_step ?? 0) : secondStep ? 1 : 0
      if (present === null) {
        const authority_info = JSON.stringify(mergedRules({}, sent))
        const values = { name, authority_info, row_rules, second_step, deleted_as: null }
        return shownRole(db, caller, await addObject(db, rolesKind, caller, values, { name }))
      }
      if (row_rules !== present.row_rules) assertUnlimited(caller)
      const rules = mergedRules(JSON.parse(present.authority_info) as AuthorityInfo, sent)
      const values = { name, authority_info: JSON.stringify(rules), row_rules, second_step }
      const shown = (row: Role) => shownRole(db, caller, row)
      const told = [present, values].flatMap((row) => rulesIn(row.row_rules))
      const kind = rolesKindOf(await ruleNames(db, told, caller.games))
      const next = await changeObject(db, kind, caller, { id, values, revision, overwrite }, shown)
      await assertMeant(db, caller, confirmed)
      return shownRole(db, caller, next)
    }),
  )
}

/** A role's rules apply to all its users, including those whom the caller may not manage. */
function assertUnlimited({ rules }: Caller): void {
  if (rules.length > 0)
    throw new AppError('permission_missing', '只有数据范围不受限的人可以修改角色的数据范围')
}

/** Refused while users have the role, including disabled ones. */
export async function deleteRole({ metadata }: Deps, caller: Caller, name: string): Promise<null> {
  return metadata.transaction((db) =>
    keepManagers(db, metadata.dialect, async () => {
      const role = await presentRole(db, name)
      if (!role) throw new AppError('object_missing')
      const { users } = await shownRole(db, caller, role)
      if (users.length > 0) throw new AppError('object_in_use', inUse(users), users)
      await deleteObjects(db, rolesKind, caller, [role.id])
      await db
        .updateTable('role')
        .set({ name: `deleted-${role.id}:${role.name}`, deleted_as: role.name })
        .where('id', '=', role.id)
        .execute()
      return null
    }),
  )
}

function inUse(users: ManagedRole['users']): string {
  const named = users.slice(0, 3).map(({ username }) => `「${username}」`)
  const more = users.length > 3 ? ` 等 ${users.length} 人` : ''
  return `角色正由${named.join('')}${more}使用，请先给他们换一个角色`
}

export async function restoreRoles(
  { metadata }: Deps,
  caller: Caller,
  ids: readonly number[],
): Promise<null> {
  return metadata.transaction(async (db) => {
    for (const role of await readObjects(db, rolesKind, caller, ids, { deleted: true })) {
      const values = { name: role.deleted_as ?? role.name, deleted_as: null }
      await untaken(rolesKind, () => db.updateTable('role').set(values).where('id', '=', role.id).execute())
    }
    await restoreObjects(db, rolesKind, caller, ids)
    return null
  })
}
