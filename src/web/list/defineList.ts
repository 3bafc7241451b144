// A list with its declaration and state: rows, load state, ticks. It lives as long as the tab, so that
// returning shows the former rows while they are reloaded; another user starts empty.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { type CallError, failureOf } from '../api/callError.ts'
import { useSession } from '../shell/session.ts'
import { changeAddress, isNarrowed, readAddress, reservedNames } from './address.ts'
import { PageRows } from './PageRows.ts'
import { shownRows } from './shownRows.ts'
import type { ListDeclaration, ListQuestion, RowAction, RowsInOrder } from './types.ts'

export interface ListState<Row> {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Reloading while rows are shown. */
  refreshing: boolean
  failure: CallError | null
  /** When the shown rows were loaded, in milliseconds. */
  readAt: number | null
  /** All rows of a whole list; empty for paged lists. */
  rows: readonly Row[]
  /** Increases with each loaded page. */
  pagesRead: number
  /** Ticked rows by id; actions apply to them even if they are not shown. */
  ticked: ReadonlyMap<string, Row>
  /** Work on rows in progress. */
  work: { text: string; done: number; of: number; cancel: () => void } | null
  dialog: ListDialog<Row> | null
}

type ListDialog<Row> =
  | { kind: 'ask'; action: NamedAction<Row>; rows: readonly Row[] }
  | { kind: 'failed'; action: NamedAction<Row>; failed: readonly RowFailure<Row>[]; of: number }
  | { kind: 'paste' }

/** «删除» or an action of the slice: the parts for asking, doing and reporting. */
export type NamedAction<Row> = Pick<RowAction<Row>, 'title' | 'each'>

export interface RowFailure<Row> {
  row: Row
  reason: string
}

interface RowChanges<Row> {
  put?: readonly Row[]
  /** New or restored rows. */
  came?: readonly Row[]
  /** Ids. */
  drop?: readonly string[]
}

export interface List<Row extends object> {
  declaration: ListDeclaration<Row>
  useState: UseBoundStore<StoreApi<ListState<Row>>>
  /** Reloads the list. The shown rows stay meanwhile. */
  refresh: (signal?: AbortSignal) => Promise<void>
  /** Null for whole lists. */
  pages: PageRows<Row> | null
  /** The rows for a question. */
  shown: (question: ListQuestion) => RowsInOrder<Row>
  /** Replaces rows, appends new ones, and removes deleted ones. */
  change: (change: RowChanges<Row>) => void
}

const nothing = {
  status: 'idle',
  refreshing: false,
  failure: null,
  readAt: null,
  rows: [],
  pagesRead: 0,
  work: null,
  dialog: null,
} as const

