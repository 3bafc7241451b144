// What a place lacks because a call beside its main one failed: kept per place, told there by MissingPlace.
import { createContext, useContext, useEffect, useId } from 'react'
import { createStore, type StoreApi } from 'zustand'
import type { CallError } from '#web/api/callError.ts'

interface MissingNote {
  /** What there is not, and what shows in its stead: 字典没有读出来，显示的是编码. */
  what: string
  failure: CallError
  again: () => void
}

/** By the component that misses something. */
export type Notes = ReadonlyMap<string, MissingNote>

export const notesStore = (): StoreApi<Notes> => createStore<Notes>(() => new Map())

/** Outside of all places nothing would be told: the shell has one around every page. */
export const PlaceContext = createContext(notesStore())

/**
 * Tells a failure where the component stands, as long as it stands there and the failure lasts. `again` asks anew.
 * Several that miss the same, in the same words, are told once, and asked for together.
 */
export function useMissing(what: string, failure: CallError | null, again: () => void): void {
  const place = useContext(PlaceContext)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` may be another with each drawing, and does the same.
  useEffect(() => {
    if (failure === null || failure.aborted) return
    place.setState((notes) => new Map([...notes, [id, { what, failure, again }]]), true)
    return () => place.setState((notes) => new Map([...notes].filter(([one]) => one !== id)), true)
  }, [place, id, what, failure])
}
