// What the guard knows of an address: who may see it, and where it redirects. Pages declare both; without a page, the
// section decides.
import { pages } from '#commands/pages.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import { sectionAccess } from './sections.ts'

/**
 * The path in the form that the rules compare. The router ignores case, percent-encoding and a trailing slash, so the
 * guard must too: /Config, /%63onfig and /config/ are one page.
 */
export function plainPath(path: string): string {
  return `/${decoded(path).split('/').filter(Boolean).join('/')}`.toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

type KnownPage = (typeof pages)[number]
interface Rules {
  byPath: ReadonlyMap<string, KnownPage>
  redirects: ReadonlyMap<string, string>
  patterns: readonly KnownPage[]
}

let known: Rules | undefined
/** Built once from the declared pages. */
function rules(): Rules {
  known ??= {
    byPath: new Map(pages.map((page) => [plainPath(page.path), page])),
    redirects: new Map(pages.flatMap(({ path, from = [] }) => from.map((one) => [plainPath(one), path]))),
    patterns: pages.filter(({ path }) => path.includes(':')),
  }
  return known
}

function pageAt(plain: string): KnownPage | undefined {
  return rules().byPath.get(plain) ?? rules().patterns.find(({ path }) => isLike(plain, path))
}

/** Whether the path matches the pattern: `/code_view/9` matches `/code_view/:id`. */
function isLike(plain: string, pattern: string): boolean {
  const [segments, wanted] = [plain.split('/'), pattern.toLowerCase().split('/')]
  return (
    segments.length === wanted.length &&
    wanted.every((segment, at) => segment.startsWith(':') || segment === segments[at])
  )
}

/** Who may see the page at the address, or the page it redirects to. */
export function accessOf(path: string): PermissionKey | 'session' | 'open' {
  const plain = plainPath(path)
  const page = pageAt(plainPath(rules().redirects.get(plain) ?? plain))
  return page?.permission ?? sectionAccess(plain)
}

/** The permission that a path requires; null where a session is enough or nothing is required. */
export function routeKeyOf(path: string): PermissionKey | null {
  const access = accessOf(path)
  return access === 'session' || access === 'open' ? null : access
}

/** The path that this path redirects to, or null. */
export function redirectOf(path: string): string | null {
  return rules().redirects.get(plainPath(path)) ?? null
}

/** Whether the path needs no login. */
export function isOpenPath(path: string): boolean {
  return accessOf(path) === 'open'
}
