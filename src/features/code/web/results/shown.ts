// The displayed result, on which commands act, and the display state of each result (sort, filters, chart …)
// while others are displayed.
import { create } from 'zustand'
import type { filterOps, Run } from '#features/code/contract.ts'
import type { ChartConfig } from './chart/config.ts'
import type { FetchedRows } from './rows/PageCache.ts'

export type FilterOp = (typeof filterOps)[number]

export type FilterValue = string | number | boolean | null

export interface ColumnFilter {
  column: number
  op: FilterOp
  value?: FilterValue
  /** For a list filter. */
  values?: FilterValue[]
}

export interface ViewSpec {
  sort: { column: number; desc: boolean }[]
  filters: ColumnFilter[]
}

/** A sorted and filtered view made by the server, with its first rows, so that it shows at once. */
interface MadeView {
  viewId: string
  rowCount: number
  first: FetchedRows
}

export interface ResultState {
  spec: ViewSpec
  view: MadeView | null
  /** Another view is being made; the old rows stay, dimmed. */
  making: boolean
  mode: 'table' | 'chart'
  /** Column whose statistics are shown beside the table. */
  statistics: number | null
  /** Hidden columns. */
  hidden: readonly number[]
  /** Columns frozen at the left, in order. */
  frozen: readonly number[]
  /** Codes are shown without their labels. */
  plain: boolean
  /** One row is shown beside the table as a form. */
  record: boolean
  /** Chart settings, once the reader has changed them. */
  chart: ChartConfig | null
  /** The server no longer has the rows, though the run's state here does not say so yet. */
  expired: boolean
}

export const untouched: ResultState = {
  spec: { sort: [], filters: [] },
  view: null,
  making: false,
  mode: 'table',
  statistics: null,
  hidden: [],
  frozen: [],
  plain: false,
  record: false,
  chart: null,
  expired: false,
}

type ResultDialog =
  | { kind: 'cell'; title: string; text: string | null; type: string }
  | { kind: 'filter'; column: number; op: FilterOp; value: FilterValue }
  | { kind: 'values'; column: number }
  | { kind: 'compare' }
  | { kind: 'temporary' }
  | { kind: 'exports' }

/** What the result strip does for the commands; provided by the page with the strip. */
export interface ResultStrip {
  next: () => void
  previous: () => void
  /** `key` of a tab; otherwise the active one. */
  pin: (key?: string) => void
  rename: (key?: string) => void
  close: (key?: string) => void
  closeOthers: (key?: string) => void
  closeRight: (key?: string) => void
  /** Reopens the last closed ones, activated. */
  reopen: () => void
}

interface Shown {
  run: Run | null
  tabRuns: readonly Run[]
  strip: ResultStrip | null
  /** By run id. */
  states: Readonly<Record<string, ResultState>>
  dialog: ResultDialog | null
  /** A copy or export in progress. */
  work: { text: string; cancel: () => void } | null
}

export const useShownResult = create<Shown>(() => ({
  run: null,
  tabRuns: [],
  strip: null,
  states: {},
  dialog: null,
  work: null,
}))

/** Registers the page's result strip for the commands; returns the function that unregisters it. */
export function provideResultStrip(strip: ResultStrip): () => void {
  useShownResult.setState({ strip })
  return () => useShownResult.setState((shown) => (shown.strip === strip ? { strip: null } : {}))
}

export const stateOf = (runId: string): ResultState => useShownResult.getState().states[runId] ?? untouched

export const useResultState = (runId: string): ResultState =>
  useShownResult(({ states }) => states[runId] ?? untouched)

export function changeState(runId: string, change: Partial<ResultState>): void {
  useShownResult.setState(({ states }) => ({
    states: { ...states, [runId]: { ...(states[runId] ?? untouched), ...change } },
  }))
}

export const openDialog = (dialog: ResultDialog | null): void => useShownResult.setState({ dialog })

/** Removes the state of results that are in no tab any more. */
export function forgetResult(runId: string): void {
  useShownResult.setState(({ states }) => {
    const { [runId]: _, ...others } = states
    return { states: others }
  })
}
