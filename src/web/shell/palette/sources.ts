// The palette's sources with their indexes: loaded at first use, cached while fresh, and kept for one user only.
import { createStore } from 'zustand'
import { buildIndex, createIndexBuilder } from '#shared/matching/searchIndex.ts'
import { loadGivers } from '../givers.ts'
import { holds, type RoleData, useSession } from '../session.ts'
import type { PaletteEntry } from './entries.ts'
import { inIdleMoments } from './idle.ts'
import { kept } from './kept.ts'
import {
  onProvidersChange,
  type PaletteProvider,
  type PaletteTextReader,
  registeredProviders,
} from './providers.ts'
import { createSearcher, type Searcher } from './search.ts'

export interface Source {
  readonly group: string
  readonly prefix?: PaletteProvider['prefix']
  readonly explains?: PaletteProvider['explains']
  readonly entries: readonly PaletteEntry[]
  readonly searcher: Searcher
}

interface Loaded {
  provider: PaletteProvider
  source: Source | null
  loadedAt: number
  failed: boolean
  loading: AbortController | null
  read: PaletteTextReader | null
}

interface Sources {
  /** By provider, in the order of registration. */
  loaded: readonly Loaded[]
}

const loadedStore = createStore<Sources>(() => ({ loaded: [] }))

/** Entries older than this are loaded again; the old ones show meanwhile. */
const freshMs = 30_000

/** A list small enough to be indexed synchronously, when it is first searched. */
export function sourceOf(group: string, entries: readonly PaletteEntry[], prefix?: Source['prefix']): Source {
  let searcher: Searcher | undefined
  return {
    group,
    entries,
    get searcher() {
      searcher ??= createSearcher(buildIndex(entries), 'fittingFirst')
      return searcher
    },
    ...(prefix && { prefix }),
  }
}

/** Loads the sources that are not fresh. */
export function loadSources(): void {
  const session = useSession.getState().roleData
  if (session === null) return
  // Names of administrators, for entries that the user lacks permission for.
  if (!holds('manage_authority', session)) loadGivers()
  for (const provider of registeredProviders()) {
    const known = loadedStore.getState().loaded.find((loaded) => loaded.provider === provider)
    if (known?.loading) continue
    if (known && !known.failed && Date.now() - known.loadedAt < freshMs) continue
    void loadSource(provider, session)
  }
}

/** Loads sources that were never loaded: registered or forgotten while the palette is open. */
export function loadMissing(): void {
  const session = useSession.getState().roleData
  if (session === null) return
  const isAsked = (provider: PaletteProvider) =>
    loadedStore.getState().loaded.some((one) => one.provider === provider)
  for (const provider of registeredProviders()) if (!isAsked(provider)) void loadSource(provider, session)
}

async function loadSource(provider: PaletteProvider, session: RoleData): Promise<void> {
  const loading = new AbortController()
  change(provider, { loading })
  try {
    const may = mayRead(provider, session)
    // The parser works before the entries have arrived, and without them.
    if (may && provider.reader) change(provider, { read: await provider.reader() })
    const entries = may ? await provider.load(loading.signal) : []
    const source = await prepared(provider, entries, loading.signal)
    if (source === null) return
    change(provider, { source, loadedAt: Date.now(), failed: false, loading: null })
  } catch {
    // The client has already shown the error; the palette names the missing list.
    if (!loading.signal.aborted) change(provider, { failed: true, loading: null })
  }
}

const mayRead = ({ permission }: PaletteProvider, session: RoleData): boolean =>
  holds(permission === 'session' ? null : permission, session)

/** Entries that the sources' parsers make of the text. */
export function parsedEntries(text: string, session: RoleData | null): PaletteEntry[] {
  if (session === null) return []
  return loadedStore.getState().loaded.flatMap(({ provider, read }) => {
    const entry = read && mayRead(provider, session) ? read(text) : null
    return entry ? [entry] : []
  })
}

async function prepared(
  { group, prefix, explains }: PaletteProvider,
  entries: readonly PaletteEntry[],
  signal: AbortSignal,
): Promise<Source | null> {
  const builder = createIndexBuilder()
  if (!(await inIdleMoments(entries, builder.add, signal))) return null
  const searcher = createSearcher(builder.finish(), 'fittingFirst')
  return { group, entries, searcher, ...(prefix && { prefix }), ...(explains && { explains }) }
}

function change(provider: PaletteProvider, changed: Partial<Loaded>): void {
  const { loaded } = loadedStore.getState()
  const before = loaded.find((one) => one.provider === provider)
  const next = {
    provider,
    source: null,
    loadedAt: 0,
    failed: false,
    loading: null,
    read: null,
    ...before,
    ...changed,
  }
  loadedStore.setState({
    loaded: before ? loaded.map((one) => (one === before ? next : one)) : [...loaded, next],
  })
}

export function forgetSources(): void {
  for (const { loading } of loadedStore.getState().loaded) loading?.abort()
  loadedStore.setState({ loaded: [] })
}

interface LoadedSources {
  sources: readonly Source[]
  loading: boolean
  /** Groups that could not be loaded. */
  failed: readonly string[]
}

const read = kept(
  (loaded: readonly Loaded[]): LoadedSources => ({
    sources: loaded.flatMap(({ source }) => (source ? [source] : [])),
    loading: loaded.some(({ loading, source }) => loading !== null && source === null),
    failed: loaded
      .filter(({ failed, source }) => failed && source === null)
      .map(({ provider }) => provider.group),
  }),
)

/** The loaded sources, and notifications when a source is added, removed or loaded. */
export const loadedSources = {
  now: () => read(loadedStore.getState().loaded),
  subscribe: loadedStore.subscribe,
}

/** Nothing loaded for another user, or with other rights, may be found; nor may the entries of a removed source. */
useSession.subscribe((now, before) => {
  const rightsOf = ({ roleData }: typeof now) => JSON.stringify([roleData?.email, roleData?.role])
  if (now.roleData !== before.roleData && rightsOf(now) !== rightsOf(before)) forgetSources()
})
onProvidersChange(() => {
  const present = registeredProviders()
  const { loaded } = loadedStore.getState()
  loadedStore.setState({ loaded: loaded.filter(({ provider }) => present.includes(provider)) })
})
