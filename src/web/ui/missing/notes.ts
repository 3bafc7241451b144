// Notes on what a part of a page lacks because a secondary request failed: collected per place, shown by MissingPlace.
import { createContext, useContext, useEffect, useId } from 'react'
import { createStore, type StoreApi } from 'zustand'
import type { CallError } from '#web/api/callError.ts'

interface MissingNote {
  /** What is missing, and what is shown instead: 字典读取失败，显示的是代码. */
  what: string
  failure: CallError
  again: () => void
}

/** By the id of the component that lacks something. */
export type Notes = ReadonlyMap<string, MissingNote>

export const notesStore = (): StoreApi<Notes> => createStore<Notes>(() => new Map())

/** The default store is never shown: the shell has a place around every page. */
export const PlaceContext = createContext(notesStore())

/**
 * Shows a failure at the component's place while the component is mounted and the failure lasts. `again` repeats the
 * request. Notes with the same text are shown once and retried together.
 */
export function useMissing(what: string, failure: CallError | null, again: () => void): void {
  const place = useContext(PlaceContext)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` may be a new function at each render, and does the same.
  useEffect(() => {
    if (failure === null || failure.aborted) return
    place.setState((notes) => new Map([...notes, [id, { what, failure, again }]]), true)
    return () => place.setState((notes) => new Map([...notes].filter(([one]) => one !== id)), true)
  }, [place, id, what, failure])
}
