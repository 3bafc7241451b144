// State of the page of one view: its reports, the one in front with what the address changed, its figures.
import { create } from 'zustand'
import type { LastName } from '#semantic/model/gone.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Conflict } from '#shared/conflict.ts'
import type { CallError } from '#web/api/callError.ts'
import type { QueryDimension, QueryPoint, Report, ReportTable } from '#features/statement/contract.ts'

export interface QueryParams {
  dimensions: QueryDimension[]
  points: QueryPoint[]
  /** What was asked for and was deleted, by its last name. */
  gone?: LastName[] | undefined
}

/** The report in front. `saved` is its stored definition, `info` the same with the address's changes. */
export interface Present {
  /** null: a report that is not saved yet. */
  report: Report | null
  saved: ReportInfo
  info: ReportInfo
}

export interface Result {
  /** Names the request that it answers: two equal requests have one key. */
  key: string
  info: ReportInfo
  table: ReportTable
  /** ISO time at which it was computed in the background and kept; absent for an answer to the page itself. */
  keptAt?: string
  /** A pivot's further tables: the same facts grouped by fewer dimensions. */
  parts?: ResultPart[]
}

export interface ResultPart {
  /** Dimensions that its rows are grouped by, in order. */
  dims: number[]
  table: ReportTable
}

export type ReportDialog =
  | { kind: 'sql' }
  /** `text`: what was typed before and not kept. */
  | { kind: 'remark'; text?: string }
  | { kind: 'save'; asNew: boolean }
  | { kind: 'rename' }
  | { kind: 'delete' }
  | { kind: 'conflict'; conflict: Conflict<Report> }
  | { kind: 'cell'; title: string; text: string }
  | { kind: 'drill' }
  /** `point`: of which the form begins; `number`: the one that is changed. */
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
  /** The options, at their ranks. */
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
  /** Why the lists of points and dimensions could not be had. */
  paramsFailure: CallError | null
  result: Result | null
  /** Key of the request under way; null when none is. */
  asking: string | null
  /** The conditions change quickly: they are asked for once they rest. */
  changing: boolean
  askFailure: { failure: CallError; key: string } | null
  dialog: ReportDialog | null
  exporting: ExportRun | null
  /** Picker that a command opened. */
  picker: ReportPicker | null
  /** Whether the filters stand open on a narrow window. */
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
  // On a narrow window the controls are folded away.
  useReport.setState({ picker, filtersOpen: true })
}

export const presentInfo = (): ReportInfo | null => useReport.getState().present?.info ?? null