export function defineList<Row extends object>(declaration: ListDeclaration<Row>): List<Row> {
  const wrong = declaration.filters?.find(({ key }) => reservedNames.includes(key))
  if (wrong) throw new Error(`the list ${declaration.name} has a filter called ${wrong.key}`)
  const useState = create<ListState<Row>>(() => ({ ...nothing, ticked: new Map() }))
  const { source, idOf } = declaration
  const pages =
    source.kind === 'pages'
      ? new PageRows(source, idOf, () => useState.setState(({ pagesRead }) => ({ pagesRead: pagesRead + 1 })))
      : null
  let reading = new AbortController()

  const refresh = async (): Promise<void> => {
    reading.abort()
    reading = new AbortController()
    const { signal } = reading
    const known = useState.getState().status === 'ready'
    useState.setState(known ? { refreshing: true } : { status: 'loading', failure: null })
    try {
      if (pages) await readPage(pages, signal)
      const rows = source.kind === 'whole' ? await source.read(signal) : []
      if (signal.aborted) return
      // Open questions and running work don't depend on the loaded rows.
      useState.setState(({ ticked }) => ({
        status: 'ready',
        refreshing: false,
        failure: null,
        readAt: Date.now(),
        rows,
        ticked: source.kind === 'whole' ? renewed(ticked, rows, idOf) : ticked,
      }))
    } catch (error) {
      if (signal.aborted) return
      useState.setState({ status: 'failed', refreshing: false, failure: failureOf(error) })
    }
  }

  /** Loads the page in the address, or the last page if that is beyond the end. */
  const readPage = async (from: PageRows<Row>, signal: AbortSignal): Promise<void> => {
    const address = readAddress(declaration)
    const page = await from.restart(address, address.page, signal)
    if (!signal.aborted && page !== address.page) changeAddress(declaration, { page })
  }

  const change = ({ put: changed = [], came = [], drop = [] }: RowChanges<Row>): void => {
    const put = [...changed, ...came]
    pages?.change(put, drop, came)
    useState.setState(({ rows, ticked }) => ({
      rows: pages ? rows : changedRows(rows, put, drop, idOf),
      ticked: changedTicks(ticked, put, drop, idOf),
    }))
  }
  const shown = memoized((question: ListQuestion, rows: readonly Row[]): RowsInOrder<Row> => {
    const found = shownRows(declaration, rows, question)
    let places: ReadonlyMap<string, number> | undefined
    const placeOf = (id: string): number => {
      if (id === '') return -1
      // Created when a row is first looked up: for each letter of a search it would cost as much as the
      // search.
      places ??= new Map(found.map((row, at) => [idOf(row), at]))
      return places.get(id) ?? -1
    }
    return { count: found.length, at: (at) => found[at], placeOf }
  })

  let owner = useSession.getState().roleData?.email
  useSession.subscribe(({ roleData }) => {
    if (roleData?.email === owner) return
    owner = roleData?.email
    reading.abort()
    useState.setState({ ...nothing, ticked: new Map() })
  })

  return {
    declaration,
    useState,
    refresh,
    pages,
    shown: (question) => (pages ? pages.inOrder() : shown(question, useState.getState().rows)),
    change,
  }
}

/** The last answer is cached: page, commands and export ask the same. */
function memoized<Row>(
  work: (question: ListQuestion, rows: readonly Row[]) => RowsInOrder<Row>,
): (question: ListQuestion, rows: readonly Row[]) => RowsInOrder<Row> {
  let last: { key: string; rows: readonly Row[]; answer: RowsInOrder<Row> } | undefined
  return (question, rows) => {
    const { text, filters, sort, desc } = question
    const key = JSON.stringify([isNarrowed(question), text, filters, sort, desc])
    if (last?.key !== key || last.rows !== rows) last = { key, rows, answer: work(question, rows) }
    return last.answer
  }
}

function changedRows<Row>(
  rows: readonly Row[],
  put: readonly Row[],
  drop: readonly string[],
  idOf: (row: Row) => string,
): readonly Row[] {
  const gone = new Set(drop)
  const fresh = new Map(put.map((row) => [idOf(row), row]))
  const kept = rows
    .filter((row) => !gone.has(idOf(row)))
    .map((row) => {
      const id = idOf(row)
      const changed = fresh.get(id)
      fresh.delete(id)
      return changed ?? row
    })
  return [...kept, ...fresh.values()]
}

function changedTicks<Row>(
  ticked: ReadonlyMap<string, Row>,
  put: readonly Row[],
  drop: readonly string[],
  idOf: (row: Row) => string,
): ReadonlyMap<string, Row> {
  if (ticked.size === 0) return ticked
  const changed = new Map(ticked)
  for (const id of drop) changed.delete(id)
  for (const row of put) if (changed.has(idOf(row))) changed.set(idOf(row), row)
  return changed
}

/** Ticks of deleted rows are removed, too. */
function renewed<Row>(
  ticked: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): ReadonlyMap<string, Row> {
  if (ticked.size === 0) return ticked
  return new Map(rows.map((row) => [idOf(row), row] as const).filter(([id]) => ticked.has(id)))
}
