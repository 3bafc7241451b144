// Polls runs until they have ended, through lost connections and page reloads.

import { call, failureOf } from '#web/api/client.ts'
import { queryById, type Run } from '#features/code/contract.ts'
import { changeRun, type EditorRun, isOver, refusalOf, useRuns } from './store.ts'

/** Rows included in the state, so that the table has content at once. */
export const firstRows = 200
const longWaitMs = 20_000
/** Minimum time between two answers, however fast the state changes. */
const shortestPauseMs = 200
const longestPauseMs = 15_000
/** Concurrent long polls: browsers open few connections, and pages need some of them. */
const mostWaiting = 3

let waiting = 0
const following = new Map<string, AbortController>()
let onEnd: (run: EditorRun) => void = () => undefined

/** The callback for a run's end. */
export const provideOnEnd = (told: (run: EditorRun) => void): void => {
  onEnd = told
}

const runOf = (key: string): EditorRun | undefined => useRuns.getState().runs[key]

/** Takes an answer over; older ones are ignored. */
export function hear(key: string, answer: Run): void {
  const before = runOf(key)
  if (!before) return
  const known = before.run
  if (known && answer.stamp < known.stamp) return
  // Known rows, columns and text stay: a question for the state returns none.
  const rows = answer.data.length === 0 && known ? { data: known.data, from: known.from } : {}
  const head =
    answer.columns.length === 0 && known
      ? { sql: known.sql, columns: known.columns, ...(known.params && { params: known.params }) }
      : {}
  const run = { ...answer, ...rows, ...head }
  changeRun(key, { run, runId: run.queryId, heardAt: Date.now(), lost: false })
  const after = runOf(key)
  if (after && isOver(after) && !isOver(before)) onEnd(after)
}

/** Until the run has ended, its tab is closed or the session is over. */
export async function follow(key: string): Promise<void> {
  if (following.has(key)) return
  const abort = new AbortController()
  following.set(key, abort)
  try {
    let pauseMs = shortestPauseMs
    for (let run = runOf(key); run && !isOver(run) && !abort.signal.aborted; run = runOf(key)) {
      const answered = await askOnce(run, abort.signal)
      if (answered === 'over') return
      pauseMs = answered === 'lost' ? Math.min(pauseMs * 2, longestPauseMs) : shortestPauseMs
      const now = runOf(key)
      if (now && !isOver(now)) await pause(pauseMs, abort.signal)
    }
  } finally {
    if (following.get(key) === abort) following.delete(key)
  }
}

async function askOnce(editorRun: EditorRun, signal: AbortSignal): Promise<'heard' | 'lost' | 'over'> {
  const { runId, run } = editorRun
  if (!runId) return 'over'
  const waits = run !== null && waiting < mostWaiting
  if (waits) waiting += 1
  try {
    const count = run && run.data.length > 0 ? 0 : firstRows
    // A long text need not be sent with each change.
    const isHeaded = run !== null && run.columns.length > 0
    const query = {
      from: 0,
      count,
      ...(isHeaded && { rowsOnly: true }),
      ...(run && { after: run.stamp, waitMs: waits ? longWaitMs : 0 }),
    }
    const answer = await call(
      queryById,
      { params: { id: runId }, query },
      { signal, quiet: true, loading: null },
    )
    hear(editorRun.key, answer)
    return waits ? 'heard' : await shortly(signal)
  } catch (error) {
    return fail(editorRun.key, error)
  } finally {
    if (waits) waiting -= 1
  }
}

/** Runs beyond the long polls are polled once a second. */
async function shortly(signal: AbortSignal): Promise<'heard'> {
  await pause(800, signal)
  return 'heard'
}

function fail(key: string, error: unknown): 'lost' | 'over' {
  const { status, aborted } = failureOf(error)
  if (aborted || status === 203) return 'over'
  if (status === 0 || status >= 500 || status === 429) {
    changeRun(key, { lost: true })
    return 'lost'
  }
  const message = status === 404 ? '这次运行已不存在，请重新运行' : refusalOf(error).message
  changeRun(key, { refusal: { ...refusalOf(error), message } })
  const run = runOf(key)
  if (run) onEnd(run)
  return 'over'
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
  })
}

export function unfollow(key: string): void {
  following.get(key)?.abort()
  following.delete(key)
}

export function unfollowAll(): void {
  for (const key of [...following.keys()]) unfollow(key)
}
