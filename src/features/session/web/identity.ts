// The calls of the session as the shell needs them.
import { navigate } from 'wouter/use-browser-location'
import { call, failureOf } from '#web/api/client.ts'
import { clearDictionaryCache } from '#web/api/dictionaryCache.ts'
import { clearMessages, showMessage } from '#web/shell/message.ts'
import { setLoading } from '#web/shell/panels.ts'
import { forgetPath, rememberedPath } from '#web/shell/redirectMemory.ts'
import { type Identity, useSession } from '#web/shell/session.ts'
import { removeText } from '#web/shell/storage.ts'
import { getUserAuthInfo, login, logout } from '../contract.ts'

/** The rights of the stored identity, an e-mail address or a user name, as the server knows them now. */
export function loadIdentity(identity: string): Promise<Identity> {
  // Quiet: the start-up shows a screen of its own.
  return call(getUserAuthInfo, { params: { email: identity } }, { quiet: true })
}

/** Signs in and goes on to where the user wanted to be. Rejects as the call does; what is wrong is shown by then. */
export async function signIn(user: string, password: string): Promise<void> {
  const { hostname } = window.location
  const identity = await call(login, { body: { user, password, hostname } }).catch(followOnce)
  if (identity === null) return
  const { formerly, accept } = useSession.getState()
  clearMessages()
  accept(identity)
  // After another user the page is loaded anew: what it has in memory is not this one's.
  if (formerly !== null && formerly !== identity.username) window.location.assign(rememberedPath())
  else navigate(rememberedPath(), { replace: true })
}

/** A one-time password leads to where one's own is set. */
function followOnce(error: unknown): null {
  const { code, data, message } = failureOf(error)
  const token = (data as { token?: unknown } | null)?.token
  if (code !== 'password_once' || typeof token !== 'string') throw error
  // The next step, not a failure.
  clearMessages()
  showMessage({ message })
  navigate(`/password#${token}`, { replace: true })
  return null
}

/** Signs out here whatever the server says; the page is loaded anew so that nothing stays in memory. */
export async function signOut(): Promise<void> {
  // Nothing may be pressed while what belongs to the user is being put away.
  setLoading(true)
  const told = call(logout, { body: {} }, { quiet: true }).then(
    () => true,
    () => false,
  )
  await Promise.all([told, clearDictionaryCache()])
  for (const key of ['privateViewList', 'documentMenuObj']) removeText(key)
  forgetPath()
  useSession.getState().forget()
  if (await told) window.location.assign('/login')
  else {
    setLoading(false)
    showMessage({
      message: '已在本机退出登录',
      detail: '服务器未响应，登录状态可能仍然有效，请稍后再次退出',
      intent: 'warning',
    })
  }
}
