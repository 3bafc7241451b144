// Sign in, sign out, current user.
import type { Deps } from '#server/deps.ts'
import type { Sessions, SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { gamesText } from '#server/objects/games.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { AuthInfo, LoginReply } from '../contract.ts'
import { changePassword, raiseHash } from './accounts.ts'
import { assertPasswordHere, methodOf } from './company/sources.ts'
import { describe, enter, scopeOf, type Visitor } from './entering.ts'
import { passwordProblem } from './linkService.ts'
import { dropLinks, spendOncePassword } from './links.ts'
import { checkPassword, hashPassword } from './password.ts'
import { type Account, findAccount, readGames } from './repo.ts'
import { type Throttle, takeBackTry } from './throttle.ts'

const secondStep = () => import('./secondStep/asking.ts')
const directoryLogin = () => import('./company/directoryLogin.ts')

export function makeSessionService(deps: Deps, sessions: Sessions, throttle: Throttle) {
  const { metadata, settings } = deps
  const { db } = metadata

  async function login(
    { user, password }: { user: string; password: string },
    visitor: Visitor,
  ): Promise<LoginReply> {
    const name = user.trim().toLowerCase()
    const account = await findAccount(db, name)
    const directory = settings.installation.signIn.ldap
    if (directory && (!account || (await methodOf(db, account.id)) === 'ldap')) {
      const { loginByDirectory } = await directoryLogin()
      const typed = { name: user.trim(), password }
      const proven = await loginByDirectory(deps, directory, typed, throttle, visitor.address)
      return passPassword(proven, visitor, 'ldap')
    }
    // Attempts count per person, whichever of their names is typed.
    const counted = account?.email ?? name
    const tryId = await throttle(counted, visitor.address)
    const { right, raised } = await checkPassword(password, account?.passwordHash, settings.passwordCost)
    if (account && !right && !account.disabled) await spendOnce(account, password, tryId)
    if (!account || !right || account.disabled) {
      const detail = { account: name, address: visitor.address }
      await writeAudit(db, { userId: account?.id ?? null, action: 'session.refuse', detail })
      throw new AppError('login_failed')
    }
    await metadata.transaction(async (transaction) => {
      await takeBackTry(transaction, tryId)
      if (raised) await raiseHash(transaction, account.passwordHash, raised)
    })
    return passPassword(account, visitor, 'password')
  }

  /** The password was right: a session, unless a second step comes first. */
  async function passPassword(account: Account, visitor: Visitor, method: string): Promise<LoginReply> {
    const { askStep } = await secondStep()
    await askStep(deps, account, method)
    return enter(deps, sessions, account, visitor, method)
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
    await assertPasswordHere(deps, db, user.id, 'own')
    const tryId = await throttle(user.email, visitor.address)
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
    const told = await describe(db, account)
    return own && user.seeing ? { ...told, ...(await describeSeen(user)) } : told
  }

  /** The role and the games in effect while a manager previews a role. */
  async function describeSeen({ authorityInfo, games, rules, seeing, roleId }: SessionUser) {
    const { roleName = '' } = seeing ?? {}
    return {
      role: { id: seeing?.roleId ?? roleId, name: roleName, authorityInfo },
      games: await readGames(db, gamesText(games)),
      ...(await scopeOf(db, { name: '', rules: [] }, rules, games)),
      seeing: roleName,
    }
  }

  return { login, logout, getUserAuthInfo, changeOwnPassword }
}

function refuseField(field: string, problem: string): never {
  throw new AppError('parameter_wrong', problem, { fields: { [field]: problem } })
}
