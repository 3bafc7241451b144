// One search at a time: its first page shows at once, counts grow until everything was scanned.

import type { QueryProblem } from '#shared/logQuery/types.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { cancelSearch, followSearch, type LogFound, type LogProgress } from '#features/logsearch/contract.ts'
import type { LogAddress } from '../address.ts'
import { indexOf, type Searched, useLogs } from '../store.ts'
import { boundsOf } from '../time/range.ts'
import { countsOf } from './counts.ts'
import { LinePages } from './linePages.ts'
import { readIndex } from './places.ts'
import { ask, inStore, pageSize, type Question } from './question.ts'
import { searchRequest } from './request.ts'
import { splitCounts } from './split.ts'

let present: { ending: AbortController; id: string | null } | null = null
let serial = 0

/** Histogram bars that can be distinguished. */
const wantedBars = 120

export async function search(address: LogAddress): Promise<void> {
  stopAsking()
  const ending = new AbortController()
  present = { ending, id: null }
  const { signal } = ending
  const bounds = boundsOf(address.range)
  useLogs.setState({ searching: true, failure: null, apartFailure: null, problems: [] })
  const started = performance.now()
  try {
    if (address.request !== '') await searchRequest(address, bounds, nextSerial(), signal)
    else await searchStore(address, bounds, signal)
  } catch (error) {
    if (signal.aborted) return
    const failure = failureOf(error)
    useLogs.setState({ failure, problems: problemsOf(failure) })
  }
  if (signal.aborted) return
  useLogs.setState(({ searched }) => ({
    searching: false,
    searched: searched && { ...searched, elapsedMs: performance.now() - started },
  }))
}

const nextSerial = (): number => {
  serial += 1
  return serial
}

async function searchStore(
  address: LogAddress,
  bounds: Searched['bounds'],
  signal: AbortSignal,
): Promise<void> {
  const { entrance, store, query, order } = address
  const question: Question = { entrance, store, query, order, bounds }
  let found = await ask(question, { bars: wantedBars, limit: pageSize }, signal)
  const book = new LinePages(question)
  take(book, found, bounds)
  show(address, bounds, book, found.progress)
  if (present) present.id = found.progress?.id ?? null
  let { progress } = found
  while (progress?.state === 'running') {
    const body = { id: progress.id, waitMs: 1_000 }
    found = await call(followSearch, { body }, { ...quiet, signal })
    progress = found.progress ?? progress
    take(book, found, bounds)
  }
  book.settleFirst()
  if (progress) void tellApart(book, bounds, progress, signal)
}

/** Afterwards, in the background; where it fails, the counts stay unsplit, with a note. */
async function tellApart(
  book: LinePages,
  bounds: Searched['bounds'],
  progress: LogProgress,
  signal: AbortSignal,
): Promise<void> {
  const { entrance, store } = book.question
  await readIndex(entrance, store)
  const index = indexOf(useLogs.getState())
  try {
    const parts = await splitCounts(book.question, progress, index, wantedBars, signal)
    if (!parts || signal.aborted) return
    useLogs.setState(({ searched }) =>
      searched?.book === book ? { searched: { ...searched, counts: countsOf(progress, bounds, parts) } } : {},
    )
  } catch (error) {
    if (!signal.aborted) useLogs.setState({ apartFailure: failureOf(error) })
  }
}

/** Retries splitting the counts. */
export function tellApartAgain(): void {
  const { searched } = useLogs.getState()
  useLogs.setState({ apartFailure: null })
  if (searched?.progress && present)
    void tellApart(searched.book, searched.bounds, searched.progress, present.ending.signal)
}

function show(
  address: LogAddress,
  bounds: Searched['bounds'],
  book: LinePages,
  progress: LogProgress | null,
): void {
  useLogs.getState().searched?.book.close()
  useLogs.setState({
    searched: {
      serial: nextSerial(),
      address,
      bounds,
      book,
      progress,
      counts: progress && countsOf(progress, bounds),
      done: progress?.state === 'done',
      stopped: false,
      notes: progress?.notes ?? [],
      elapsedMs: 0,
    },
  })
}

/** Takes over results and counts so far. */
function take(book: LinePages, { page, progress }: LogFound, bounds: Searched['bounds']): void {
  if (page) book.begin(inStore(page.lines, book.question.store), page.cursor, page.whole)
  if (!progress) return
  book.expect(progress.count)
  useLogs.setState(({ searched }) => {
    if (searched?.book !== book) return {}
    return {
      searched: {
        ...searched,
        progress,
        counts: countsOf(progress, bounds),
        done: progress.state === 'done',
        stopped: progress.state === 'stopped',
        notes: progress.notes,
      },
    }
  })
}

function stopAsking(): void {
  const before = present
  present = null
  before?.ending.abort()
  if (before?.id) call(cancelSearch, { body: { id: before.id } }, quiet).catch(() => undefined)
}

/** The reader stops waiting: the matches so far stay. */
export function stopSearch(): void {
  if (!useLogs.getState().searching) return
  stopAsking()
  useLogs.getState().searched?.book.settleFirst()
  useLogs.setState(({ searched }) => ({
    searching: false,
    searched: searched && !searched.done ? { ...searched, stopped: true } : searched,
  }))
}

/** The page is left. */
export function endSearch(): void {
  stopAsking()
  useLogs.getState().searched?.book.close()
  useLogs.setState({ searching: false, searched: null, front: null })
}

function problemsOf(failure: CallError): readonly QueryProblem[] {
  const { problems } = (failure.data ?? {}) as { problems?: unknown }
  return Array.isArray(problems) ? (problems as QueryProblem[]) : []
}
