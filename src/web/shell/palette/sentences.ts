// Sentences: texts such as «lc ios 7d» whose words together describe a request that no list holds. A slice provides the
// parser; it is loaded with its vocabulary when the palette is first opened, and then parses each text synchronously.
import { createStore } from 'zustand'
import { useSession } from '../session.ts'
import type { PaletteEntry } from './entries.ts'

export interface SentenceReader {
  (text: string): readonly PaletteEntry[]
  /** Words that are not understood, while other words of the text are. */
  unknown?: (text: string) => readonly string[]
}

export interface Sentences {
  /** Loads the parser with the vocabulary that the present user may use. */
  load: (signal: AbortSignal) => Promise<SentenceReader>
}

interface State {
  reader: SentenceReader | null
  loadedAt: number
  /** Whether the first parser is still loading. */
  awaited: boolean
}

const silent: State = { reader: null, loadedAt: 0, awaited: false }
const readers = createStore<State>(() => silent)
/** A vocabulary older than this is loaded again; the old one serves meanwhile. */
const freshMs = 60_000

let sentences: Sentences | null = null
let loading: AbortController | null = null

export function registerSentences(given: Sentences): void {
  sentences = given
}

export function loadSentences(): void {
  const { loadedAt, reader: known } = readers.getState()
  if (!sentences || loading || useSession.getState().roleData === null) return
  if (Date.now() - loadedAt < freshMs) return
  const mine = new AbortController()
  loading = mine
  readers.setState({ awaited: known === null })
  sentences
    .load(mine.signal)
    .then(
      (reader) => mine.signal.aborted || readers.setState({ reader, loadedAt: Date.now() }),
      // Without the parser the palette still finds all named entries.
      () => undefined,
    )
    .finally(() => {
      if (loading !== mine) return
      loading = null
      readers.setState({ awaited: false })
    })
}

/** The present parser, and notifications when it changes. */
export const sentenceReaders = { now: readers.getState, subscribe: readers.subscribe }

/** Another user's values must not be found. */
useSession.subscribe((now, before) => {
  if (now.roleData?.email === before.roleData?.email) return
  loading?.abort()
  loading = null
  readers.setState(silent)
})
