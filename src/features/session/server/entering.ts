// Starts a session, whatever the way of signing in, and tells who signed in.
import type { RowRule } from '#semantic/model/rowScope.ts'
import type { GameScope } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { CallContext } from '#server/http/registerCall.ts'
import type { Sessions } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { readGames as scopeIn } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import type { AuthorityInfo } from '#shared/permissions.ts'
import type { LoginReply } from '../contract.ts'
import { scopeTold } from './objectKinds.ts'
import { type Account, readGames } from './repo.ts'

export type Visitor = Pick<CallContext, 'address' | 'userAgent' | 'cookies' | 'setCookies'>

/** Everything is verified by now. `method` is what the audit says of it. */
export async function enter(
  { metadata }: Pick<Deps, 'metadata'>,
  sessions: Sessions,
  account: Account,
  visitor: Visitor,
  method: string,
): Promise<LoginReply> {
  const id = await metadata.transaction((db) => startSession(db, sessions, account, visitor, method))
  visitor.setCookies(sessions.cookiesOf(id, account.username))
  return describe(metadata.db, account)
}

/** The browser's former session ends. Returns the new one's id, for the cookie. */
export async function startSession(
  db: Db,
  sessions: Sessions,
  { id }: Pick<Account, 'id'>,
  { address, userAgent, cookies }: Visitor,
  method: string,
): Promise<string> {
  await sessions.end(db, cookies)
  await writeAudit(db, { userId: id, action: 'session.start', detail: { address, method } })
  return sessions.start(db, id, address, userAgent)
}

export async function describe(db: Db, account: Account): Promise<LoginReply> {
  const authorityInfo = JSON.parse(account.authorityInfo) as AuthorityInfo
  return {
    email: account.email,
    username: account.username,
    role: { id: account.roleId, name: account.roleName, authorityInfo },
    games: await readGames(db, account.games),
    ...(await scopeOf(
      db,
      { name: account.roleName, rules: JSON.parse(account.roleRules) as RowRule[] },
      JSON.parse(account.rules) as RowRule[],
      scopeIn(account.games),
    )),
  }
}

export async function scopeOf(
  db: Db,
  role: { name: string; rules: RowRule[] },
  own: readonly RowRule[],
  games: GameScope,
) {
  const all = [...role.rules, ...own]
  if (all.length === 0) return {}
  const { ruleNames } = await import('./ruleNames.ts')
  return { scope: scopeTold(role, own, await ruleNames(db, all, games)) }
}
