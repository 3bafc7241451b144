// The session's calls for the shell.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call, failureOf } from '#web/api/client.ts'
import { clearDictionaryCache } from '#web/api/dictionaryCache.ts'
import { installation } from '#web/shell/installation.ts'
import { clearMessages, showMessage } from '#web/shell/message.ts'
import { setLoading } from '#web/shell/panels.ts'
import { forgetPath, rememberedPath } from '#web/shell/redirectMemory.ts'
import { type Identity, useSession } from '#web/shell/session.ts'
import { removeText } from '#web/shell/storage.ts'
import { getUserAuthInfo, leaveProvider, login, logout } from '../contract.ts'

/** The current permissions of the stored identity, an e-mail address or a user name. */
export function loadIdentity(identity: string): Promise<Identity> {
  // Shows no error message, because the start-up has a screen of its own.
  return call(getUserAuthInfo, { params: { email: identity } }, { quiet: true })
}

/** What follows the password: a code of the authenticator, or setting it up. */
export interface SignInStep {
  kind: 'code' | 'setUp'
  ticket: string
}
const steps: Readonly<Record<string, SignInStep['kind']>> = { step_needed: 'code', step_unset: 'setUp' }

/**
 * Signs in and opens the page that the user wanted; returns the second step where there is one to take first.
 * Rejects as the call does, after the error was shown.
 */
export async function signIn(user: string, password: string): Promise<SignInStep | null> {
  const { hostname } = window.location
  try {
    enterAs(await call(login, { body: { user, password, hostname } }))
    return null
  } catch (error) {
    return followOn(error)
  }
}

/** Opens the page that the user wanted before signing in. */
export function enterAs(identity: Identity): void {
  const { formerly, accept } = useSession.getState()
  clearMessages()
  accept(identity)
  // After another user, the page reloads, because its memory still holds the other user's data.
  if (formerly !== null && formerly !== identity.username) window.location.assign(rememberedPath())
  else navigate(rememberedPath(), { replace: true })
}

/** After signing in with a one-time password, the user is sent to the page for setting their own. */
function followOn(error: unknown): SignInStep | null {
  const { code, data, message } = failureOf(error)
  const { token, ticket } = (data ?? {}) as { token?: unknown; ticket?: unknown }
  const kind = Object.hasOwn(steps, code) ? steps[code] : undefined
  const isOnce = code === 'password_once' && typeof token === 'string'
  if (!isOnce && (!kind || typeof ticket !== 'string')) throw error
  // This is the next step, not an error.
  clearMessages()
  if (kind) return { kind, ticket: String(ticket) }
  showMessage({ message })
  navigate(`${pages.password()}#${token}`, { replace: true })
  return null
}

/** Where to go on: the provider's address where the session there ends, too; null where the server did not answer. */
async function endSession(): Promise<string | null> {
  try {
    if (installation().providers.length > 0) {
      const { address } = await call(leaveProvider, { body: {} }, { quiet: true })
      return address ?? pages.login()
    }
    await call(logout, { body: {} }, { quiet: true })
    return pages.login()
  } catch {
    return null
  }
}

/** Signs out locally whatever the server answers, and reloads the page so that nothing stays in memory. */
export async function signOut(): Promise<void> {
  // Blocks input while the user's data is removed.
  setLoading(true)
  const told = endSession()
  await Promise.all([told, clearDictionaryCache()])
  for (const key of ['privateViewList', 'documentMenuObj']) removeText(key)
  forgetPath()
  useSession.getState().forget()
  const address = await told
  if (address !== null) window.location.assign(address)
  else {
    setLoading(false)
    showMessage({
      message: '已在本机退出登录',
      detail: '服务器未响应，登录状态可能仍然有效，请稍后再次退出',
      intent: 'warning',
    })
  }
}
