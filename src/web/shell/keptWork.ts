// What somebody was at work on when their session ended, or the page was loaded anew: kept in this tab until the same
// user is back at the same place. Pages keep what they hold as they are left, and ask for it as they open.
import { useEffect, useRef } from 'react'
import { useSession } from './session.ts'
import { isRecord, type StoredKey } from './storage.ts'

const nameOf = (purpose: string): StoredKey => `kept-work:${purpose}`
const here = (): string => location.pathname + location.search

interface Place {
  email: string
  path: string
}

/** Whose session ended, and where; null while there is one, and after leaving on purpose. */
let ended: Place | null = null
/** The same while the page itself goes. */
let leaving: Place | null = null
/** What was kept as the page went: it may come back as it was. */
const keptAsItWent = new Set<string>()

useSession.subscribe(({ roleData }) => {
  if (roleData !== null) ended = null
})

/** To be told before the session is forgotten. */
export function noteSessionEnd(): void {
  const email = useSession.getState().roleData?.email
  if (email !== undefined) ended = { email, path: here() }
}

/**
 * Keeps what an editor holds by `keep`, as it goes from the page and as the page goes: it is loaded anew, its tab is
 * closed. `keep` calls `keepWork`, and does whatever else a page does for what it leaves.
 */
export function useKeptWork(keep: () => void): void {
  const latest = useRef(keep)
  latest.current = keep
  useEffect(() => {
    const keepAsPageGoes = () => {
      const email = useSession.getState().roleData?.email
      leaving = email === undefined ? null : { email, path: here() }
      latest.current()
      leaving = null
    }
    window.addEventListener('pagehide', keepAsPageGoes)
    window.addEventListener('pageshow', forgetWhereBack)
    return () => {
      window.removeEventListener('pagehide', keepAsPageGoes)
      window.removeEventListener('pageshow', forgetWhereBack)
      latest.current()
    }
  }, [])
}

/** A page that comes back whole holds its work itself. */
function forgetWhereBack({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  for (const name of keptAsItWent) sessionStorage.removeItem(name)
  keptAsItWent.clear()
}

/** Keeps it if the page goes, or is left because the session ended, and says whether. */
export function keepWork(purpose: string, content: unknown): boolean {
  const place = leaving ?? ended
  if (place === null) return false
  try {
    sessionStorage.setItem(nameOf(purpose), JSON.stringify({ ...place, content }))
    if (leaving) keptAsItWent.add(nameOf(purpose))
    return true
  } catch {
    // Without room it is lost, as it was before.
    return false
  }
}

/** What this user left here; null for none. Taken once. */
export function takeKeptWork(purpose: string): unknown {
  const email = useSession.getState().roleData?.email
  try {
    const text = sessionStorage.getItem(nameOf(purpose))
    if (text === null || email === undefined) return null
    const kept: unknown = JSON.parse(text)
    const isOurs = isRecord(kept) && kept.email === email
    // Elsewhere it waits for its place; another user never meets it.
    if (isOurs && kept.path !== here()) return null
    sessionStorage.removeItem(nameOf(purpose))
    return isOurs ? kept.content : null
  } catch {
    return null
  }
}

export const keptWorkMessage = '已恢复没有保存的内容'
