// The palette's list for the present text, page and loaded sources. It is computed outside React: a key press
// re-renders only the components whose slice of the list changed, and most key presses only change the rows' texts.
import { create } from 'zustand'
import { useSession } from '../session.ts'
import { argumentPage } from './arguments.ts'
import { commandEntries, deniedEntries, keyEntries } from './commandEntries.ts'
import type { PaletteEntry, PalettePage } from './entries.ts'
import { readHistory } from './history.ts'
import { afterFrame, idleMoment } from './idle.ts'
import { kept } from './kept.ts'
import { comesFirst, loadPastedReader, type PastedShape, pastedReaders, shapeOf } from './pastedTexts.ts'
import type { Prefix } from './providers.ts'
import {
  joined,
  noResults,
  type PaletteResults,
  type PaletteRow,
  rowOf,
  searchSources,
  splitPrefix,
} from './results.ts'
import { loadSentences, sentenceReaders } from './sentences.ts'
import { loadedSources, loadMissing, loadSources, parsedEntries, type Source, sourceOf } from './sources.ts'
import { startResults } from './start.ts'
import { type OpenPage, usePalette } from './store.ts'

export interface PaletteList extends PaletteResults {
  /** The text in the field. */
  text: string
  /** The nested page; null on the first page. */
  page: PalettePage | null
  /** Index of the highlighted row. */
  highlighted: number
  /** Prefixes that have a source at present. */
  prefixes: readonly Prefix[]
  loading: boolean
  /** Names of the groups that failed to load. */
  failed: readonly string[]
  /** Words of a sentence that could not be understood. */
  unknown: readonly string[]
}

const noneOf: readonly never[] = []
const closed: PaletteList = {
  ...noResults,
  text: '',
  page: null,
  highlighted: 0,
  prefixes: noneOf,
  loading: false,
  failed: noneOf,
  unknown: noneOf,
}

export const usePaletteList = create<PaletteList>(() => closed)

export const highlightedIn = ({ rows, highlighted }: PaletteList): PaletteEntry | null =>
  rows[highlighted]?.entry ?? null

/** Highlights a row. The highlight follows the entry when late sources push it down. */
export function moveTo(at: number): void {
  opened?.moveTo(at)
}

interface OpenedList {
  moveTo: (at: number) => void
  end: () => void
}

let opened: OpenedList | null = null

function followPalette({ open }: { open: boolean }): void {
  if (open === (opened !== null)) return
  opened?.end()
  opened = open ? openList() : null
}
usePalette.subscribe(followPalette)

/** Keeps the list up to date from the palette's opening until it is closed. */
function openList(): OpenedList {
  const onFirstPage = firstPage()
  const pageOf = kept(innerPage)
  const within = kept(openInnerPage)
  let moved: { at: number; id: string | undefined } | null = null
  let inner: InnerPage | null = null

  const read = () => {
    const { pages, text } = usePalette.getState()
    const page = pageOf(pages.at(-1))
    const next = within(page, read)
    if (next !== inner) inner?.end()
    inner = next
    const results = inner?.results(text) ?? onFirstPage()
    show({ ...results, loading: results.loading || !isAsking, text, page })
  }
  const show = (list: Omit<PaletteList, 'highlighted'>) =>
    usePaletteList.setState({ ...list, highlighted: moved === null ? 0 : placeIn(list.rows, moved) })
  const readAll = () => {
    read()
    // A source may have been registered after the palette was opened.
    loadMissing()
  }
  let isAsking = false
  const ends = [
    usePalette.subscribe((now, before) => {
      if (!now.open) return
      // A new text or a new page highlights the first row again.
      if (now.text !== before.text || now.pages !== before.pages) moved = null
      read()
    }),
    // After the first frame: sending a dozen requests takes as long as drawing the palette.
    afterFrame(() => {
      isAsking = true
      loadSources()
      loadSentences()
      ends.push(
        useSession.subscribe(readAll),
        loadedSources.subscribe(readAll),
        sentenceReaders.subscribe(read),
        pastedReaders.subscribe(read),
      )
      readAll()
    }),
  ]
  read()
  return {
    moveTo: (at) => {
      moved = { at, id: usePaletteList.getState().rows[at]?.entry.id }
      usePaletteList.setState({ highlighted: at })
    },
    end: () => {
      for (const end of ends) end()
      inner?.end()
      usePaletteList.setState(closed)
    },
  }
}

/** The index of the highlighted entry; an entry no longer listed keeps its old index if possible. */
function placeIn(rows: readonly PaletteRow[], { at, id }: { at: number; id: string | undefined }): number {
  if (id !== undefined && rows[at]?.entry.id !== id) {
    const place = rows.findIndex(({ entry }) => entry.id === id)
    if (place >= 0) return place
  }
  return at < rows.length ? at : 0
}

type Read = Omit<PaletteList, 'text' | 'page' | 'highlighted'>

