// Polls the number of unread notes, only while the page is visible and the user is active, so that a
// forgotten tab keeps no session alive.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { countUnread, type Unread } from '../contract.ts'

interface Counted extends Unread {
  /** Why the count is outdated or missing. */
  failure: CallError | null
}

export const useUnread = create<Counted>(() => ({ count: 0, level: null, failure: null }))

const everyMs = 60_000
/** Returning to the page polls at once, but at most this often. */
const leastMs = 30_000
const awayMs = 15 * 60_000

let askedAt = Number.NEGATIVE_INFINITY
let actedAt = 0

export async function askUnread(): Promise<void> {
  askedAt = performance.now()
  try {
    useUnread.setState({ ...(await call(countUnread, {}, { quiet: true, loading: null })), failure: null })
  } catch (error) {
    useUnread.setState({ failure: failureOf(error) })
  }
}

const askIfDue = (dueMs: number): void => {
  const now = performance.now()
  if (document.visibilityState !== 'visible' || now - actedAt > awayMs) return
  if (now - askedAt >= dueMs) void askUnread()
}

/** Returns a function that stops the polling. */
export function followUnread(): () => void {
  actedAt = performance.now()
  void askUnread()
  const timer = setInterval(() => askIfDue(everyMs), everyMs / 4)
  const ending = new AbortController()
  const { signal } = ending
  const acted = () => {
    actedAt = performance.now()
  }
  const back = () => {
    acted()
    askIfDue(leastMs)
  }
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, acted, { signal, passive: true, capture: true })
  addEventListener('focus', back, { signal })
  document.addEventListener('visibilitychange', back, { signal })
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}
