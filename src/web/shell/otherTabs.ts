// Follows what other tabs of the browser do: log in, log out, change settings, receive new rights.

import { noteSessionEnd } from './keptWork.ts'
import { takeRights } from './rights.ts'
import { storedRoleData, storedUsername, useSession } from './session.ts'
import { rereadSettings } from './settings.ts'

/** Starts listening; the returned function stops it. */
export function watchOtherTabs(): () => void {
  const stored = (event: StorageEvent) => {
    if (event.key === 'roleData') followRights()
    else if (event.key !== 'username') rereadSettings()
  }
  window.addEventListener('storage', stored)
  window.addEventListener('focus', followOtherTabs)
  return () => {
    window.removeEventListener('storage', stored)
    window.removeEventListener('focus', followOtherTabs)
  }
}

/** Another tab of the same user received new rights: they apply to this tab too. */
function followRights(): void {
  const { roleData } = useSession.getState()
  const stored = storedRoleData()
  if (roleData && stored && stored.email === roleData.email) takeRights(stored)
}

/** Call on each user action: a session that ended in another tab ends here; another user's session reloads the page. */
export function followOtherTabs(): void {
  const { username, forget } = useSession.getState()
  if (username === null) return
  const stored = storedUsername()
  if (stored === null) {
    noteSessionEnd()
    forget()
    // The data in this tab's memory belongs to the previous user.
  } else if (stored !== username) window.location.reload()
}
