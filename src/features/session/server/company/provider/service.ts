// Signing in at a provider and out again. There is no session before everything is verified.
import type { Deps } from '#server/deps.ts'
import type { Sessions } from '#server/http/session.ts'
import { Rate } from '#server/limits/rate.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Db } from '#server/objects/types.ts'
import { seal, sealedPlace, unseal } from '#server/sealed.ts'
import type { ProviderSettings } from '#server/signIn/providerSettings.ts'
import { AppError } from '#shared/errors.ts'
import { pages } from '#shared/pages.ts'
import type { LoginReply } from '#features/session/contract.ts'
import { describe, startSession, type Visitor } from '#features/session/server/entering.ts'
import { accountById } from '#features/session/server/repo.ts'
import { tokenSealing } from '#features/session/server/tables.ts'
import { followAccount } from '../following.ts'
import { beginFlow, endedCookie, spendFlow } from './flow.ts'
import type { Asked, Provider } from './types.ts'

export interface ProviderDeps extends Deps {
  sessions: Sessions
}

/** A company may stand behind one address. */
const rate = new Rate({ most: 300, windowMs: 60_000, refusal: 'login_throttled' })

function providerOf({ settings }: Deps, key: string): ProviderSettings {
  const found = settings.installation.signIn.providers.find((one) => one.key === key)
  if (!found) throw new AppError('parameter_wrong', '没有这种登录方式')
  return found
}

async function speakerOf({ kind }: ProviderSettings): Promise<Provider> {
  switch (kind) {
    case 'oidc':
      return (await import('./openId.ts')).openId
    case 'wecom':
      return (await import('./weCom.ts')).weCom
    case 'dingtalk':
      return (await import('./dingTalk.ts')).dingTalk
    case 'feishu':
      return (await import('./feishu.ts')).feishu
  }
}

const redirectOf = ({ settings }: Deps, key: string): string =>
  `${settings.installation.publicUrl}${pages.loginBack({ provider: key })}`

export async function begin(deps: ProviderDeps, key: string, visitor: Visitor): Promise<{ address: string }> {
  rate.take(visitor.address)
  const settings = providerOf(deps, key)
  const { https } = deps.settings.installation
  const { secrets, cookie } = await beginFlow(deps.metadata.db, key, https)
  const asked = { settings, secrets, redirectUri: redirectOf(deps, key) }
  const address = await spoken(deps, async () => (await speakerOf(settings)).begin(asked))
  visitor.setCookies([cookie])
  return { address }
}

export async function finish(
  deps: ProviderDeps,
  { provider: key, query }: { provider: string; query: string },
  visitor: Visitor,
): Promise<LoginReply> {
  rate.take(visitor.address)
  const { metadata, sessions } = deps
  const settings = providerOf(deps, key)
  const answer = new URLSearchParams(query)
  const state = answer.get('state') ?? ''
  try {
    const secrets = await spendFlow(metadata.db, key, state, visitor.cookies)
    const asked: Asked = { settings, secrets, redirectUri: redirectOf(deps, key) }
    const speaker = await speakerOf(settings)
    const { proven, idToken } = await spoken(deps, () => speaker.finish(asked, answer))
    const account = await accountById(metadata.db, await followAccount(deps, proven))
    if (!account) throw new AppError('sign_in_refused')
    const id = await metadata.transaction(async (db) => {
      const started = await startSession(db, sessions, account, visitor, key)
      await keepToken(deps, db, sessions.hashOf(started), key, idToken)
      return started
    })
    const { https } = deps.settings.installation
    visitor.setCookies([...sessions.cookiesOf(id, account.username), endedCookie(state, https)])
    return describe(metadata.db, account)
  } catch (error) {
    await noteRefusal(deps, key, visitor, error)
    throw error
  }
}

/** What the provider got wrong is logged with its cause; tokens and codes are in none of these. */
async function spoken<Result>({ log }: Deps, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error
    if (cause !== undefined) log.warn({ err: causeOf(cause) }, 'a sign-in at a provider failed')
    throw error
  }
}

/** Name and message alone: the library's errors hold the answer, and that holds tokens. */
const causeOf = (cause: unknown) =>
  cause instanceof Error
    ? { type: cause.name, message: cause.message, code: (cause as { code?: unknown }).code }
    : String(cause)

async function noteRefusal({ metadata }: Deps, method: string, { address }: Visitor, error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'sign_in_refused') return
  const detail = { address, method, reason: error.message }
  await writeAudit(metadata.db, { userId: null, action: 'session.refuse', detail })
}

const keepToken = async (deps: Deps, db: Db, id_hash: string, method: string, token: string) => {
  const id_token =
    token === '' ? '' : seal(token, sealedPlace(deps.settings, 'outside_session', tokenSealing, id_hash))
  await db.insertInto('outside_session').values({ id_hash, method, id_token }).execute()
}

/** Signed out here whatever the provider says. */
export async function leave(deps: ProviderDeps, visitor: Visitor): Promise<{ address: string | null }> {
  const { metadata, sessions } = deps
  const hash = sessions.hashIn(visitor.cookies)
  const held =
    hash === null
      ? undefined
      : await metadata.db
          .selectFrom('outside_session')
          .selectAll()
          .where('id_hash', '=', hash)
          .executeTakeFirst()
  await metadata.transaction(async (db) => {
    const userId = await sessions.end(db, visitor.cookies)
    if (userId !== null) await writeAudit(db, { userId, action: 'session.end' })
  })
  visitor.setCookies(sessions.clearedCookies())
  return { address: held ? await endedAt(deps, held) : null }
}

async function endedAt(
  deps: Deps,
  { id_hash, method, id_token }: { id_hash: string; method: string; id_token: string },
): Promise<string | null> {
  const settings = deps.settings.installation.signIn.providers.find(({ key }) => key === method)
  if (!settings) return null
  const token = unseal(id_token, sealedPlace(deps.settings, 'outside_session', tokenSealing, id_hash)) ?? ''
  const backTo = `${deps.settings.installation.publicUrl}${pages.login()}`
  try {
    const speaker = await speakerOf(settings)
    return (await spoken(deps, async () => speaker.leave?.(settings, token, backTo))) ?? null
  } catch {
    // A provider that is down keeps nobody signed in here.
    return null
  }
}
