// Users and roles as objects: who may change them, what their history tells, which names are theirs alone.
import type { Selectable } from 'kysely'
import type { Database } from '../../../server/metadata/schema.ts'
import { gamesText, holdsGames, readGames, seenGames } from '../../../server/objects/games.ts'
import type { Caller, ObjectKind } from '../../../server/objects/types.ts'
import { type AuthorityInfo, permissionKeys, permissions, ruleLists } from '../../../shared/permissions.ts'

export type User = Selectable<Database['user']>
export type Role = Selectable<Database['role']>

const closedUp = (name: string): string => name.replaceAll(/\s/g, '')

/** Blanks, case and width make no two names of one; an e-mail and a user name are never two people's. */
function namesOf(...names: string[]): { scope: string; name: string }[] {
  const different = new Map(names.map((name) => [closedUp(name).normalize('NFKC').toLowerCase(), name]))
  return [...different.values()].map((name) => ({ scope: '', name: closedUp(name) }))
}

const gamesShown = (stored: unknown): string => {
  const games = readGames(String(stored))
  return games === 'all' ? '全部游戏' : games.join('、') || '（无）'
}

/** `roleNames`: the history tells roles by their names. */
export const usersKind = (roleNames: ReadonlyMap<number, string> = new Map()): ObjectKind<User> => ({
  table: 'user',
  name: 'user',
  fields: {
    email: { title: '邮箱' },
    username: { title: '用户名' },
    role_id: { title: '角色', show: (id) => roleNames.get(Number(id)) ?? `编号 ${id}` },
    games: { title: '游戏', show: gamesShown },
    disabled: { title: '状态', show: (disabled) => (disabled === 0 ? '正常' : '停用') },
  },
  sees: () => true,
  refuses: refusesUser,
  names: ({ email, username }) => namesOf(email, username),
  taken: { field: 'email', message: '邮箱或用户名已被使用，请换一个' },
  // What they made names them as its owner.
  keptDeleted: 'all',
})

/** Whoever could change them could make themselves one of theirs, and see their games. */
function refusesUser(caller: Caller, { games }: User): string | null {
  return holdsGames(caller, readGames(games))
    ? null
    : '该用户还可看你看不到的游戏，只能由可看这些游戏的人管理'
}

export const seenGamesText = (caller: Caller, stored: string): string =>
  gamesText(seenGames(caller, readGames(stored)))

export const rolesKind: ObjectKind<Role> = {
  table: 'role',
  name: 'role',
  fields: {
    name: { title: '名称' },
    authority_info: { title: '权限', show: (stored) => keysShown(String(stored)) },
  },
  sees: () => true,
  names: ({ name }) => namesOf(name),
  taken: { field: 'name', message: '已有同名的角色，请换一个名称' },
  // Users who were deleted with it name it still.
  keptDeleted: 'all',
}

function keysShown(stored: string): string {
  const rules = JSON.parse(stored) as AuthorityInfo
  const known = permissionKeys.filter((key) => rules[permissions[key].rule]?.includes(key))
  const titles: string[] = known.map((key) => permissions[key].title)
  return [...titles, ...foreignKeys(rules).map(({ key }) => key)].join('、') || '（无）'
}

/** What stands in the rules and opens nothing: keys that the product doesn't know, or in another list than theirs. */
export function foreignKeys(rules: AuthorityInfo): { list: string; key: string }[] {
  return Object.entries(rules).flatMap(([list, keys]) =>
    (Array.isArray(keys) ? keys : [])
      .filter((key) => !isKnownIn(list, key))
      .map((key) => ({ list, key: String(key) })),
  )
}

const isKnownIn = (list: string, key: string): boolean =>
  Object.hasOwn(permissions, key) && permissions[key as keyof typeof permissions].rule === list

/** The rules with these keys of the product's, and with what it does not know of those that were there. */
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
