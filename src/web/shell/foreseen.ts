// A page that is made ready, out of sight, before it is opened: while the palette's choice rests on it, what it will show
// is asked for, drawn and laid out, so that opening it only paints. One at a time, and not for long: figures grow old.
import { create } from 'zustand'

export interface ForeseenPlace {
  path: string
  /** With its question mark, or empty. */
  search: string
}

interface Foreseen {
  /** What the outlet draws; null while it is being made ready, too. */
  place: ForeseenPlace | null
}

/** Asks for what a page will show; takes it back when its signal says so. Answers whether the page can be drawn. */
export type MakeReady = (search: string, signal: AbortSignal) => Promise<boolean>

/** What was made ready longer ago is made anew when it is opened. */
const freshMs = 20_000

/** It stays when the page is opened, for as long as it is in front. */
export const useForeseen = create<Foreseen>(() => ({ place: null }))

/** Not opened so far. */
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

/** It is not opened after all. */
export function callOff(): void {
  if (coming === null) return
  clearTimeout(ageing)
  coming.calling.abort()
  coming = null
  useForeseen.setState({ place: null })
}

/** On the way to an address: what was made ready for another one is in its way. */
export function leaveFor(address: string): void {
  if (!isComing(placeOf(address))) callOff()
}

/** The page at this path is in front. What was made ready is its own from now on, or is called off. */
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

/** The choice went elsewhere, or the one who made it went to the page. */
export function lookAway(): void {
  if (coming?.place.path !== location.pathname) callOff()
}
