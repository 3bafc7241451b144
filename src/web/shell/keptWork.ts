// Unsaved work of a user whose session ended or whose page was reloaded: kept in this tab until the same user returns
// to the same address. Pages store their work when they are left, and take it back when they open.
import { useEffect, useRef } from 'react'
import { useSession } from './session.ts'
import { isRecord, type StoredKey } from './storage.ts'

const nameOf = (purpose: string): StoredKey => `kept-work:${purpose}`
const here = (): string => location.pathname + location.search

interface Place {
  email: string
  path: string
}

/** The user whose session ended, and the address; null while signed in, and after logging out on purpose. */
let ended: Place | null = null
/** The same, while the document is being unloaded. */
let leaving: Place | null = null
/** Names stored during unloading; a page restored from the back/forward cache removes them. */
const keptAsItWent = new Set<string>()

useSession.subscribe(({ roleData }) => {
  if (roleData !== null) ended = null
})

/** Call before the session is cleared. */
export function noteSessionEnd(): void {
  const email = useSession.getState().roleData?.email
  if (email !== undefined) ended = { email, path: here() }
}

/**
 * Calls `keep` when the component unmounts and when the document is unloaded (reload, closed tab). `keep` calls
 * `keepWork`, and does whatever else the page does on leaving.
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

/** A page restored from the back/forward cache still has its work. */
function forgetWhereBack({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  for (const name of keptAsItWent) sessionStorage.removeItem(name)
  keptAsItWent.clear()
}

/** Stores the work if the document is being unloaded or the session has ended; returns whether it did. */
export function keepWork(purpose: string, content: unknown): boolean {
  const place = leaving ?? ended
  if (place === null) return false
  try {
    sessionStorage.setItem(nameOf(purpose), JSON.stringify({ ...place, content }))
    if (leaving) keptAsItWent.add(nameOf(purpose))
    return true
  } catch {
    // Storage is full or blocked: the work is lost.
    return false
  }
}

/** The work that this user left at this address, else null. It can be taken once. */
export function takeKeptWork(purpose: string): unknown {
  const email = useSession.getState().roleData?.email
  try {
    const text = sessionStorage.getItem(nameOf(purpose))
    if (text === null || email === undefined) return null
    const kept: unknown = JSON.parse(text)
    const isOurs = isRecord(kept) && kept.email === email
    // At another address the work stays stored; another user never gets it.
    if (isOurs && kept.path !== here()) return null
    sessionStorage.removeItem(nameOf(purpose))
    return isOurs ? kept.content : null
  } catch {
    return null
  }
}

export const keptWorkMessage = '已恢复未保存的内容'