/** By the ids of the commands: the set differs by kind of page, and is mostly the same at the next opening. */
const commandSources = new Map<string, Source>()
const mostCommandSources = 20

/**
 * Opening the palette shows commands without searching; they are indexed in the next idle moment, once for all
 * openings.
 */
function sourceOfCommands(entries: readonly PaletteEntry[]): Source {
  const key = entries.map(({ id }) => id).join()
  const known = commandSources.get(key)
  if (known) return known
  const source = sourceOf('命令', entries, '>')
  if (commandSources.size >= mostCommandSources) commandSources.clear()
  commandSources.set(key, source)
  void idleMoment().then(() => source.searcher)
  return source
}

/** The list of the first page, for the present text. */
function firstPage(): () => Read {
  // Read once at opening: running an entry closes the palette, so the history can't change meanwhile.
  const now = Date.now()
  const historyOf = kept(readHistory)
  const commandsOf = kept((...given: Parameters<typeof commandEntries>) =>
    sourceOfCommands(commandEntries(...given)),
  )
  const keysOf = kept((...given: Parameters<typeof keyEntries>) =>
    sourceOf('快捷键', keyEntries(...given), '?'),
  )
  const prefixesOf = kept((commands: Source, sources: readonly Source[], keys: Source) => [
    ...new Set([commands, ...sources, keys].flatMap(({ prefix }) => prefix ?? [])),
  ])
  const withPasted = pastedRows()
  return () => {
    const { text, pasted, contexts } = usePalette.getState()
    const { roleData, username } = useSession.getState()
    const { sources, loading, failed } = loadedSources.now()
    const { reader: readSentence, awaited } = sentenceReaders.now()
    const history = historyOf(username)
    const commands = commandsOf(roleData, contexts)
    const keys = keysOf(roleData, contexts)
    const prefixes = prefixesOf(commands, sources, keys)
    const find = (): PaletteResults => {
      const { prefix, rest } = splitPrefix(text, new Set(prefixes))
      if (prefix !== null) {
        const narrowed = [commands, ...sources, keys].filter((source) => source.prefix === prefix)
        return searchSources(narrowed, rest, history, now)
      }
      if (text.trim() === '') return startResults(commands.entries, sources, history, now)
      const found = searchSources([commands, ...sources], text, history, now)
      const denied = deniedEntries(text, roleData, contexts).map((entry) => rowOf(entry, '没有权限', text))
      const asked = (readSentence?.(text) ?? []).map((entry) => rowOf(entry, entry.group ?? '', text))
      const said = parsedEntries(text, roleData).map((entry) => rowOf(entry, entry.group ?? ''))
      return joined(found, [...denied, ...said, ...asked], 'before')
    }
    const found = find()
    const unknown = found.rows.length === 0 ? (readSentence?.unknown?.(text) ?? noneOf) : noneOf
    return { ...withPasted(found, pasted ?? text), prefixes, loading: loading || awaited, failed, unknown }
  }
}

/**
 * Adds entries for pasted texts such as JSON or timestamps: first when the shape is unmistakable, else after the search
 * results.
 */
function pastedRows(): (found: PaletteResults, text: string) => PaletteResults {
  let before: PastedShape | null = null
  return (found, text) => {
    const shape = shapeOf(text)
    if (shape !== before && shape !== null) loadPastedReader()
    before = shape
    if (shape === null) return found
    const reader = pastedReaders.now()
    const read = (reader?.(text, shape, useSession.getState().roleData) ?? []).map((entry) =>
      rowOf(entry, entry.group ?? '', ''),
    )
    return joined(found, read, comesFirst(shape) ? 'before' : 'after')
  }
}

function innerPage(current: OpenPage | undefined): PalettePage | null {
  if (current?.kind === 'argument') return argumentPage(current.command)
  return current?.kind === 'list' ? current.page : null
}

interface InnerPage {
  results: (text: string) => Read
  end: () => void
}

/** Loads a nested page's entries; calls `onLoaded` when they have arrived or failed to load. */
function openInnerPage(page: PalettePage | null, onLoaded: () => void): InnerPage | null {
  if (page === null) return null
  const stop = new AbortController()
  let source: Source | null | undefined
  const take = (loaded: Source | null | undefined) => {
    if (stop.signal.aborted) return
    source = loaded
    onLoaded()
  }
  page
    .load(stop.signal, () => take(source))
    .then(
      (entries) => take(sourceOf(page.title, entries)),
      () => take(null),
    )
  const find = (text: string): PaletteResults => {
    if (!source) return noResults
    const found = searchSources([source], text, { uses: {}, recents: [] }, 0)
    const typed = text.trim() === '' ? null : (page.parse?.(text) ?? null)
    return joined(found, typed === null ? [] : [rowOf(typed, page.title)], 'before')
  }
  return {
    results: (text) => ({
      ...find(text),
      prefixes: noneOf,
      loading: source === undefined,
      failed: source === null ? [page.title] : noneOf,
      unknown: noneOf,
    }),
    end: () => stop.abort(),
  }
}
