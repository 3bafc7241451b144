// Rights that change while pages are open: menus, palette and guard follow. When the visible rows change, the tab drops
// everything it has loaded.
import { clearDictionaryCache } from '../api/dictionaryCache.ts'
import { type Identity, type RoleData, useSession } from './session.ts'

/** The visible rows, and the role that the user is previewing. */
const scopeOf = ({ games, seeing }: RoleData): string => JSON.stringify([games.map(({ cgi }) => cgi), seeing])

/** Takes over the rights that another tab has stored. */
export function takeRights(roleData: RoleData): void {
  const { roleData: before } = useSession.getState()
  if (JSON.stringify(before) === JSON.stringify(roleData)) return
  useSession.setState({ roleData })
  if (before && scopeOf(before) !== scopeOf(roleData)) startAfresh()
}

/** Loads the rights from the server, as at start-up. */
export async function renewRights(load: (identity: string) => Promise<Identity>): Promise<void> {
  const { username, roleData: before } = useSession.getState()
  if (username === null) return
  const identity = await load(before?.email || username)
  // A logout in the meantime takes precedence.
  if (useSession.getState().username !== username) return
  useSession.getState().accept(identity)
  const { roleData: now } = useSession.getState()
  if (before && now && scopeOf(before) !== scopeOf(now)) startAfresh()
}

/** Reloads the document, so that nothing loaded before stays in memory. */
export function startAfresh(path?: string): void {
  const go = () => (path === undefined ? window.location.reload() : window.location.assign(path))
  void clearDictionaryCache().finally(go)
}

const renewEveryMs = 30_000

/** Loads the rights again when the user returns to a tab that was in the background. */
export function watchRights(renew: () => Promise<void>): void {
  let askedAt = Date.now()
  window.addEventListener('focus', () => {
    if (!useSession.getState().confirmed || Date.now() - askedAt < renewEveryMs) return
    askedAt = Date.now()
    renew().catch(() => undefined)
  })
}
