// The last place visited, kept over a login. What is stored there is not trusted: it must be a path of ours.
import { plainPath } from './routeRules.ts'
import { readText, writeText } from './storage.ts'

const key = 'pathname4redirect'
const longestPath = 8_000
/** Returning to these would greet a fresh login with a refusal, or with the login itself. */
const neverRemembered = ['/login', '/403']

export function rememberPath(pathWithQuery: string): void {
  const path = ownPath(pathWithQuery)
  if (path !== null) writeText(key, path)
}

/** Where to go after login: the remembered path, or the start page. */
export function rememberedPath(): string {
  return ownPath(readText(key)) ?? '/'
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
