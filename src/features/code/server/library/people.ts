// Roles and users that can get rights in the library: those that may write SQL.

import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { living } from '#server/scopes/life.ts'
import { type AuthorityInfo, holdsPermission } from '#shared/permissions.ts'
import type { FolderGrant, FolderPeople } from '#features/code/contract.ts'

/** Name of a grant's role or user; empty where it is gone. */
export type NamedPeople = (grant: Pick<FolderGrant, 'kind' | 'id'>) => string

const readRoles = (db: Db) =>
  db
    .selectFrom('role')
    .select(['id', 'name', 'authority_info'])
    .where(living('role'))
    .orderBy('name')
    .execute()

const readUsers = (db: Db) =>
  db
    .selectFrom('user')
    .select(['id', 'username', 'email', 'role_id'])
    .where('disabled', '=', 0)
    .orderBy('username')
    .execute()

/** Those of the ids that are not gone. */
export async function livingPeople(
  db: Db,
  { roles, users }: { roles: readonly number[]; users: readonly number[] },
): Promise<{ roles: number[]; users: number[] }> {
  const found = {
    roles: new Set((await readRoles(db)).map(({ id }) => id)),
    users: new Set((await readUsers(db)).map(({ id }) => id)),
  }
  return {
    roles: [...new Set(roles)].filter((id) => found.roles.has(id)),
    users: [...new Set(users)].filter((id) => found.users.has(id)),
  }
}

/** All who may be shared with, by an address. */
export async function sharePeople({ metadata: { db } }: Pick<Deps, 'metadata'>): Promise<FolderPeople> {
  return peopleOf(await readRoles(db), await readUsers(db))
}

export async function namedPeople(db: Db): Promise<NamedPeople> {
  const roles = new Map((await readRoles(db)).map(({ id, name }) => [id, name]))
  const users = new Map((await readUsers(db)).map(({ id, username }) => [id, username]))
  return ({ kind, id }) => {
    if (kind === 'everyone') return '所有人'
    return (kind === 'role' ? roles : users).get(id ?? -1) ?? ''
  }
}

export async function folderPeople({ metadata: { db } }: Pick<Deps, 'metadata'>): Promise<FolderPeople> {
  const roles = (await readRoles(db)).filter(({ authority_info }) =>
    holdsPermission(JSON.parse(authority_info) as AuthorityInfo, 'search_sqlQuery'),
  )
  const writing = new Set(roles.map(({ id }) => id))
  const users = (await readUsers(db)).filter(({ role_id }) => writing.has(role_id))
  return peopleOf(roles, users)
}

function peopleOf(
  roles: Awaited<ReturnType<typeof readRoles>>,
  users: Awaited<ReturnType<typeof readUsers>>,
): FolderPeople {
  return {
    roles: roles.map(({ id, name }) => ({ id, name, pinyin: pinyinOf(name) })),
    users: users.map(({ id, username, email }) => ({
      id,
      name: username,
      email,
      pinyin: pinyinOf(username),
    })),
  }
}
