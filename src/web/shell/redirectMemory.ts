// The last visited path, kept over a login. The stored value is not trusted: it must be a path of this origin.
import { pages } from '#shared/pages.ts'
import { plainPath, routeKeyOf } from './routeRules.ts'
import { holds, type RoleData, useSession } from './session.ts'
import { readText, removeText, writeText } from './storage.ts'

const key = 'pathname4redirect'
/** Whose path it is; empty when nobody was signed in. */
const ownerKey = 'pathname4redirect_owner'
const longestPath = 8_000
/** Returning to these would greet a fresh login with a refusal, or with the login page itself. */
const neverRemembered = [pages.login(), pages.forbidden()]

export function rememberPath(pathWithQuery: string): void {
  const path = ownPath(pathWithQuery)
  if (path === null) return
  writeText(key, path)
  writeText(ownerKey, useSession.getState().roleData?.email ?? '')
}

/**
 * Where this user goes after login: the path that they, or nobody yet, had asked for, if their present rights allow it;
 * else the start page.
 */
export function rememberedPath(roleData: RoleData | null = useSession.getState().roleData): string {
  const path = ownPath(readText(key))
  const owner = readText(ownerKey) ?? ''
  if (path === null || (owner !== '' && owner !== roleData?.email)) return '/'
  const needed = routeKeyOf(new URL(path, window.location.origin).pathname)
  return needed === null || holds(needed, roleData) ? path : '/'
}

/** Called on logout: the next login begins at the start page. */
export function forgetPath(): void {
  removeText(key)
  removeText(ownerKey)
}

/** The text as a path of this origin; null for anything else, such as `//elsewhere` or `javascript:`. */
function ownPath(text: string | null): string | null {
  if (text === null || text.length > longestPath || !/^\/(?![/\\])/.test(text)) return null
  try {
    const url = new URL(text, window.location.origin)
    const path = url.pathname + url.search + url.hash
    // Dot segments can leave two slashes in front: `/.//elsewhere`.
    const stays = url.origin === window.location.origin && !/^\/[/\\]/.test(path)
    return stays && !neverRemembered.includes(plainPath(url.pathname)) ? path : null
  } catch {
    return null
  }
}
