// Sign in, sign out, current user.
import type { RowRule } from '#semantic/model/rowScope.ts'
import type { GameScope } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { CallContext } from '#server/http/registerCall.ts'
import type { Sessions, SessionUser } from '#server/http/session.ts'
import { Rate } from '#server/limits/rate.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { gamesText, readGames as scopeIn } from '#server/objects/games.ts'
import { AppError } from '#shared/errors.ts'
import { type AuthorityInfo, holdsPermission } from '#shared/permissions.ts'
import type { AuthInfo, LoginReply } from '../contract.ts'
import { changePassword, raiseHash } from './accounts.ts'
import { passwordProblem } from './linkService.ts'
import { dropLinks, spendOncePassword } from './links.ts'
import { scopeTold } from './objectKinds.ts'
import { checkPassword, hashPassword } from './password.ts'
import { type Account, findAccount, readGames } from './repo.ts'
import { noteTry, type Throttled, takeBackTry } from './throttle.ts'

type Visitor = Pick<CallContext, 'address' | 'userAgent' | 'cookies' | 'setCookies'>

export function makeSessionService({ metadata, settings }: Deps, sessions: Sessions) {
  const { db } = metadata
  const toldThrottles = new Rate({ most: 1, windowMs: 15 * 60_000, refusal: 'login_throttled' })

  /**
   * Refuses the attempt; the audit records refusals only now and then, or repeated attempts would fill it.
   */
  async function throttle(by: Throttled, account: string, address: string): Promise<never> {
    toldThrottles.take(`${by} ${by === 'account' ? account : address}`)
    await writeAudit(db, { userId: null, action: 'session.throttle', detail: { by, account, address } })
    throw new AppError('login_throttled')
  }

  async function login(
    { user, password }: { user: string; password: string },
    visitor: Visitor,
  ): Promise<LoginReply> {
    const name = user.trim().toLowerCase()
    const account = await findAccount(db, name)
    // Attempts count per person, whichever of their names is typed.
    const counted = account?.email ?? name
    const tryId = await noteTry(metadata, counted, visitor.address)
    if (typeof tryId === 'string') return throttle(tryId, counted, visitor.address)
    const { right, raised } = await checkPassword(password, account?.passwordHash, settings.passwordCost)
    if (account && !right && !account.disabled) await spendOnce(account, password, tryId)
    if (!account || !right || account.disabled) {
      const detail = { account: name, address: visitor.address }
      await writeAudit(db, { userId: account?.id ?? null, action: 'session.refuse', detail })
      throw new AppError('login_failed')
    }
    const id = await metadata.transaction(async (transaction) => {
      await takeBackTry(transaction, tryId)
      if (raised) await raiseHash(transaction, account.passwordHash, raised)
      await sessions.end(transaction, visitor.cookies)
      await writeAudit(transaction, {
        userId: account.id,
        action: 'session.start',
        detail: { address: visitor.address },
      })
      return sessions.start(transaction, account.id, visitor.address, visitor.userAgent)
    })
    visitor.setCookies(sessions.cookiesOf(id, account.username))
    return describe(account)
  }

  /** No session yet: after signing in with a one-time password, the user must first set their own. */
  async function spendOnce({ id }: Account, password: string, tryId: number): Promise<void> {
    const link = await metadata.transaction(async (transaction) => {
      const made = await spendOncePassword(transaction, id, password)
      if (made) await takeBackTry(transaction, tryId)
      return made
    })
    if (link) throw new AppError('password_once', undefined, { token: link.token })
  }

  /** The other sessions end; the current one continues under a new id. */
  async function changeOwnPassword(
    { password, wanted }: { password: string; wanted: string },
    user: SessionUser,
    visitor: Visitor,
  ): Promise<null> {
    const tryId = await noteTry(metadata, user.email, visitor.address)
    if (typeof tryId === 'string') return throttle(tryId, user.email, visitor.address)
    const account = await findAccount(db, user.email)
    const { right } = await checkPassword(password, account?.passwordHash, settings.passwordCost)
    if (!account || !right) refuseField('password', '现在的密码不对')
    await metadata.transaction((transaction) => takeBackTry(transaction, tryId))
    const problem =
      wanted === password ? '与现在的密码相同' : passwordProblem(wanted, [user.email, user.username])
    if (problem !== null) refuseField('wanted', problem)
    const passwordHash = await hashPassword(wanted, settings.passwordCost)
    const id = await metadata.transaction(async (transaction) => {
      await changePassword(transaction, user.id, passwordHash)
      await dropLinks(transaction, user.id)
      const detail = { id: user.id, address: visitor.address }
      await writeAudit(transaction, { userId: user.id, action: 'user.setPassword', detail })
      return sessions.start(transaction, user.id, visitor.address, visitor.userAgent)
    })
    visitor.setCookies(sessions.cookiesOf(id, user.username))
    return null
  }

  async function logout(visitor: Visitor): Promise<null> {
    await metadata.transaction(async (transaction) => {
      const userId = await sessions.end(transaction, visitor.cookies)
      if (userId !== null) await writeAudit(transaction, { userId, action: 'session.end' })
    })
    visitor.setCookies(sessions.clearedCookies())
    return null
  }

  /** Users read their own account, by e-mail address or user name; managers of users read any. */
  async function getUserAuthInfo(name: string, user: SessionUser): Promise<AuthInfo> {
    const asked = name.trim().toLowerCase()
    const own = asked === user.email || asked === user.username.toLowerCase()
    if (!own && !holdsPermission(user.authorityInfo, 'manage_authority'))
      throw new AppError('permission_missing')
    const account = await findAccount(db, own ? user.email : asked)
    if (!account) throw new AppError('object_missing')
    const told = await describe(account)
    return own && user.seeing ? { ...told, ...(await describeSeen(user)) } : told
  }

  /** The role and the games in effect while a manager previews a role. */
  async function describeSeen({ authorityInfo, games, rules, seeing, roleId }: SessionUser) {
    const { roleName = '' } = seeing ?? {}
    return {
      role: { id: seeing?.roleId ?? roleId, name: roleName, authorityInfo },
      games: await readGames(db, gamesText(games)),
      ...(await scopeOf({ name: '', rules: [] }, rules, games)),
      seeing: roleName,
    }
  }

  async function describe(account: Account): Promise<LoginReply> {
    const authorityInfo = JSON.parse(account.authorityInfo) as AuthorityInfo
    return {
      email: account.email,
      username: account.username,
      role: { id: account.roleId, name: account.roleName, authorityInfo },
      games: await readGames(db, account.games),
      ...(await scopeOf(
        { name: account.roleName, rules: JSON.parse(account.roleRules) as RowRule[] },
        JSON.parse(account.rules) as RowRule[],
        scopeIn(account.games),
      )),
    }
  }

  async function scopeOf(
    role: { name: string; rules: RowRule[] },
    own: readonly RowRule[],
    games: GameScope,
  ) {
    const all = [...role.rules, ...own]
    if (all.length === 0) return {}
    const { ruleNames } = await import('./ruleNames.ts')
    return { scope: scopeTold(role, own, await ruleNames(db, all, games)) }
  }

  return { login, logout, getUserAuthInfo, changeOwnPassword }
}

function refuseField(field: string, problem: string): never {
  throw new AppError('parameter_wrong', problem, { fields: { [field]: problem } })
}
