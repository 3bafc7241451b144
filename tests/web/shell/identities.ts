// Signed-in users for the shell's tests.
import type { AuthorityInfo } from '#shared/permissions.ts'
import { type Identity, useSession } from '#web/shell/session.ts'

export function identityWith(authorityInfo: AuthorityInfo = {}, username = 'analyst'): Identity {
  return {
    email: `${username}@example.com`,
    username,
    games: [{ cgi: 'yhxt', name: '云海仙途' }],
    role: { id: 7, name: '分析师', authorityInfo },
  }
}

export function signInAs(authorityInfo: AuthorityInfo = {}, username = 'analyst'): void {
  useSession.getState().accept(identityWith(authorityInfo, username))
}

export function signOutAll(): void {
  useSession.setState({ username: null, roleData: null, confirmed: false, formerly: null })
  window.localStorage.clear()
}

export function goTo(path: string): void {
  window.history.replaceState(null, '', path)
}
