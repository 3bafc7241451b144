// The user of a company account that was proven: made at its first sign-in, and given what its groups give each time.
import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { isUniqueViolation } from '#server/metadata/failures.ts'
import { gamesText } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { isAlive, living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { cleanEmail, createUser, endSessionsOf } from '../accounts.ts'
import type { User } from '../objectKinds.ts'
import { noPassword } from '../password.ts'
import type { OutsideAccount, StoppedWhy } from '../tables.ts'
import type { Proven } from './proven.ts'
import { haltWords } from './sources.ts'
import { followUser, freeNameOf, userWithEmail } from './users.ts'

type Stored = Selectable<OutsideAccount>
type Followed = { userId: number } | { refusal: string }

/** The id of the user. Throws sign_in_refused, in words, where the account may not sign in; its rights are gone then. */
export async function followAccount(deps: Deps, proven: Proven): Promise<number> {
  const followed = await follow(deps, proven).catch((error: unknown) => {
    // Another sign-in of the same person has just made the user.
    if (isUniqueViolation(error) || (error instanceof AppError && error.code === 'name_taken'))
      return follow(deps, proven)
    throw error
  })
  if ('refusal' in followed) throw new AppError('sign_in_refused', followed.refusal)
  return followed.userId
}

/** What is refused is committed, too: rights that are gone must not come back with the transaction. */
const follow = (deps: Deps, proven: Proven): Promise<Followed> =>
  deps.metadata.transaction(async (db): Promise<Followed> => {
    const stored = await storedOf(db, proven)
    const roleId = proven.granted ? await roleIdOf(db, proven.granted.role) : null
    const problem = problemOf(proven, roleId)
    if (problem) {
      if (stored) await haltAccount(db, stored, problem.why)
      return { refusal: problem.says }
    }
    const granted = { roleId: roleId as number, games: gamesText(gamesIn(proven)) }
    return stored ? bringUp(db, stored, proven, granted) : make(deps, db, proven, granted)
  })

const storedOf = (db: Db, { method, subject }: Proven): Promise<Stored | undefined> =>
  db
    .selectFrom('outside_account')
    .selectAll()
    .where('method', '=', method)
    .where('subject', '=', subject)
    .executeTakeFirst()

const gamesIn = ({ granted }: Proven) => (granted?.games === '*' ? 'all' : (granted?.games ?? []))

async function roleIdOf(db: Db, name: string): Promise<number | null> {
  const role = await db
    .selectFrom('role')
    .select('id')
    .where('name', '=', name)
    .where(living('role'))
    .executeTakeFirst()
  return role?.id ?? null
}

const mostTold = 5

/** Why the account may not sign in, in words; null where it may. */
function problemOf(
  { title, groups, granted, isDisabled }: Proven,
  roleId: number | null,
): { why: StoppedWhy; says: string } | null {
  if (isDisabled) return { why: 'disabled', says: `你的账号在${title}里已停用` }
  if (!granted) {
    const told = groups.length === 0 ? '没有组' : shortened(groups)
    return {
      why: 'noRole',
      says: `你在${title}里的组没有对应本系统的角色，请联系管理员（${title}给出的组：${told}）`,
    }
  }
  if (roleId !== null) return null
  return { why: 'noRole', says: `你的组对应的角色「${granted.role}」在本系统里不存在，请联系管理员` }
}

const shortened = (groups: readonly string[]): string =>
  groups.slice(0, mostTold).join('；') + (groups.length > mostTold ? ` 等 ${groups.length} 个` : '')

interface Rights {
  roleId: number
  games: string
}

async function make(deps: Deps, db: Db, proven: Proven, { roleId, games }: Rights): Promise<Followed> {
  const email = emailIn(proven)
  if (email === null) return { refusal: `${proven.title}没有给出你的邮箱，或格式有误，请联系管理员` }
  const same = await userWithEmail(db, email)
  if (same) {
    await claimUser(db, same.id, proven)
    return {
      refusal: `邮箱 ${email} 已有本系统的账号，没有自动合并；请管理员在「用户管理」里把它关联到${proven.title}`,
    }
  }
  const userId = await createUser(db, {
    email,
    username: await freeNameOf(db, { ...proven, email }),
    passwordHash: noPassword(deps.settings.passwordCost),
    roleId,
    games: JSON.parse(games) === '*' ? 'all' : (JSON.parse(games) as string[]),
  })
  await db
    .insertInto('outside_account')
    .values({
      user_id: userId,
      method: proven.method,
      subject: proven.subject,
      ...toldBy(proven),
      stopped_why: null,
      linked_by: null,
    })
    .execute()
  const detail = { id: userId, email, role: proven.granted?.role, games, method: proven.method }
  await writeAudit(db, { userId, action: 'user.add', detail })
  return { userId }
}

/** The newest claim counts: a manager sees whose it is before linking the two. */
async function claimUser(db: Db, user_id: number, { method, subject, account, name }: Proven): Promise<void> {
  await db.deleteFrom('account_claim').where('user_id', '=', user_id).execute()
  const at = new Date().toISOString()
  await db.insertInto('account_claim').values({ user_id, method, subject, account, name, at }).execute()
}

function emailIn({ email }: Proven): string | null {
  try {
    return cleanEmail(email)
  } catch {
    return null
  }
}

const toldBy = ({ account, name, groups }: Proven) => ({
  account,
  name,
  groups: JSON.stringify(groups),
  checked_at: new Date().toISOString(),
})

/** Gives the user what their groups give now. What a manager disabled stays disabled. */
async function bringUp(db: Db, stored: Stored, proven: Proven, { roleId, games }: Rights): Promise<Followed> {
  const user = await userById(db, stored.user_id)
  if (!isAlive(user)) return { refusal: '你的账号已被本系统的管理员删除，请联系管理员' }
  const isHeld = user.disabled !== 0 && stored.stopped_why === null
  const email = emailIn(proven)
  const isNew = email !== null && email !== user.email && !(await userWithEmail(db, email))
  const isRenamed = proven.name !== stored.name
  const fields = await followUser(db, user, {
    role_id: roleId,
    games,
    ...(isNew && { email }),
    ...(isRenamed && { username: await freeNameOf(db, { ...proven, email: email ?? user.email }, user.id) }),
    ...(!isHeld && { disabled: 0 }),
  })
  await db
    .updateTable('outside_account')
    .set({ ...toldBy(proven), stopped_why: null })
    .where('id', '=', stored.id)
    .execute()
  if (fields.length > 0) await tell(db, stored, 'user.follow', { fields })
  return isHeld ? { refusal: '你的账号已被本系统的管理员停用，请联系管理员' } : { userId: user.id }
}

/** The user is disabled, and their sessions end: rights that the company took away count nowhere any more. */
export async function haltAccount(db: Db, stored: Stored, why: StoppedWhy): Promise<void> {
  const user = await userById(db, stored.user_id)
  const isHeld = user.disabled !== 0 && stored.stopped_why === null
  // A manager has stopped it, which stays so whatever the company says.
  if (isHeld || (stored.stopped_why === why && user.disabled !== 0)) return
  await followUser(db, user, { disabled: 1 })
  await db.updateTable('outside_account').set({ stopped_why: why }).where('id', '=', stored.id).execute()
  await endSessionsOf(db, user.id)
  await tell(db, stored, 'user.halt', { reason: haltWords[why] })
}

const userById = (db: Db, id: number): Promise<User> =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const tell = (
  db: Db,
  { user_id, method }: Stored,
  action: string,
  detail: { fields?: readonly string[]; reason?: string },
) => writeAudit(db, { userId: null, action, detail: { id: user_id, method, ...detail } })
