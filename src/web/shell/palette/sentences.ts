// Sentences: texts whose words together ask for something that no list holds, such as «lc ios 7d». A slice brings the
// reader; it comes with its vocabulary when the palette is first opened, and answers each text at once.
import { createStore } from 'zustand'
import { useSession } from '../session.ts'
import type { PaletteEntry } from './entries.ts'

export interface SentenceReader {
  (text: string): readonly PaletteEntry[]
  /** Words that nothing is known by, where others of the text are understood. */
  unknown?: (text: string) => readonly string[]
}

export interface Sentences {
  /** Reads what the present user may ask for. */
  load: (signal: AbortSignal) => Promise<SentenceReader>
}

interface State {
  reader: SentenceReader | null
  loadedAt: number
  /** Whether the first reader is on its way. */
  awaited: boolean
}

const silent: State = { reader: null, loadedAt: 0, awaited: false }
const readers = createStore<State>(() => silent)
/** After this the vocabulary is asked for anew, the old one read meanwhile. */
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
      // Without it the palette finds all that has a name.
      () => undefined,
    )
    .finally(() => {
      if (loading !== mine) return
      loading = null
      readers.setState({ awaited: false })
    })
}

/** What reads sentences now, and whenever that changes. */
export const sentenceReaders = { now: readers.getState, subscribe: readers.subscribe }

/** Another user's values must not be found. */
useSession.subscribe((now, before) => {
  if (now.roleData?.email === before.roleData?.email) return
  loading?.abort()
  loading = null
  readers.setState(silent)
})
