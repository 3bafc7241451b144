// What somebody was at work on when their session ended: kept in this tab until the same user is back at the same
// place. Pages keep what they hold as they are left, and ask for it as they open.
import { useSession } from './session.ts'
import { isRecord } from './storage.ts'

const nameOf = (purpose: string): string => `kept-work:${purpose}`
const here = (): string => location.pathname + location.search

/** Whose session ended, and where; null while there is one, and after leaving on purpose. */
let ended: { email: string; path: string } | null = null

useSession.subscribe(({ roleData }) => {
  if (roleData !== null) ended = null
})

/** To be told before the session is forgotten. */
export function noteSessionEnd(): void {
  const email = useSession.getState().roleData?.email
  if (email !== undefined) ended = { email, path: here() }
}

/** Keeps it if the page is left because the session ended, and says whether. */
export function keepWork(purpose: string, content: unknown): boolean {
  if (ended === null) return false
  try {
    sessionStorage.setItem(nameOf(purpose), JSON.stringify({ ...ended, content }))
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

export const keptWorkMessage = '已恢复登录失效前没有保存的内容'
