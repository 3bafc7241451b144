// Users for their managers.

import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { readFields } from '#server/objects/fields.ts'
import {
  assertGames,
  gamesOf,
  gamesText,
  readGames,
  scopeOf,
  seenGames,
  sentGames,
} from '#server/objects/games.ts'
import { userNames } from '#server/objects/history.ts'
import { untaken } from '#server/objects/names.ts'
import { readObjects } from '#server/objects/reading.ts'
import { cleanName } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { isAlive, lifeColumn, living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import {
  cleanEmail,
  dropLinks,
  endSessionsOf,
  freeUsername,
  holdersOf,
  keepManagers,
  noPassword,
  ruleNames,
  rulesOfUser,
  scopeTold,
  type User,
  usersKind,
} from '#features/session/server/index.ts'
import type { ManagedUser, RowRules, UserChange, UserList } from '../contract.ts'
import { assertOurs, claimsOf, sourcesOf } from './followed.ts'
import { findRole, managedNames, rulesIn } from './roleNames.ts'

const rulesWork = () => import('./rowRules.ts')

export async function listUsers(deps: Deps, caller: Caller): Promise<UserList> {
  const { db } = deps.metadata
  const users = await db.selectFrom('user').selectAll().where(living('user')).orderBy('id').execute()
  const roles = await db.selectFrom('role').select('name').where(living('role')).orderBy('id').execute()
  return {
    rows: await shownUsers(deps, db, caller, users),
    roles: roles.map(({ name }) => name),
    games: await gamesOf(db, caller),
  }
}

async function shownUsers(
  { settings }: Deps,
  db: Db,
  caller: Caller,
  users: readonly User[],
): Promise<ManagedUser[]> {
  const now = new Date().toISOString()
  const roles = await db.selectFrom('role').select(['id', 'name', lifeColumn, 'deleted_as']).execute()
  const roleOf = new Map(roles.map((role) => [role.id, role]))
  const names = await userNames(
    db,
    users.map(({ modified_by }) => modified_by),
  )
  const sessions = await db
    .selectFrom('session')
    .select((select) => [
      'user_id',
      select.fn.countAll<number>().as('count'),
      select.fn.max('last_seen_at').as('last'),
    ])
    .groupBy('user_id')
    .execute()
  const sessionsOf = new Map(sessions.map((row) => [row.user_id, row]))
  const links = await db
    .selectFrom('password_link')
    .select(['user_id', 'expires_at'])
    .where('expires_at', '>', now)
    .execute()
  const steps = await db
    .selectFrom('second_step')
    .select('user_id')
    .where('confirmed_at', 'is not', null)
    .execute()
  const sources = await sourcesOf(db, settings)
  const claims = await claimsOf(db, settings)
  const stepped = new Set(steps.map(({ user_id }) => user_id))
  const linkOf = new Map(links.map(({ user_id, expires_at }) => [user_id, expires_at]))
  const known = await managedNames(db, {
    rules: users.flatMap(({ row_rules }) => rulesIn(row_rules)),
    games: caller.games,
  })
  const kind = usersKind(known)
  return users.map((user): ManagedUser => {
    const role = roleOf.get(user.role_id)
    const open = sessionsOf.get(user.id)
    return {
      id: user.id,
      email: user.email,
      username: user.username,
      pinyin: pinyinOf(user.username),
      role: role?.deleted_as ?? role?.name ?? '',
      roleGone: role === undefined || !isAlive(role),
      games: sentGames(seenGames(caller, readGames(user.games))),
      rowRules: JSON.parse(user.row_rules) as RowRules,
      scope: scopeTold(known.roles.get(user.role_id), rulesIn(user.row_rules), known),
      disabled: user.disabled !== 0,
      editable: (kind.refuses?.(caller, user) ?? null) === null,
      self: user.id === caller.id,
      sessions: Number(open?.count ?? 0),
      lastSeenAt: open?.last ?? null,
      linkUntil: linkOf.get(user.id) ?? null,
      secondStep: stepped.has(user.id),
      source: sources.get(user.id) ?? null,
      claim: claims.get(user.id) ?? null,
      createdAt: user.created_at,
      modifiedAt: user.modified_at,
      modifiedBy: names.get(user.modified_by) ?? '',
      revision: user.revision,
    }
  })
}

const shownUser = async (deps: Deps, db: Db, caller: Caller, user: User): Promise<ManagedUser> =>
  (await shownUsers(deps, db, caller, [user]))[0] as ManagedUser

/** Without id, or with -1, it adds a user, who sets a password through a link. */
export async function saveUser(deps: Deps, caller: Caller, change: UserChange): Promise<ManagedUser> {
  const { id = -1, revision, overwrite } = change
  const { metadata, settings } = deps
  return metadata.transaction((db) =>
    keepManagers(db, metadata.dialect, async () => {
      const names = await managedNames(db)
      if (id <= 0) {
        const kind = usersKind(names)
        const values = await cleanUser(deps, db, caller, change, null)
        const { assertGiven } = await rulesWork()
        assertGiven(caller, rulesOfUser(values, names))
        await assertFree(db, values, -1)
        const made = { ...values, password_hash: noPassword(settings.passwordCost), deleted_as: null }
        return shownUser(deps, db, caller, await addObject(db, kind, caller, made, { email: values.email }))
      }
      const [present] = (await readObjects(db, usersKind(names), caller, [id])) as [User]
      const values = await cleanUser(deps, db, caller, change, present)
      await assertOurs(db, settings, present, values)
      const rules = [present, values].flatMap(({ row_rules }) => rulesIn(row_rules))
      const kind = usersKind({ ...names, ...(await ruleNames(db, rules, caller.games)) })
      await assertFree(db, values, id)
      const shown = (row: User) => shownUser(deps, db, caller, row)
      const next = await changeObject(db, kind, caller, { id, values, revision, overwrite }, shown)
      if (next.disabled !== 0) {
        await endSessionsOf(db, id)
        await dropLinks(db, id)
      }
      await assertMeant(db, caller, change.confirmed)
      return shownUser(deps, db, caller, next)
    }),
  )
}

/** Asks for confirmation when users would lose their own permission. */
export async function assertMeant(db: Db, { id }: Caller, confirmed = false): Promise<void> {
  if (confirmed) return
  const managers = await holdersOf(db, 'manage_authority')
  // If no manager would be left, another check refuses the change.
  if (managers.length > 0 && !managers.some((manager) => manager.id === id)) throw new AppError('own_rights')
}

async function cleanUser(deps: Deps, db: Db, caller: Caller, change: UserChange, present: User | null) {
  const { email, username, role, games, rowRules, disabled } = change
  const cleaned = await readFields({
    email: () => cleanEmail(email),
    username: async () => {
      if (username !== undefined && username.trim() !== '') return cleanName(username, '用户名', 60)
      return present?.username ?? freeUsername(db, email.trim().toLowerCase())
    },
    role_id: async () => (await findRole(db, role)).id,
    games: () => cleanGames(db, caller, games, present),
    row_rules: async () => (await rulesWork()).cleanRules(deps, rowRules, present?.row_rules),
  }).catch((error: unknown) => {
    throw atField(error, { role_id: 'role', row_rules: 'rowRules' })
  })
  return { ...cleaned, disabled: disabled === undefined ? (present?.disabled ?? 0) : disabled ? 1 : 0 }
}

/** The form uses other names for some columns. */
function atField(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof AppError)) return error
  const { fields } = (error.data ?? {}) as { fields?: Record<string, string> }
  if (!fields) return error
  const renamed = Object.entries(fields).map(([name, words]) => [names[name] ?? name, words])
  return new AppError(error.code, error.message, { fields: Object.fromEntries(renamed) })
}

