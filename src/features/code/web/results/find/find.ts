// Finds a text in all rows of a result: the server returns the number of matching cells and the next ones.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { type FoundCells, findInResult, type Run } from '#features/code/contract.ts'
import { codesNamed, labelsOfRun } from '../labels/labels.ts'
import { stateOf, useShownResult } from '../shown.ts'
import { placeOf, shownTable } from '../shownTable.ts'
import { shownColumns } from '../tableOf.ts'

interface Find {
  /** The searched run; null while the field is closed. */
  runId: string | null
  text: string
  /** Matching cells; null until counted. */
  cells: number | null
  /** Index of the shown match, from 0. */
  at: number
  busy: boolean
  problem: CallError | null
}

const closed: Find = { runId: null, text: '', cells: null, at: 0, busy: false, problem: null }
export const useFind = create<Find>(() => closed)

/** The known matches, of all those from index `first` on; always of whole rows. */
interface Stretch {
  first: number
  matches: FoundCells['matches']
}
let known: Stretch = { first: 0, matches: [] }
/** What was searched: another sort, filter or set of columns changes the matches. */
let searched = ''
let asking: AbortController | null = null

export function openFind(runId: string): void {
  if (useFind.getState().runId !== runId) useFind.setState({ ...closed, runId })
}

export function closeFind(): void {
  asking?.abort()
  useFind.setState(closed)
}

const placesOf = (runId: string, text: string): string => {
  const { view, hidden, plain } = stateOf(runId)
  return JSON.stringify([runId, text, view?.viewId, hidden, plain])
}

const runOf = (runId: string): Run | null => {
  const { run } = useShownResult.getState()
  return run?.queryId === runId ? run : null
}

/** Searches anew from the selected cell. */
export async function search(text: string): Promise<void> {
  const { runId } = useFind.getState()
  const run = runId === null ? null : runOf(runId)
  asking?.abort()
  useFind.setState({ text, cells: null, at: 0, problem: null, busy: false })
  if (!run || text.trim() === '') return
  searched = placesOf(run.queryId, text)
  const table = shownTable()
  const from = table?.selection?.active.row ?? table?.firstVisibleRow ?? 0
  await attempt(async (signal) => {
    const found = await ask(run, { text, from, counts: true }, signal)
    const cells = found.cells ?? 0
    const isPast = found.matches.length === 0 && cells > 0
    const matches = isPast ? (await ask(run, { text, from: 0 }, signal)).matches : found.matches
    known = { first: isPast ? 0 : (found.before ?? 0), matches }
    useFind.setState({ cells })
    if (cells > 0) show(run, known.first)
  })
}

/** Moves to the next or previous match, wrapping around. */
export async function step(by: 1 | -1): Promise<void> {
  const { runId, text, cells, at } = useFind.getState()
  const run = runId === null ? null : runOf(runId)
  if (!run || text.trim() === '') return
  if (cells === null || searched !== placesOf(run.queryId, text)) return search(text)
  if (cells === 0) return
  const next = (at + by + cells) % cells
  if (isKnown(next)) return show(run, next)
  await attempt(async (signal) => {
    known = await stretchAt(run, { text, next, by, cells }, signal)
    if (isKnown(next)) show(run, next)
  })
}

const isKnown = (index: number): boolean => index >= known.first && index < known.first + known.matches.length

interface Wanted {
  text: string
  next: number
  by: 1 | -1
  cells: number
}

async function stretchAt(run: Run, { text, next, by, cells }: Wanted, signal: AbortSignal): Promise<Stretch> {
  const { first, matches } = known
  if (by > 0) {
    const from = next === 0 ? 0 : (matches.at(-1)?.[0] ?? -1) + 1
    const found = await ask(run, { text, from }, signal)
    return { first: next === 0 ? 0 : first + matches.length, matches: found.matches }
  }
  const isLast = next === cells - 1
  const from = isLast ? run.rowCount : (matches[0]?.[0] ?? 0)
  const found = await ask(run, { text, from, back: true }, signal)
  return { first: (isLast ? cells : first) - found.matches.length, matches: found.matches }
}

type Question = { text: string; from: number; back?: boolean; counts?: boolean }

function ask(run: Run, question: Question, signal: AbortSignal): Promise<FoundCells> {
  const { view, hidden, plain } = stateOf(run.queryId)
  const labels = plain ? [] : codesNamed(labelsOfRun(run), question.text)
  const body = {
    ...question,
    text: question.text.slice(0, 200),
    columns: shownColumns(run, hidden),
    ...(view && { view: view.viewId }),
    ...(labels.length > 0 && { labels }),
  }
  return call(findInResult, { params: { id: run.queryId }, body }, { signal, quiet: true })
}

function show({ columns, queryId }: Run, index: number): void {
  const match = known.matches[index - known.first]
  const table = shownTable()
  if (!match) return
  useFind.setState({ at: index })
  if (!table) return
  const { hidden, frozen } = stateOf(queryId)
  const shown = shownColumns({ columns }, hidden, frozen)
  table.selectCell({ row: match[0], column: placeOf(table, shown.indexOf(match[1]), shown.length) })
}

async function attempt(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  asking?.abort()
  const own = new AbortController()
  asking = own
  useFind.setState({ busy: true, problem: null })
  try {
    await work(own.signal)
  } catch (error) {
    if (!own.signal.aborted) useFind.setState({ problem: failureOf(error) })
  } finally {
    if (asking === own) useFind.setState({ busy: false })
  }
}
