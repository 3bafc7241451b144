// Dictionaries that several parts of a page ask for are fetched once: what is under way is shared, and where this browser
// keeps none the answers are, until another page is opened.
import { useSession } from '../shell/session.ts'
import { CallError } from './callError.ts'
import { onDictionariesChange } from './dictionaryCache.ts'

export type Fetch<Dictionary> = (ids: number[]) => Promise<Dictionary[]>

interface Page {
  path: string
  reader: string
  /** By the dictionary's id; undefined for one that there is not. */
  asked: Map<number, Promise<unknown>>
}

let page: Page = { path: '', reader: '', asked: new Map() }
let isListening = false

/** Of the page that is open, for whoever is signed in. */
function askedHere(): Page['asked'] {
  listen()
  const path = window.location.pathname
  const reader = useSession.getState().roleData?.email ?? ''
  if (page.path !== path || page.reader !== reader) page = { path, reader, asked: new Map() }
  return page.asked
}

/** What was changed is asked for anew. */
function listen(): void {
  if (isListening) return
  isListening = true
  onDictionariesChange((ids) => {
    for (const id of ids) page.asked.delete(id)
  })
}

/** `lasting`: answers stay with the page, too. Unknown ones are left out. */
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
  // Whoever asked first went away: that is no failure of those who came later.
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
    // Told by `answer` to whoever asked.
    one.catch(() => undefined)
    asked.set(id, one)
  }
  answer.then(lasting ? () => undefined : forget, forget)
  return answer
}
