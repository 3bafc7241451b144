// What the guard knows of an address: who may see it, and where it leads instead of itself. Pages say it; where none
// stands, its section does.
import { pages } from '#commands/pages.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import { sectionAccess } from './sections.ts'

/**
 * The path as the rules compare it. The router matches without regard to case, percent-encoding and a final slash,
 * so the guard must not either: /Config, /%63onfig and /config/ are one page.
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
const byPath = new Map<string, KnownPage>()
const redirects = new Map<string, string>()
for (const page of pages) {
  byPath.set(plainPath(page.path), page)
  for (const from of page.from ?? []) redirects.set(plainPath(from), page.path)
}
const patterns = pages.filter(({ path }) => path.includes(':'))

function pageAt(plain: string): KnownPage | undefined {
  return byPath.get(plain) ?? patterns.find(({ path }) => isLike(plain, path))
}

/** Whether a path is one of a pattern's: `/code_view/9` of `/code_view/:id`. */
function isLike(plain: string, pattern: string): boolean {
  const [segments, wanted] = [plain.split('/'), pattern.toLowerCase().split('/')]
  return (
    segments.length === wanted.length &&
    wanted.every((segment, at) => segment.startsWith(':') || segment === segments[at])
  )
}

/** Who may see what stands at an address, or where it leads. */
export function accessOf(path: string): PermissionKey | 'session' | 'open' {
  const plain = plainPath(path)
  const page = pageAt(plainPath(redirects.get(plain) ?? plain))
  return page?.permission ?? sectionAccess(plain)
}

/** The permission that a path needs; null where a session is enough, or not even that is asked. */
export function routeKeyOf(path: string): PermissionKey | null {
  const access = accessOf(path)
  return access === 'session' || access === 'open' ? null : access
}

/** Where a path leads instead of itself; null where it stays. */
export function redirectOf(path: string): string | null {
  return redirects.get(plainPath(path)) ?? null
}

/** Pages without login. */
export function isOpenPath(path: string): boolean {
  return accessOf(path) === 'open'
}
