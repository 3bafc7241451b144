// All key contexts, and which of them can be active together: two commands may share a key only where their
// contexts never are.
import type { KeyContext, PlatformContext } from './define.ts'
import { listContext } from './list.ts'
import { pages } from './pages.ts'

const platform: Record<PlatformContext, Omit<KeyContext, 'name'>> = {
  /** A dialog over everything. */
  palette: { title: '命令面板', depth: 0, insteadOf: 'all' },
  table: { title: '表格', depth: 1 },
  rowTree: { title: '表格', depth: 0 },
  list: listContext,
  global: { title: '全局', depth: 1000 },
}

const platformContexts: readonly KeyContext[] = Object.entries(platform).map(([name, context]) => ({
  name,
  ...context,
}))

interface ContextPlace {
  path: string
  context?: KeyContext | readonly KeyContext[]
  inner?: readonly KeyContext[]
}
const contextsOn = ({ context = [], inner = [] }: ContextPlace) => [context, inner].flat()

export interface KeyContexts {
  byName: ReadonlyMap<string, KeyContext>
  /** Whether both can be active together: some page has both, and neither replaces the other. */
  meet: (one: string, other: string) => boolean
}

export function isInsteadOf({ insteadOf = [] }: KeyContext, other: string): boolean {
  return insteadOf === 'all' || insteadOf.includes(other)
}

/** The contexts of these pages and the platform's. A context that no page names can be active on any. */
export function contextsOfPages(places: readonly ContextPlace[]): KeyContexts {
  const declared = places.flatMap((place) => contextsOn(place).map((context) => ({ context, place })))
  const byName = new Map(
    [...platformContexts, ...declared.map(({ context }) => context)].map((context) => [
      context.name,
      context,
    ]),
  )
  const pathsOf = new Map<string, Set<string>>()
  for (const { context, place } of declared) {
    pathsOf.set(context.name, (pathsOf.get(context.name) ?? new Set()).add(place.path))
  }
  const excludes = (one: string, other: string): boolean => {
    const context = byName.get(one)
    return context !== undefined && isInsteadOf(context, other)
  }
  const meet = (one: string, other: string): boolean => {
    if (one === other) return true
    if (excludes(one, other) || excludes(other, one)) return false
    const [here, there] = [pathsOf.get(one) ?? nowhere(one), pathsOf.get(other) ?? nowhere(other)]
    return here === undefined || there === undefined || !here.isDisjointFrom(there)
  }
  return { byName, meet }
}

/** The context `list` belongs to the platform, but is only active on pages that name it. */
const nowhere = (context: string) => (context === 'list' ? new Set<string>() : undefined)

let present: KeyContexts | undefined
/** The contexts of the declared pages. */
const presentContexts = (): KeyContexts => {
  present ??= contextsOfPages(pages)
  return present
}
export const keyContexts = (): KeyContexts['byName'] => presentContexts().byName

interface InContext {
  context: string | readonly string[]
}

/** Whether two commands can be available at the same time. */
export function canMeet(a: InContext, b: InContext, { meet } = presentContexts()): boolean {
  return [a.context].flat().some((one) => [b.context].flat().some((other) => meet(one, other)))
}
