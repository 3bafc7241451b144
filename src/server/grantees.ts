// People and roles with whom something may be shared: their names, and what a form sends of them.
import { AppError } from '#shared/errors.ts'
import { type Grant, grantsText, readGrants } from '#shared/grants.ts'
import type { Grantee, NamedGrant } from '#shared/whoSees.ts'
import type { Db, Field } from './objects/types.ts'
import { pinyinOf } from './pinyin.ts'
import { living } from './scopes/life.ts'

/** A thing may name so many; a role stands for any number of people. */
const mostGrants = 100

const readUsers = (db: Db) =>
  db
    .selectFrom('user')
    .select(['id', 'username', 'email'])
    .where('disabled', '=', 0)
    .orderBy('username')
    .execute()

const readRoles = (db: Db) =>
  db.selectFrom('role').select(['id', 'name']).where(living('role')).orderBy('name').execute()

/** Roles first. */
export async function readGrantees(db: Db): Promise<Grantee[]> {
  const [users, roles] = await Promise.all([readUsers(db), readRoles(db)])
  return [
    ...roles.map(({ id, name }) => ({ kind: 'role' as const, id, name, email: '', pinyin: pinyinOf(name) })),
    ...users.map(({ id, username: name, email }) => ({
      kind: 'user' as const,
      id,
      name,
      email,
      pinyin: pinyinOf(name),
    })),
  ]
}

const keyOf = ({ kind, id }: Pick<Grant, 'kind' | 'id'>): string => `${kind}:${id}`

/** Stored grants with names, roles first. */
export async function namedGrants(db: Db): Promise<(stored: string) => NamedGrant[]> {
  const nameOf = await granteeNames(db)
  const known = new Map((await readGrantees(db)).map((one) => [keyOf(one), one.name]))
  const order = (one: NamedGrant, other: NamedGrant) =>
    one.kind.localeCompare(other.kind) || byName.compare(one.name, other.name)
  return (stored) =>
    readGrants(stored)
      .map((grant) => {
        const name = known.get(keyOf(grant))
        return { ...grant, name: name ?? nameOf(grant), gone: name === undefined }
      })
      .sort(order)
}

const byName = new Intl.Collator('zh-CN', { numeric: true })

/** Also of those who are gone. */
export async function granteeNames(db: Db): Promise<(grant: Pick<Grant, 'kind' | 'id'>) => string> {
  const users = await db.selectFrom('user').select(['id', 'username']).execute()
  const roles = await db.selectFrom('role').select(['id', 'name']).execute()
  const names = new Map([
    ...users.map(({ id, username }) => [keyOf({ kind: 'user', id }), username] as const),
    ...roles.map(({ id, name }) => [keyOf({ kind: 'role', id }), name] as const),
  ])
  return (grant) => names.get(keyOf(grant)) ?? `#${grant.id}`
}

/** How a history tells of stored grants. */
export const grantsField = (nameOf: (grant: Grant) => string): Field => ({
  title: '谁可以看',
  show: (stored) =>
    readGrants(String(stored))
      .map(
        (grant) =>
          `${grant.kind === 'role' ? '角色 ' : ''}${nameOf(grant)}（${grant.right === 'edit' ? '可以修改' : '可以看'}）`,
      )
      .join('、') || '没有指定的人',
  beside: true,
})

/** Without those who are gone meanwhile. */
export async function stillThere(db: Db, grants: readonly Grant[]): Promise<Grant[]> {
  if (grants.length === 0) return []
  const known = new Set((await readGrantees(db)).map(keyOf))
  return grants.filter((grant) => known.has(keyOf(grant)))
}

/**
 * The stored form. Who is gone may stay where they are stored already (`kept`), without effect; the owner, who may
 * do everything anyway, is left out.
 */
export async function cleanGrants(
  db: Db,
  given: readonly Grant[],
  { kept, ownerId }: { kept: string; ownerId: number },
): Promise<string> {
  const wrong = (message: string) => new AppError('parameter_wrong', message, { fields: { grants: message } })
  const grants = given.filter(({ kind, id }) => kind !== 'user' || id !== ownerId)
  if (grants.length > mostGrants) throw wrong(`最多共享给 ${mostGrants} 个人和角色，可以改用角色`)
  if (grants.length === 0) return grantsText([])
  const known = new Set([...(await readGrantees(db)), ...readGrants(kept)].map(keyOf))
  const at = grants.findIndex((grant) => !known.has(keyOf(grant)))
  if (at >= 0)
    throw wrong(`第 ${at + 1} 项的${grants[at]?.kind === 'role' ? '角色' : '人'}不存在或已停用，请移除`)
  return grantsText(grants)
}
