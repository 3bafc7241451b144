// Figures in the row of the chosen entry: what a point is today and yesterday, before Enter. They are asked for once the
// choice rests on the row; an entry whose figures can't be had shows its detail as before.
import { createStore } from 'zustand'
import type { PaletteEntry } from './entries.ts'
import { highlightedIn, usePaletteList } from './list.ts'

/** Longer than slow typists take for a letter: texts on the way to another entry ask nothing. */
const restMs = 320

const told = new WeakMap<PaletteEntry, string>()
/** The entry whose figures came last. */
const answered = createStore<{ entry: PaletteEntry | null }>(() => ({ entry: null }))

export const detailOf = (entry: PaletteEntry): string => told.get(entry) ?? entry.detail ?? ''

/** Calls `hear` with the entry whose figures have come. */
export const onFigures = (hear: (entry: PaletteEntry) => void): (() => void) =>
  answered.subscribe(({ entry }) => entry !== null && hear(entry))

let resting: ReturnType<typeof setTimeout> | undefined
let asking: AbortController | undefined

function askFor(entry: PaletteEntry): void {
  const stop = new AbortController()
  asking = stop
  entry.figures?.(stop.signal).then(
    (text) => {
      if (text === '') return
      told.set(entry, text)
      if (!stop.signal.aborted) answered.setState({ entry })
    },
    // The row keeps its detail.
    () => undefined,
  )
}

usePaletteList.subscribe((now, before) => {
  const entry = highlightedIn(now)
  if (entry === highlightedIn(before)) return
  clearTimeout(resting)
  asking?.abort()
  if (entry?.figures === undefined || told.has(entry)) return
  resting = setTimeout(() => askFor(entry), restMs)
})
