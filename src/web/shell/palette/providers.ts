// Sources of the palette besides commands: reports, points and the like. Slices register their own.
import type { PermissionKey } from '#shared/permissions.ts'
import type { PaletteEntry } from './entries.ts'

/** Characters that restrict the palette to one kind of source. */
export type Prefix = '>' | '@' | '#' | '$' | '%' | '?'

export interface PaletteProvider {
  id: string
  /** Several sources may share a prefix. */
  prefix?: Prefix
  /** Permission that the user needs to be offered the entries. */
  permission: PermissionKey | 'session'
  /** Heading above the entries: 报表. */
  group: string
  /** The entries only explain: their group stands after the groups that open or do something. */
  explains?: true
  /** Called when the palette is first opened, and again when the entries have become stale. */
  load: (signal: AbortSignal) => Promise<readonly PaletteEntry[]>
  /** Loads a parser for texts that describe their own entry; the parsed entry comes first in the list. */
  reader?: () => Promise<PaletteTextReader>
}

/** Called at each letter; returns null for texts that the source does not understand. */
export type PaletteTextReader = (text: string) => PaletteEntry | null

const providers: PaletteProvider[] = []
const listeners = new Set<() => void>()

/** Registers a source, replacing one of the same id; the returned function removes it. */
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