async function cleanGames(
  db: Db,
  caller: Caller,
  sent: UserChange['games'],
  present: User | null,
): Promise<string> {
  if (sent === undefined) return present?.games ?? gamesText(caller.games)
  const games = scopeOf(sent)
  // No games at all is a valid choice: such a user sees no rows.
  if (games === 'all' || games.length > 0) await assertGames(db, caller, games)
  return gamesText(games === 'all' ? games : [...new Set(games)])
}

/** Reports the field whose value is taken; between two concurrent changes the unique names decide. */
async function assertFree(db: Db, { email, username }: Pick<User, 'email' | 'username'>, id: number) {
  const taken = await db
    .selectFrom('user')
    .select(['email', 'username'])
    .where('id', '<>', id)
    .where(living('user'))
    .where((where) =>
      where.or([
        where('email', 'in', [email, username.toLowerCase()]),
        where(where.fn('lower', ['username']), 'in', [username.toLowerCase(), email]),
      ]),
    )
    .execute()
  if (taken.length === 0) return
  const isEmail = taken.some((other) => other.email === email)
  const words = isEmail ? '该邮箱已有用户' : '该用户名已被使用，请换一个'
  throw new AppError('name_taken', words, { fields: { [isEmail ? 'email' : 'username']: words } })
}

