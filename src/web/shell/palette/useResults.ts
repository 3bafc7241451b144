// From the palette's state to its rows.
import { useEffect, useMemo, useState } from 'react'
import { useSession } from '../session.ts'
import { argumentPage } from './arguments.ts'
import { commandEntries, deniedEntries, keyEntries } from './commandEntries.ts'
import type { PaletteEntry, PalettePage } from './entries.ts'
import { readHistory } from './history.ts'
import { comesFirst, loadPastedReader, shapeOf, usePastedReader } from './pastedTexts.ts'
import type { Prefix } from './providers.ts'
import {
  joined,
  noResults,
  type PaletteResults,
  rowOf,
  searchSources,
  splitPrefix,
  startResults,
} from './results.ts'
import { loadSentences, useSentenceReader, useSentencesAwaited } from './sentences.ts'
import { loadMissing, loadSources, parsedEntries, type Source, sourceOf, useSources } from './sources.ts'
import { usePalette } from './store.ts'

export interface PaletteList extends PaletteResults {
  /** The page within the palette; null on the first. */
  page: PalettePage | null
  /** Prefixes that lead somewhere now. */
  prefixes: readonly Prefix[]
  loading: boolean
  /** Groups that could not be loaded. */
  failed: readonly string[]
  /** Words of a sentence that stand in the way of its being understood. */
  unknown: readonly string[]
}

const noPrefixes: readonly Prefix[] = []
const groupOrder = ['此页', '表格', '前往', '个人', '面板']

export function useResults(): PaletteList {
  const pages = usePalette((palette) => palette.pages)
  const current = pages.at(-1)
  const page = useMemo(() => {
    if (current?.kind === 'argument') return argumentPage(current.command)
    return current?.kind === 'list' ? current.page : null
  }, [current])
  const first = useFirstPage(page === null)
  const inner = usePageResults(page)
  return page === null ? { ...first, page } : { ...inner, page, prefixes: noPrefixes }
}

function useFirstPage(active: boolean): Omit<PaletteList, 'page'> {
  const text = usePalette((palette) => palette.text)
  const contexts = usePalette((palette) => palette.contexts)
  const roleData = useSession((session) => session.roleData)
  const username = useSession((session) => session.username)
  const { sources, loading, failed, state } = useSources()
  // Read at opening: what is run closes the palette, so it can't change meanwhile.
  const [now] = useState(Date.now)
  const history = useMemo(() => readHistory(username), [username])
  useEffect(loadSources, [])
  useEffect(loadSentences, [])
  const readSentence = useSentenceReader()
  const awaited = useSentencesAwaited()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a source may come after the palette was opened.
  useEffect(loadMissing, [state, roleData])
  const commands = useMemo(
    () => sourceOf('命令', commandEntries(roleData, contexts), '>'),
    [roleData, contexts],
  )
  const keys = useMemo(() => sourceOf('快捷键', keyEntries(roleData, contexts), '?'), [roleData, contexts])
  const prefixes = useMemo(
    () => [...new Set([commands, ...sources, keys].flatMap(({ prefix }) => prefix ?? []))],
    [commands, sources, keys],
  )
  const results = useMemo(() => {
    if (!active) return noResults
    const { prefix, rest } = splitPrefix(text, new Set(prefixes))
    if (prefix !== null) {
      const narrowed = [commands, ...sources, keys].filter((source) => source.prefix === prefix)
      return searchSources(narrowed, rest, history, now)
    }
    if (text.trim() === '') return startResults(sorted(commands.entries), sources, history)
    const found = searchSources([commands, ...sources], text, history, now)
    const denied = deniedEntries(text, roleData, contexts).map((entry) => rowOf(entry, '没有权限', text))
    const asked = (readSentence?.(text) ?? []).map((entry) => rowOf(entry, entry.group ?? '', text))
    const said = parsedEntries(text, roleData).map((entry) => rowOf(entry, entry.group ?? ''))
    return joined(found, [...denied, ...said, ...asked], 'before')
  }, [active, text, prefixes, commands, sources, keys, history, now, roleData, contexts, readSentence])
  const withRead = usePastedRows(active, results)
  const isEmpty = results.rows.length === 0
  const unknown = useMemo(
    () => (active && isEmpty ? (readSentence?.unknown?.(text) ?? []) : []),
    [active, isEmpty, readSentence, text],
  )
  return { ...withRead, prefixes, loading: loading || awaited, failed, unknown }
}

/** What a text says that is no words: first where nothing else can be meant, else after what was found. */
function usePastedRows(active: boolean, found: PaletteResults): PaletteResults {
  const text = usePalette((palette) => palette.pasted ?? palette.text)
  const roleData = useSession((session) => session.roleData)
  const reader = usePastedReader()
  const shape = active ? shapeOf(text) : null
  useEffect(() => {
    if (shape !== null) loadPastedReader()
  }, [shape])
  return useMemo(() => {
    if (shape === null) return found
    const read = (reader?.(text, shape, roleData) ?? []).map((entry) => rowOf(entry, entry.group ?? '', ''))
    return joined(found, read, comesFirst(shape) ? 'before' : 'after')
  }, [found, reader, roleData, shape, text])
}

function sorted(entries: readonly PaletteEntry[]): { heading: string; entry: PaletteEntry }[] {
  return entries
    .map((entry) => ({ entry, heading: entry.group ?? '' }))
    .sort((a, b) => groupOrder.indexOf(a.heading) - groupOrder.indexOf(b.heading))
}

function usePageResults(page: PalettePage | null): Omit<PaletteList, 'page' | 'prefixes'> {
  const text = usePalette((palette) => palette.text)
  const [loaded, setLoaded] = useState<{ page: PalettePage; source: Source | null } | null>(null)
  useEffect(() => {
    if (page === null) return
    const stop = new AbortController()
    page.load(stop.signal).then(
      (entries) => stop.signal.aborted || setLoaded({ page, source: sourceOf(page.title, entries) }),
      () => stop.signal.aborted || setLoaded({ page, source: null }),
    )
    return () => stop.abort()
  }, [page])
  const ready = loaded?.page === page ? loaded : null
  const results = useMemo(() => {
    if (page === null || !ready?.source) return noResults
    const found = searchSources([ready.source], text, { uses: {}, recents: [] }, 0)
    const typed = text.trim() === '' ? null : (page.parse?.(text) ?? null)
    return joined(found, typed === null ? [] : [rowOf(typed, page.title)], 'before')
  }, [page, ready, text])
  return {
    ...results,
    loading: page !== null && ready === null,
    failed: ready?.source === null && page ? [page.title] : [],
    unknown: [],
  }
}
