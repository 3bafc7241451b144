// What other tabs of the browser do: log in, log out, change settings, learn of other rights.

import { noteSessionEnd } from './keptWork.ts'
import { takeRights } from './rights.ts'
import { storedRoleData, storedUsername, useSession } from './session.ts'
import { rereadSettings } from './settings.ts'

/** Starts to listen; answers how to stop. */
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

/** Another tab of the same user was told of other rights: they are this one's too. */
function followRights(): void {
  const { roleData } = useSession.getState()
  const stored = storedRoleData()
  if (roleData && stored && stored.email === roleData.email) takeRights(stored)
}

/** To be asked on each action: a session that ended elsewhere ends here; another user's begins afresh. */
export function followOtherTabs(): void {
  const { username, forget } = useSession.getState()
  if (username === null) return
  const stored = storedUsername()
  if (stored === null) {
    noteSessionEnd()
    forget()
    // What this tab has in memory belongs to somebody else now.
  } else if (stored !== username) window.location.reload()
}
