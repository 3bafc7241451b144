// Prepares a page out of sight before it is opened: while an entry stays highlighted in the palette, its page's data is
// requested and the page is drawn and laid out, so that opening it only paints. One page at a time, and only briefly:
// figures go stale.
import { create } from 'zustand'

export interface ForeseenPlace {
  path: string
  /** With its question mark; empty without a query. */
  search: string
}

interface Foreseen {
  /** The page that the outlet draws ahead; null, too, while its data is still loading. */
  place: ForeseenPlace | null
}

/** Requests the page's data; aborts when the signal fires. Resolves to whether the page can be drawn. */
export type MakeReady = (search: string, signal: AbortSignal) => Promise<boolean>

/** Prepared pages older than this are dropped; opening the page then loads it normally. */
const freshMs = 20_000

/** The place stays set after its page is opened, for as long as that page is in front. */
export const useForeseen = create<Foreseen>(() => ({ place: null }))

/** The page being prepared or prepared, but not yet opened. */
let coming: { place: ForeseenPlace; calling: AbortController } | null = null
let ageing: ReturnType<typeof setTimeout> | undefined

const placeOf = (address: string): ForeseenPlace => {
  const { pathname, search } = new URL(address, location.href)
  return { path: pathname, search }
}

const isComing = ({ path, search }: ForeseenPlace): boolean =>
  coming?.place.path === path && coming.place.search === search

export async function foresee(address: string, makeReady: MakeReady): Promise<void> {
  const place = placeOf(address)
  if (place.path === location.pathname || isComing(place)) return
  callOff()
  const mine = { place, calling: new AbortController() }
  coming = mine
  const isReady = await makeReady(place.search, mine.calling.signal).catch(() => false)
  if (coming !== mine) return
  if (!isReady) {
    callOff()
    return
  }
  ageing = setTimeout(callOff, freshMs)
  useForeseen.setState({ place })
}

/** Drops the prepared page: it will not be opened. */
export function callOff(): void {
  if (coming === null) return
  clearTimeout(ageing)
  coming.calling.abort()
  coming = null
  useForeseen.setState({ place: null })
}

/** Before navigating: drops the prepared page if it belongs to another address. */
export function leaveFor(address: string): void {
  if (!isComing(placeOf(address))) callOff()
}

/**
 * Call when the page at this path has come to the front: a page prepared for this path is now open, any other is
 * dropped.
 */
export function arrive(path: string): void {
  if (coming?.place.path === path) {
    clearTimeout(ageing)
    coming = null
    return
  }
  callOff()
  const { place } = useForeseen.getState()
  if (place !== null && place.path !== path) useForeseen.setState({ place: null })
}

/** Drops the prepared page unless it has just been opened. */
export function lookAway(): void {
  if (coming?.place.path !== location.pathname) callOff()
}
