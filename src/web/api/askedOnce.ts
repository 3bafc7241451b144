// Fetches dictionaries once for several parts of a page: requests in progress are shared, and where this
// browser can't cache, so are the answers until another page is opened.
import { useSession } from '../shell/session.ts'
import { CallError } from './callError.ts'
import { onDictionariesChange } from './dictionaryCache.ts'

export type Fetch<Dictionary> = (ids: number[]) => Promise<Dictionary[]>

interface Page {
  path: string
  reader: string
  /** Requests by dictionary id; resolved to undefined for a missing dictionary. */
  asked: Map<number, Promise<unknown>>
}

let page: Page = { path: '', reader: '', asked: new Map() }
let isListening = false

/** Requests of the open page and the signed-in user. */
function askedHere(): Page['asked'] {
  listen()
  const path = window.location.pathname
  const reader = useSession.getState().roleData?.email ?? ''
  if (page.path !== path || page.reader !== reader) page = { path, reader, asked: new Map() }
  return page.asked
}

/** Changed dictionaries are fetched again. */
function listen(): void {
  if (isListening) return
  isListening = true
  onDictionariesChange((ids) => {
    for (const id of ids) page.asked.delete(id)
  })
}

/** `lasting`: answers are also kept for as long as the page is open. Unknown ids are left out. */
export async function fetchOnce<Dictionary extends { id: number }>(
  ids: readonly number[],
  fetch: Fetch<Dictionary>,
  lasting: boolean,
): Promise<Dictionary[]> {
  const asked = askedHere()
  const shared = ids.filter((id) => asked.has(id))
  const waiting = shared.map((id) => asked.get(id) as Promise<Dictionary | undefined>)
  const own = ids.filter((id) => !asked.has(id))
  const answer = own.length === 0 ? Promise.resolve([]) : ask(asked, own, fetch, lasting)
  const [fetched, others] = await Promise.all([answer, Promise.allSettled(waiting)])
  const failed = others.find((one) => one.status === 'rejected')
  if (failed && !isGivenUp(failed.reason)) throw failed.reason
  const found = others.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))
  if (!failed) return [...fetched, ...found]
  // The first requester aborted the request, but later requesters still need it.
  const left = shared.filter((_, at) => others[at]?.status === 'rejected')
  return [...fetched, ...found, ...(await fetchOnce(left, fetch, lasting))]
}

const isGivenUp = (error: unknown): boolean => error instanceof CallError && error.aborted

function ask<Dictionary extends { id: number }>(
  asked: Page['asked'],
  ids: number[],
  fetch: Fetch<Dictionary>,
  lasting: boolean,
): Promise<Dictionary[]> {
  const answer = fetch(ids)
  const forget = () => {
    for (const id of ids) asked.delete(id)
  }
  for (const id of ids) {
    const one = answer.then((all) => all.find((dictionary) => dictionary.id === id))
    // Handled here only to avoid an unhandled rejection: `answer` reports the failure to the requesters.
    one.catch(() => undefined)
    asked.set(id, one)
  }
  answer.then(lasting ? () => undefined : forget, forget)
  return answer
}
