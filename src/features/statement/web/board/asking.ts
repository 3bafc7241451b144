// Asks what tiles want: equal questions once, those in view first, a few at a time, none while nobody looks.
import { failureOf } from '#web/api/client.ts'
import { askTable } from '../report/asking/loading.ts'
import type { Ask } from './asks.ts'
import { type Answer, useBoard } from './store.ts'

/** As many as a browser sends to one server at once. */
const mostAtOnce = 6
/** Answers to former conditions, so that going back shows them at once. */
const mostKept = 120

const running = new Map<string, AbortController>()
let wanted: readonly Ask[] = []
/** To be asked past the server's cache. */
const fresh = new Set<string>()
/** To be asked though an answer is there: its table has changed. */
const outdated = new Set<string>()
let asks = 0

function put(key: string, answer: Answer | null): void {
  const answers = new Map(useBoard.getState().answers)
  answers.delete(key)
  if (answer) answers.set(key, answer)
  for (const old of answers.keys()) {
    if (answers.size <= mostKept) break
    if (!wanted.some((ask) => ask.key === old)) answers.delete(old)
  }
  useBoard.setState({ answers })
}

/** In the order in which they are to be asked; what runs and is wanted no more is cancelled. */
export function want(next: readonly Ask[]): void {
  wanted = next
  for (const [key, controller] of running) {
    if (next.some((ask) => ask.key === key)) continue
    controller.abort()
    running.delete(key)
  }
  pump()
}

/** Asks all anew, past the cache; the present figures stay until then. */
export function askAnew(): void {
  for (const { key } of wanted) fresh.add(key)
  pump()
}

/** Tables of these reports have changed; the server's cache knows. */
export function askReports(reports: readonly number[]): void {
  for (const { key, report } of wanted) if (reports.includes(report)) outdated.add(key)
  pump()
}

/** A failed question is asked again. */
export function askOnceMore(keys: readonly string[]): void {
  for (const key of keys) put(key, null)
  pump()
}

const isOpen = ({ key }: Ask): boolean =>
  !running.has(key) && (fresh.has(key) || outdated.has(key) || !useBoard.getState().answers.has(key))

function pump(): void {
  if (document.hidden) return
  for (const ask of wanted) {
    if (running.size >= mostAtOnce) return
    if (isOpen(ask)) void send(ask)
  }
}

async function send({ key, report, info }: Ask): Promise<void> {
  const mine = new AbortController()
  running.set(key, mine)
  asks += 1
  const requestId = `board-${Date.now().toString(36)}-${asks}`
  const isFresh = fresh.delete(key)
  outdated.delete(key)
  try {
    const table = await askTable(
      { reportId: report, info, signal: mine.signal, requestId, fresh: isFresh },
      info,
    )
    if (running.get(key) === mine) put(key, { state: 'ready', table, info })
  } catch (error) {
    const failure = failureOf(error)
    if (running.get(key) === mine && !failure.aborted) put(key, { state: 'failed', failure })
  } finally {
    if (running.get(key) === mine) running.delete(key)
    pump()
  }
}

export function forgetAnswers(): void {
  for (const controller of running.values()) controller.abort()
  running.clear()
  fresh.clear()
  outdated.clear()
  wanted = []
}

/** A page that was hidden goes on when it is looked at. */
export function watchSight(): () => void {
  document.addEventListener('visibilitychange', pump)
  return () => document.removeEventListener('visibilitychange', pump)
}
