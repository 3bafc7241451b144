// Places of the list: which is highlighted, and what cmdk and the page call it.
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { PalettePage } from './entries.ts'
import type { PaletteRow } from './results.ts'

/** cmdk's value of a row and the row's id in the page. */
export const placeOf = (at: number): string => `palette-row-${at}`
export const atOf = (place: string): number => Number(place.slice(place.lastIndexOf('-') + 1))

/**
 * Where the highlight is. A text or a page that changes starts at the best answer again; sources that answer late
 * may push rows down, and a highlight that was moved stays on its entry: Enter runs what one chose.
 */
export function useHighlight(
  text: string,
  page: PalettePage | null,
  rows: readonly PaletteRow[],
): [at: number, moveTo: (at: number) => void] {
  const [moved, setMoved] = useState<Moved | null>(null)
  const current = moved?.text === text && moved.page === page ? moved : null
  // Text and page may come back: what was moved before does not. Where nobody moved, this draws nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what it reacts to.
  useLayoutEffect(() => setMoved(null), [text, page])
  const moveTo = (at: number) => setMoved({ text, page, at, id: rows[at]?.entry.id })
  return [current === null ? 0 : placeIn(rows, current), moveTo]
}

/** Where nobody moved, the best answer is meant, whichever it is. */
interface Moved {
  text: string
  page: PalettePage | null
  at: number
  id: string | undefined
}

function placeIn(rows: readonly PaletteRow[], { at, id }: Moved): number {
  if (id !== undefined && rows[at]?.entry.id !== id) {
    const place = rows.findIndex(({ entry }) => entry.id === id)
    if (place >= 0) return place
  }
  return at < rows.length ? at : 0
}

/** cmdk scrolls to what its keys highlight; the best answer to a new text is shown from here. */
export function useScrollFromTop(text: string, page: PalettePage | null) {
  const ref = useRef<HTMLDivElement>(null)
  // Asking a list that was not scrolled would lay it out once more for every key.
  const scrolled = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what it reacts to.
  useLayoutEffect(() => {
    if (scrolled.current && ref.current) ref.current.scrollTop = 0
    scrolled.current = false
  }, [text, page])
  const onScroll = useCallback(() => {
    scrolled.current = true
  }, [])
  return { ref, onScroll }
}
