// OpenID Connect: authorization code with PKCE, state and nonce; the ID token's signature, issuer, audience and time are
// verified by openid-client, which reaches the provider by our way out.
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import { grantedTo } from '#server/signIn/grants.ts'
import type { ProviderSettings } from '#server/signIn/providerSettings.ts'
import { AppError } from '#shared/errors.ts'
import type { Proven } from '../proven.ts'
import { askProvider, awayBy, clientSecret, unproven } from './asking.ts'
import type { Asked, Provider } from './types.ts'

/** What a provider says of itself is asked for again after an hour; keys are by the library when one is unknown. */
const knownMs = 3_600_000
const known = new Map<string, { at: number; found: Promise<Configuration> }>()

export const openId: Provider = {
  begin: async ({ settings, secrets, redirectUri }) => {
    const address = buildAuthorizationUrl(await configured(settings), {
      redirect_uri: redirectUri,
      scope: (settings.scopes ?? ['openid', 'email', 'profile']).join(' '),
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
    })
    return address.href
  },
  finish: async (asked, query) => {
    const { settings, secrets, redirectUri } = asked
    const configuration = await configured(settings)
    const current = new URL(redirectUri)
    current.search = query.toString()
    try {
      const tokens = await authorizationCodeGrant(configuration, current, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('no ID token')
      const more = await moreOf(configuration, settings, tokens.access_token, claims)
      return { proven: provenBy(settings, { ...more, ...claims }), idToken: tokens.id_token ?? '' }
    } catch (error) {
      throw spoken(asked, error)
    }
  },
  leave: async (settings, idToken, backTo) => {
    const configuration = await configured(settings)
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: backTo,
      ...(idToken !== '' && { id_token_hint: idToken }),
    }).href
  },
}

/** Throws where the provider can't be asked, or calls itself otherwise. */
export const lookAtProvider = async (settings: ProviderSettings): Promise<void> => {
  await configured(settings)
}

function configured(settings: ProviderSettings): Promise<Configuration> {
  const secret = clientSecret(settings)
  const kept = known.get(settings.key)
  if (kept && Date.now() - kept.at < knownMs) return kept.found
  const found = discover(settings, secret)
  known.set(settings.key, { at: Date.now(), found })
  found.catch(() => known.delete(settings.key))
  return found
}

/** Forgets what providers said of themselves, for tests that change them. */
export const forgetProviders = (): void => known.clear()

async function discover(settings: ProviderSettings, secret: string): Promise<Configuration> {
  const issuer = new URL(settings.issuer ?? '')
  try {
    return await discovery(issuer, settings.clientId, secret, undefined, {
      [customFetch]: fetchBy(settings),
      // Without it the library trusts the connection, and verifies no signature.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    const cause = appErrorIn(error)
    if (cause) throw cause
    const isOther = (error as { code?: unknown }).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
    if (!isOther) throw awayBy(settings.title, error)
    const away = new AppError(
      'sign_in_away',
      `${settings.title}自称的身份（issuer）与设置的不同，没有登录；请联系管理员`,
    )
    away.cause = error
    throw away
  }
}

const fetchBy =
  (settings: ProviderSettings) =>
  async (
    address: string,
    options: { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal },
  ): Promise<Response> => {
    const { method, headers, body, signal } = options
    const { status, text } = await askProvider(settings, new URL(address), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      ...(signal && { signal }),
    })
    return new Response(text === '' ? null : text, { status, headers: { 'content-type': typeOf(text) } })
  }

/** Our way out hands no headers on; the two kinds that are asked for are told apart by their first sign. */
const typeOf = (text: string): string =>
  text.trimStart().startsWith('{') ? 'application/json' : 'application/jwt'

type Claims = Readonly<Record<string, unknown>>

/** Groups and addresses are often told on request alone. */
async function moreOf(
  configuration: Configuration,
  settings: ProviderSettings,
  accessToken: string,
  claims: Claims & { sub: string },
): Promise<Claims> {
  const { email, groups } = namesIn(settings)
  const isWhole = claimAt(claims, email) !== undefined && claimAt(claims, groups) !== undefined
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return fetchUserInfo(configuration, accessToken, claims.sub)
}

const namesIn = ({ claims = {} }: ProviderSettings) => ({
  email: 'email',
  name: 'name',
  groups: 'groups',
  ...claims,
})

const claimAt = (claims: Claims, path: string): unknown =>
  Object.hasOwn(claims, path)
    ? claims[path]
    : path.split('.').reduce<unknown>((of, name) => (isRecord(of) ? of[name] : undefined), claims)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

function provenBy(settings: ProviderSettings, claims: Claims): Proven {
  const names = namesIn(settings)
  const told = claimAt(claims, names.groups)
  const groups = (Array.isArray(told) ? told : [told]).filter((one) => typeof one === 'string' && one !== '')
  const email = claims.email_verified === false ? '' : textIn(claimAt(claims, names.email))
  const account = textIn(claims.preferred_username) || email || textIn(claims.sub)
  return {
    method: settings.key,
    title: settings.title,
    subject: textIn(claims.sub),
    account,
    email,
    name: textIn(claimAt(claims, names.name)) || account,
    groups: groups as string[],
    granted: grantedTo(groups as string[], settings.groups),
    isDisabled: false,
  }
}

/** The library wraps what its requests throw. */
function appErrorIn(error: unknown): AppError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AppError) return cause
  return null
}

function spoken({ settings: { title } }: Asked, error: unknown): AppError {
  const own = appErrorIn(error)
  if (own) return own
  const code =
    error instanceof AuthorizationResponseError || error instanceof ResponseBodyError ? error.error : ''
  if (code === 'access_denied')
    return new AppError('sign_in_refused', `你在${title}取消了登录，或那里没有允许`)
  if (code === 'invalid_grant')
    return new AppError('sign_in_refused', `${title}给的登录凭据已过期或已用过，请重新登录`)
  return unproven(title, error)
}
