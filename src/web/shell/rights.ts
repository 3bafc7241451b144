// Rights that changed while pages are open: menus, palette and guard follow; where other rows may be seen, all that
// the tab has read is given up.
import { clearDictionaryCache } from '../api/dictionaryCache.ts'
import { type Identity, type RoleData, useSession } from './session.ts'

/** Which rows may be seen, and whether as somebody. */
const scopeOf = ({ games, seeing }: RoleData): string => JSON.stringify([games.map(({ cgi }) => cgi), seeing])

/** As another tab has kept them. */
export function takeRights(roleData: RoleData): void {
  const { roleData: before } = useSession.getState()
  if (JSON.stringify(before) === JSON.stringify(roleData)) return
  useSession.setState({ roleData })
  if (before && scopeOf(before) !== scopeOf(roleData)) startAfresh()
}

/** Asks the server for them, as at the start. */
export async function renewRights(load: (identity: string) => Promise<Identity>): Promise<void> {
  const { username, roleData: before } = useSession.getState()
  if (username === null) return
  const identity = await load(before?.email || username)
  // A log-out in between wins.
  if (useSession.getState().username !== username) return
  useSession.getState().accept(identity)
  const { roleData: now } = useSession.getState()
  if (before && now && scopeOf(before) !== scopeOf(now)) startAfresh()
}

/** Of what was read before nothing stays in memory. */
export function startAfresh(path?: string): void {
  const go = () => (path === undefined ? window.location.reload() : window.location.assign(path))
  void clearDictionaryCache().finally(go)
}

const renewEveryMs = 30_000

/** A tab that was left alone asks when one comes back to it. */
export function watchRights(renew: () => Promise<void>): void {
  let askedAt = Date.now()
  window.addEventListener('focus', () => {
    if (!useSession.getState().confirmed || Date.now() - askedAt < renewEveryMs) return
    askedAt = Date.now()
    renew().catch(() => undefined)
  })
}