interface DeletedAs {
  email: string
  username: string
  disabled: number
}

/** The user's objects stay; e-mail address and user name are free at once. */
export async function deleteUser(
  { metadata }: Deps,
  caller: Caller,
  email: string,
  confirmed?: boolean,
): Promise<null> {
  return metadata.transaction((db) =>
    keepManagers(db, metadata.dialect, async () => {
      const found = await db
        .selectFrom('user')
        .selectAll()
        .where('email', '=', email.trim().toLowerCase())
        .where(living('user'))
        .executeTakeFirst()
      if (!found) throw new AppError('object_missing')
      await deleteObjects(db, usersKind(await managedNames(db)), caller, [found.id])
      const kept: DeletedAs = { email: found.email, username: found.username, disabled: found.disabled }
      await db
        .updateTable('user')
        .set({
          email: `deleted-${found.id}:${found.email}`,
          username: `${found.username}（已删除 ${found.id}）`,
          disabled: 1,
          deleted_as: JSON.stringify(kept),
        })
        .where('id', '=', found.id)
        .execute()
      await endSessionsOf(db, found.id)
      await dropLinks(db, found.id)
      await assertMeant(db, caller, confirmed)
      return null
    }),
  )
}

/** Refused when another user has the e-mail address or user name by now, or when the role is gone. */
export async function restoreUsers(
  { metadata }: Deps,
  caller: Caller,
  ids: readonly number[],
): Promise<null> {
  return metadata.transaction(async (db) => {
    const names = await managedNames(db)
    const kind = usersKind(names)
    for (const user of await readObjects(db, kind, caller, ids, { deleted: true })) {
      await assertEditable(db, kind, caller, user)
      const role = await db.selectFrom('role').selectAll().where('id', '=', user.role_id).executeTakeFirst()
      if (!role || !isAlive(role))
        throw new AppError('parameter_wrong', `角色「${role?.deleted_as ?? ''}」已删除，请先恢复该角色`)
      const was = JSON.parse(user.deleted_as ?? '{}') as DeletedAs
      await assertFree(db, was, user.id)
      await untaken(kind, () =>
        db
          .updateTable('user')
          .set({ ...was, deleted_as: null })
          .where('id', '=', user.id)
          .execute(),
      )
    }
    await restoreObjects(db, kind, caller, ids)
    return null
  })
}

/** Throws unless the caller may manage the user. */
export async function managedUser(db: Db, caller: Caller, id: number): Promise<User> {
  const kind = usersKind(await managedNames(db))
  const [user] = await readObjects(db, kind, caller, [id])
  await assertEditable(db, kind, caller, user as User)
  return user as User
}
