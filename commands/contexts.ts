// All contexts of keys, and which of them can be active at once: two commands may share a key only where theirs
// never are.
import type { KeyContext, PlatformContext } from './define.ts'
import { pages } from './pages.ts'

const platform: Record<PlatformContext, Omit<KeyContext, 'name'>> = {
  /** A dialog over everything. */
  palette: { title: '命令面板', depth: 0, insteadOf: 'all' },
  table: { title: '表格', depth: 1 },
  global: { title: '全局', depth: 1000 },
}

export const platformContexts: readonly KeyContext[] = Object.entries(platform).map(([name, context]) => ({
  name,
  ...context,
}))

interface ContextPlace {
  path: string
  context?: KeyContext | readonly KeyContext[]
  inner?: readonly KeyContext[]
}
const contextsOn = ({ context = [], inner = [] }: ContextPlace) => [context, inner].flat()

/** Of all contexts, by name. */
export const keyContexts: ReadonlyMap<string, KeyContext> = new Map(
  [...platformContexts, ...pages.flatMap(contextsOn)].map((context) => [context.name, context]),
)

/** Paths of the pages where a context can be active, by its name; the platform's are on all and stand not here. */
function placesOf(places: readonly ContextPlace[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const place of places) {
    for (const { name } of contextsOn(place)) {
      found.set(name, (found.get(name) ?? new Set()).add(place.path))
    }
  }
  return found
}
const places = placesOf(pages)

export function isInsteadOf({ insteadOf = [] }: KeyContext, other: string): boolean {
  return insteadOf === 'all' || insteadOf.includes(other)
}
const excludes = (one: string, other: string): boolean => {
  const context = keyContexts.get(one)
  return context !== undefined && isInsteadOf(context, other)
}

/** Whether two contexts can be active at once. They can, unless no page has both or one stands instead of the other. */
export function contextsMeet(one: string, other: string): boolean {
  if (one === other) return true
  if (excludes(one, other) || excludes(other, one)) return false
  const [here, there] = [places.get(one), places.get(other)]
  return here === undefined || there === undefined || !here.isDisjointFrom(there)
}

interface InContext {
  context: string | readonly string[]
}
const namesOf = ({ context }: InContext): readonly string[] =>
  typeof context === 'string' ? [context] : context

export function canMeet(a: InContext, b: InContext): boolean {
  return namesOf(a).some((one) => namesOf(b).some((other) => contextsMeet(one, other)))
}
