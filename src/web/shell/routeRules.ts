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
interface Rules {
  byPath: ReadonlyMap<string, KnownPage>
  redirects: ReadonlyMap<string, string>
  patterns: readonly KnownPage[]
}

let known: Rules | undefined
/** Of the declared pages, read once. */
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
  const page = pageAt(plainPath(rules().redirects.get(plain) ?? plain))
  return page?.permission ?? sectionAccess(plain)
}

/** The permission that a path needs; null where a session is enough, or not even that is asked. */
export function routeKeyOf(path: string): PermissionKey | null {
  const access = accessOf(path)
  return access === 'session' || access === 'open' ? null : access
}

/** Where a path leads instead of itself; null where it stays. */
export function redirectOf(path: string): string | null {
  return rules().redirects.get(plainPath(path)) ?? null
}

/** Pages without login. */
export function isOpenPath(path: string): boolean {
  return accessOf(path) === 'open'
}
