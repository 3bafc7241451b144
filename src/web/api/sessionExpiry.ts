// Status 203: the session has expired. However many calls notice it, the user is notified and sent to /login
// once.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { noteSessionEnd } from '../shell/keptWork.ts'
import { clearMessages, showMessage } from '../shell/message.ts'
import { useSession } from '../shell/session.ts'

export const expiryMessage = '登录失效，请重新登录'

export function endSession(): void {
  clearMessages()
  showMessage({ message: expiryMessage, intent: 'warning' })
  noteSessionEnd()
  useSession.getState().forget()
  if (window.location.pathname !== pages.login.path) navigate(pages.login())
}
