// The result that is shown: what commands act on, and how each result of this tab was left (sorted, filtered, as a
// chart …) while others were looked at.
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
  /** Of a list. */
  values?: FilterValue[]
}

export interface ViewSpec {
  sort: { column: number; desc: boolean }[]
  filters: ColumnFilter[]
}

/** A sorted and filtered view that the server has made, with its first rows, so that it shows at once. */
export interface MadeView {
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
  /** Column whose statistics stand beside the table. */
  statistics: number | null
  /** Columns that are not shown. */
  hidden: readonly number[]
  /** Columns that stay at the left, in their order. */
  frozen: readonly number[]
  /** Codes stand alone, without the names that a dictionary gives them. */
  plain: boolean
  /** One row stands beside the table as a form. */
  record: boolean
  /** How it is drawn, once the reader has changed that. */
  chart: ChartConfig | null
  /** The server no longer has its rows, though the run's state here does not know it yet. */
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

export type ResultDialog =
  | { kind: 'cell'; title: string; text: string | null; type: string }
  | { kind: 'filter'; column: number; op: FilterOp; value: FilterValue }
  | { kind: 'values'; column: number }
  | { kind: 'compare' }
  | { kind: 'temporary' }
  | { kind: 'exports' }

/** What the strip of results does for the commands; the page that has the strip provides it. */
export interface ResultStrip {
  next: () => void
  previous: () => void
  /** `key` of the tab that is meant; the one in front otherwise. */
  pin: (key?: string) => void
  rename: (key?: string) => void
  close: (key?: string) => void
  closeOthers: (key?: string) => void
  closeRight: (key?: string) => void
  /** Puts back what was closed last, in front. */
  reopen: () => void
}

interface Shown {
  run: Run | null
  tabRuns: readonly Run[]
  strip: ResultStrip | null
  /** By runId. */
  states: Readonly<Record<string, ResultState>>
  dialog: ResultDialog | null
  /** A copy or an export that is under way. */
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

/** The page that has a strip of results lets commands act on it; answers how to take it back. */
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

/** Results that are no longer in any tab leave nothing behind. */
export function forgetResult(runId: string): void {
  useShownResult.setState(({ states }) => {
    const { [runId]: _, ...others } = states
    return { states: others }
  })
}
