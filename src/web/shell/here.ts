// A page's location, for wouter's hooks within it: the window's address, or the page's future address while it is drawn
// ahead.
import { createContext, useContext } from 'react'
import type { BaseLocationHook } from 'wouter'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import type { ForeseenPlace } from './foreseen.ts'

/**
 * Null for pages in front. Compared with the window's address at each read, so that a page being opened need not
 * re-render.
 */
export const ForeseenContext = createContext<ForeseenPlace | null>(null)

const isAhead = (place: ForeseenPlace | null): place is ForeseenPlace =>
  place !== null && location.pathname !== place.path

function useSearchHere(): string {
  const place = useContext(ForeseenContext)
  return useLocationProperty(() => (isAhead(place) ? place.search : location.search))
}

function usePathHere(): ReturnType<BaseLocationHook> {
  const place = useContext(ForeseenContext)
  return [useLocationProperty(() => (isAhead(place) ? place.path : location.pathname)), navigate]
}

export const useHere = Object.assign(usePathHere, { searchHook: useSearchHere }) satisfies BaseLocationHook
