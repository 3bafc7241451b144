// The state of a view's page: its reports, the open one with the address's changes, and its figures.
import { create } from 'zustand'
import type { LastName } from '#semantic/model/gone.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Conflict } from '#shared/conflict.ts'
import type { CallError } from '#web/api/callError.ts'
import type { QueryDimension, QueryPoint, Report, ReportTable } from '#features/statement/contract.ts'

export interface QueryParams {
  dimensions: QueryDimension[]
  points: QueryPoint[]
  /** Deleted items that were requested, with their last names. */
  gone?: LastName[] | undefined
}

/** The open report. `saved` is its stored definition, `info` the same with the address's changes. */
export interface Present {
  /** null: a report that is not saved yet. */
  report: Report | null
  saved: ReportInfo
  info: ReportInfo
}

export interface Result {
  /** The key of the request; equal requests have one key. */
  key: string
  info: ReportInfo
  table: ReportTable
  /** ISO time at which a background job computed it; absent for an answer to the page's own request. */
  keptAt?: string
  /** A pivot's further tables: the same facts grouped by fewer dimensions. */
  parts?: ResultPart[]
}

export interface ResultPart {
  /** Dimensions by which its rows are grouped, in order. */
  dims: number[]
  table: ReportTable
}

export type ReportDialog =
  | { kind: 'sql' }
  /** `text`: typed before and not saved. */
  | { kind: 'remark'; text?: string }
  | { kind: 'save' }
  | { kind: 'rename' }
  | { kind: 'delete' }
  | { kind: 'conflict'; conflict: Conflict<Report> }
  | { kind: 'cell'; title: string; text: string }
  | { kind: 'drill' }
  /** `point`: the point that the form starts with; `number`: the calculation being edited. */
  | { kind: 'calculations'; point?: number; number?: number }

export type ReportPicker =
  | 'dimensions'
  | 'columns'
  | 'points'
  | 'condition'
  | 'date'
  | 'compare'
  | 'compareCondition'
  | 'options'
  /** The options panel, opened at the ranks. */
  | 'top'

export interface ExportRun {
  name: string
  startedAt: number
  cancel: () => void
}

export interface ReportState {
  viewId: number | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: CallError | null
  reports: Report[]
  /** When the tables behind each report were last updated, by report id. */
  updateTimes: ReadonlyMap<number, string | null>
  updateTimesFailure: CallError | null
  present: Present | null
  params: QueryParams | null
  /** Why the lists of points and dimensions could not be loaded. */
  paramsFailure: CallError | null
  result: Result | null
  /** Key of the running request; null when there is none. */
  asking: string | null
  /** Conditions are changing quickly and are sent after a pause. */
  changing: boolean
  askFailure: { failure: CallError; key: string } | null
  dialog: ReportDialog | null
  exporting: ExportRun | null
  /** The picker that a command opened. */
  picker: ReportPicker | null
  /** Whether the filters are open on a narrow window. */
  filtersOpen: boolean
}

export const emptyReport: ReportState = {
  viewId: null,
  status: 'idle',
  failure: null,
  reports: [],
  updateTimes: new Map(),
  updateTimesFailure: null,
  present: null,
  params: null,
  paramsFailure: null,
  result: null,
  asking: null,
  changing: false,
  askFailure: null,
  dialog: null,
  exporting: null,
  picker: null,
  filtersOpen: false,
}

export const useReport = create<ReportState>(() => emptyReport)

export function openPicker(picker: ReportPicker): void {
  // On a narrow window the controls are collapsed, so they are opened too.
  useReport.setState({ picker, filtersOpen: true })
}

export const presentInfo = (): ReportInfo | null => useReport.getState().present?.info ?? null
