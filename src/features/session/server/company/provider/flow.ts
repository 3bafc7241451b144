// One sign-in at a provider, from the button to the way back. The browser that began it holds a secret from which state,
// nonce and PKCE verifier follow; the store holds its hash until it is used or ten minutes are over.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { FlowSecrets } from './types.ts'

const minutes = 10
const cookieStart = 'signin-'
const cookiePath = '/api/s1/session/provider'

const secretsOf = (flow: string): FlowSecrets => ({
  state: derived(flow, 'state'),
  nonce: derived(flow, 'nonce'),
  verifier: derived(flow, 'verifier'),
})

const derived = (flow: string, what: string): string =>
  createHmac('sha256', flow).update(what).digest('base64url')
const hashOf = (flow: string): string => createHash('sha256').update(flow).digest('hex')

/** Several tabs may be signing in: each has a cookie of its own. */
const cookieOf = (state: string): string => cookieStart + state.slice(0, 12)

const line = (name: string, value: string, secure: boolean, seconds: number): string =>
  `${name}=${value}; Path=${cookiePath}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`

export async function beginFlow(
  db: Db,
  method: string,
  secure: boolean,
): Promise<{ secrets: FlowSecrets; cookie: string }> {
  const flow = randomBytes(32).toString('base64url')
  const now = Date.now()
  await db.deleteFrom('sign_in_flow').where('expires_at', '<', new Date(now).toISOString()).execute()
  const expires_at = new Date(now + minutes * 60_000).toISOString()
  await db
    .insertInto('sign_in_flow')
    .values({ flow_hash: hashOf(flow), method, expires_at })
    .execute()
  const secrets = secretsOf(flow)
  return { secrets, cookie: line(cookieOf(secrets.state), flow, secure, minutes * 60) }
}

/** Uses the flow up. Throws where this browser did not begin it, or it was used before or is too old. */
export async function spendFlow(
  db: Db,
  method: string,
  state: string,
  cookies: string | undefined,
): Promise<FlowSecrets> {
  const flow = flowIn(state, cookies)
  const secrets = secretsOf(flow)
  if (flow === '' || secrets.state !== state) throw over()
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_flow')
    .where('flow_hash', '=', hashOf(flow))
    .where('method', '=', method)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw over()
  return secrets
}

const over = (): AppError =>
  new AppError('sign_in_refused', '这次登录已过期、已用过，或不是在这个浏览器里开始的，请重新登录')

function flowIn(state: string, cookies = ''): string {
  const wanted = cookieOf(state)
  for (const pair of cookies.split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2)
    if (name === wanted && /^[\w-]{43}$/.test(value)) return value
  }
  return ''
}

export const endedCookie = (state: string, secure: boolean): string => line(cookieOf(state), '', secure, 0)
