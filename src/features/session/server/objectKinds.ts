// Users and roles as objects: who may change them, what their history records, and which names must be
// unique.

import type { Selectable } from 'kysely'
import {
  holdsRules,
  type RowRule,
  type RuleNames,
  rulesText,
  ruleText,
  sharedRules,
} from '#semantic/model/rowScope.ts'
import type { Database } from '#server/metadata/schema.ts'
import { holdsGames, readGames } from '#server/objects/games.ts'
import type { Caller, ObjectKind } from '#server/objects/types.ts'
import { everybody } from '#server/scopes/seen.ts'
import { emptyText } from '#shared/nothing.ts'
import { type AuthorityInfo, permissionKeys, permissions, ruleLists } from '#shared/permissions.ts'

export type User = Selectable<Database['user']>
export type Role = Selectable<Database['role']>

const closedUp = (name: string): string => name.replaceAll(/\s/g, '')

/**
 * Names that differ only in blanks, case or width count as equal; one user's e-mail address can't be another
 * user's name.
 */
function namesOf(...names: string[]): { scope: string; name: string }[] {
  const different = new Map(names.map((name) => [closedUp(name).normalize('NFKC').toLowerCase(), name]))
  return [...different.values()].map((name) => ({ scope: '', name: closedUp(name) }))
}

const gamesShown = (stored: unknown): string => {
  const games = readGames(String(stored))
  return games === 'all' ? '全部游戏' : games.join('、') || emptyText
}

/** Names for the history: roles with their row rules, and the dimensions and values of rules. */
export interface ManagedNames extends RuleNames {
  roles: ReadonlyMap<number, { name: string; rules: readonly RowRule[] }>
}

const noNames: ManagedNames = { roles: new Map(), dims: new Map(), nameOf: (value) => value }

const rulesField = (names: RuleNames) => ({
  title: '数据范围',
  show: (stored: unknown) => rulesText(JSON.parse(String(stored)) as RowRule[], names),
})

/** Row rules as texts, one per line; a role's rules carry the role's name. */
export function scopeTold(
  role: { name: string; rules: readonly RowRule[] } | undefined,
  own: readonly RowRule[],
  names: RuleNames,
): string[] {
  const line = (rule: RowRule): string => ruleText(rule, names)
  return [...(role?.rules ?? []).map((rule) => `${line(rule)}（角色「${role?.name}」）`), ...own.map(line)]
}

/** A user whose role is not in `names` counts as limited only by their own rules. */
export const usersKind = (names: ManagedNames = noNames): ObjectKind<User> => ({
  table: 'user',
  name: 'user',
  fields: {
    email: { title: '邮箱' },
    username: { title: '用户名' },
    role_id: { title: '角色', show: (id) => names.roles.get(Number(id))?.name ?? `编号 ${id}` },
    games: { title: '游戏', codes: 'game', show: gamesShown },
    row_rules: rulesField(names),
    disabled: { title: '状态', show: (disabled) => (disabled === 0 ? '正常' : '停用') },
  },
  seen: everybody,
  refuses: (caller, user) => refusesUser(caller, user, names),
  runs: 'never',
  names: ({ email, username }) => namesOf(email, username),
  called: ({ email }) => ({ email }),
  taken: { field: 'email', message: '邮箱或用户名已被使用，请换一个' },
  // Objects that the user created still name them as owner.
  keptDeleted: 'all',
})

/** The rows visible to a user with this row and this role. */
export const rulesOfUser = (
  { role_id, row_rules }: Pick<User, 'role_id' | 'row_rules'>,
  { roles }: ManagedNames,
): readonly RowRule[] => sharedRules(roles.get(role_id)?.rules ?? [], JSON.parse(row_rules) as RowRule[])

/** Whoever can change a user could sign in as that user and see their rows. */
function refusesUser(caller: Caller, user: User, names: ManagedNames): string | null {
  if (!holdsGames(caller, readGames(user.games)))
    return '该用户还可看你看不到的游戏，只能由可看这些游戏的人管理'
  return holdsRules(caller.rules, rulesOfUser(user, names))
    ? null
    : '该用户还可看你的数据范围以外的数据，只能由可看这些数据的人管理'
}

export const rolesKindOf = (names: RuleNames): ObjectKind<Role> => ({
  table: 'role',
  name: 'role',
  fields: {
    name: { title: '名称' },
    authority_info: { title: '权限', show: (stored) => keysShown(String(stored)) },
    row_rules: rulesField(names),
    second_step: { title: '两步登录', show: (asks) => (asks === 0 ? '不要求' : '要求') },
  },
  seen: everybody,
  runs: 'never',
  names: ({ name }) => namesOf(name),
  taken: { field: 'name', message: '已有同名的角色，请换一个名称' },
  // Users who were deleted together with the role still refer to it.
  keptDeleted: 'all',
})

export const rolesKind = rolesKindOf(noNames)

function keysShown(stored: string): string {
  const rules = JSON.parse(stored) as AuthorityInfo
  const known = permissionKeys.filter((key) => rules[permissions[key].rule]?.includes(key))
  const titles: string[] = known.map((key) => permissions[key].title)
  return [...titles, ...foreignKeys(rules).map(({ key }) => key)].join('、') || emptyText
}

/** Keys in the permissions that grant nothing: keys the product doesn't know, or keys in the wrong list. */
export function foreignKeys(rules: AuthorityInfo): { list: string; key: string }[] {
  return Object.entries(rules).flatMap(([list, keys]) =>
    (Array.isArray(keys) ? keys : [])
      .filter((key) => !isKnownIn(list, key))
      .map((key) => ({ list, key: String(key) })),
  )
}

const isKnownIn = (list: string, key: string): boolean =>
  Object.hasOwn(permissions, key) && permissions[key as keyof typeof permissions].rule === list

/** The permissions with these known keys, keeping the unknown keys that were already stored. */
export function mergedRules(before: AuthorityInfo, sent: AuthorityInfo): AuthorityInfo {
  const merged: Record<string, string[]> = {}
  for (const list of ruleLists) {
    const keys = permissionKeys.filter((key) => permissions[key].rule === list && sent[list]?.includes(key))
    if (keys.length > 0) merged[list] = keys
  }
  for (const { list, key } of [...foreignKeys(before), ...foreignKeys(sent)])
    if (!merged[list]?.includes(key)) merged[list] = [...(merged[list] ?? []), key]
  return merged
}
