// Where a page is, for wouter's hooks within it: at the window's address, or where it will be while it is drawn ahead.
import { createContext, useContext } from 'react'
import type { BaseLocationHook } from 'wouter'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import type { ForeseenPlace } from './foreseen.ts'

/** Null for pages that are in front. Asked at each reading, so that a page which is opened has nothing to draw anew. */
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
