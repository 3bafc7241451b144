// The history as this page knows it: pages of runs that come as one scrolls, and asked again while some are at work.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '../../../../web/api/client.ts'
import { goTo } from '../../../../web/shell/keys/run.ts'
import { showMessage } from '../../../../web/shell/message.ts'
import { cancelQuery, listSqlQueryHistory, type Run } from '../../contract.ts'
import type { RunAddress } from './address.ts'

export const pageSize = 100

interface Runs {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  refreshing: boolean
  failure: CallError | null
  total: number
  /** By the page's number, from 0. */
  pages: ReadonlyMap<number, readonly Run[]>
}

const nothing: Runs = { status: 'idle', refreshing: false, failure: null, total: 0, pages: new Map() }
export const useRunHistory = create<Runs>(() => nothing)

type Filter = Pick<RunAddress, 'text' | 'status' | 'kind'>
let filter: Filter = { text: '', status: '', kind: '' }
let asking = new AbortController()
const asked = new Set<number>()

/** Asks for the newest runs that answer; what shows stays until they are there. */
export async function searchRuns(wanted: Filter): Promise<void> {
  filter = wanted
  await refreshRuns()
}

export async function refreshRuns(): Promise<void> {
  asking.abort()
  asking = new AbortController()
  asked.clear()
  asked.add(0)
  const { signal } = asking
  const known = useRunHistory.getState().status === 'ready'
  useRunHistory.setState(known ? { refreshing: true } : { status: 'loading' })
  try {
    const { total, rows } = await askPage(0, signal)
    useRunHistory.setState({ status: 'ready', refreshing: false, total, pages: new Map([[0, rows]]) })
  } catch (error) {
    if (signal.aborted) return
    useRunHistory.setState({ status: 'failed', refreshing: false, failure: failureOf(error) })
  }
}

const askPage = (page: number, signal: AbortSignal) => {
  const { text, status, kind } = filter
  const narrowing = { ...(text && { text }), ...(status && { status }), ...(kind && { kind }) }
  const query = { page: page + 1, size: pageSize, ...narrowing }
  return call(listSqlQueryHistory, { query }, { quiet: true, signal })
}

/** Brings the pages that hold these rows, each once. */
export function showRows(from: number, to: number): void {
  for (let page = Math.floor(from / pageSize); page * pageSize < to; page++) void bringPage(page)
}

async function bringPage(page: number): Promise<void> {
  if (asked.has(page)) return
  asked.add(page)
  const { signal } = asking
  try {
    const { total, rows } = await askPage(page, signal)
    if (signal.aborted) return
    useRunHistory.setState(({ pages }) => ({ total, pages: new Map(pages).set(page, rows) }))
  } catch {
    // Asked again when it is next scrolled to.
    if (!signal.aborted) asked.delete(page)
  }
}

export function rowOf({ pages }: Pick<Runs, 'pages'>, row: number): Run | undefined {
  return pages.get(Math.floor(row / pageSize))?.[row % pageSize]
}

/** Its place in the list; -1 where it was not brought yet. */
export function placeOf({ pages }: Pick<Runs, 'pages'>, queryId: string): number {
  for (const [page, rows] of pages) {
    const at = rows.findIndex((run) => run.queryId === queryId)
    if (at >= 0) return page * pageSize + at
  }
  return -1
}

const isAtWork = ({ status }: Run): boolean => status === 'queued' || status === 'running'
const refreshMs = 2_000

/** While the first page has runs at work it is asked again, and only its rows change. */
export function followRuns(): () => void {
  const timer = setInterval(() => {
    const first = useRunHistory.getState().pages.get(0) ?? []
    if (document.visibilityState === 'visible' && first.some(isAtWork)) void renewFirst()
  }, refreshMs)
  return () => clearInterval(timer)
}

async function renewFirst(): Promise<void> {
  const { signal } = asking
  const answer = await askPage(0, signal).catch(() => null)
  if (answer === null || signal.aborted) return
  const { total, pages } = useRunHistory.getState()
  // A run that came meanwhile moves all others: later pages are of another order then.
  if (answer.total !== total) asked.clear()
  const kept = answer.total === total ? pages : []
  asked.add(0)
  useRunHistory.setState({ total: answer.total, pages: new Map(kept).set(0, answer.rows) })
}

export async function stopRun(run: Run): Promise<void> {
  if (!isAtWork(run)) {
    showMessage({ message: '这次运行已经结束，不用取消' })
    return
  }
  try {
    await call(cancelQuery, { params: { id: run.queryId }, body: {} })
  } catch {
    return
  }
  await renewFirst()
}

export const runAddress = (queryId: string, again = false): string =>
  `/code/query?${new URLSearchParams({ run: queryId, ...(again && { start: '1' }) })}`

export function openRun(queryId: string, again = false): void {
  goTo(runAddress(queryId, again))
}
