// Sources of the palette beside the commands: reports, points and their like. Slices register theirs.
import type { PermissionKey } from '#shared/permissions.ts'
import type { PaletteEntry } from './entries.ts'

/** Characters that narrow the palette to one kind of source. */
export type Prefix = '>' | '@' | '#' | '$' | '%' | '?'

export interface PaletteProvider {
  id: string
  /** Several sources may share one. */
  prefix?: Prefix
  /** Who is offered its entries. */
  permission: PermissionKey | 'session'
  /** Heading over its entries: 报表. */
  group: string
  /** Asked when the palette is first opened, and again when what it answered has grown old. */
  load: (signal: AbortSignal) => Promise<readonly PaletteEntry[]>
  /** Brings the reader of texts that say by themselves what they ask for; what it makes of one stands first. */
  reader?: () => Promise<PaletteTextReader>
}

/** Asked at each letter; null where the text asks nothing of it. */
export type PaletteTextReader = (text: string) => PaletteEntry | null

const providers: PaletteProvider[] = []
const listeners = new Set<() => void>()

/** Adds a source; the answer takes it away. A source of the same id is replaced. */
export function registerProvider(provider: PaletteProvider): () => void {
  const at = providers.findIndex(({ id }) => id === provider.id)
  if (at >= 0) providers.splice(at, 1, provider)
  else providers.push(provider)
  tell()
  return () => {
    const place = providers.indexOf(provider)
    if (place < 0) return
    providers.splice(place, 1)
    tell()
  }
}

export function registeredProviders(): readonly PaletteProvider[] {
  return providers
}

export function onProvidersChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
