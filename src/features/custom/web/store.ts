// The open custom report with its values and figures.
import { create } from 'zustand'
import type { CallError } from '#web/api/callError.ts'
import type { CustomReport, CustomTable, CustomValues } from '../contract.ts'

export interface Draft {
  /** null: not saved yet. */
  id: string | null
  version: number | null
  name: string
  folder: string
  describe: string
  sql: string
  params: CustomReport['params']
  chart: CustomReport['chart']
  published: boolean
}

export interface CustomState {
  /** Id of the open report. */
  id: string | null
  report: CustomReport | null
  failure: CallError | null
  values: CustomValues
  table: CustomTable | null
  asking: boolean
  askFailure: CallError | null
  exporting: { format: 'csv' | 'xlsx'; cancel: () => void } | null
  chartShown: boolean
  draft: Draft | null
  /** Whether somebody saved a newer version meanwhile. */
  conflict: boolean
  deleting: boolean
  /** Increases whenever the keyboard requests a preview of the draft. */
  previewTimes: number
}

export const closedReport = {
  id: null,
  report: null,
  failure: null,
  values: {},
  table: null,
  asking: false,
  askFailure: null,
  draft: null,
  conflict: false,
  deleting: false,
  previewTimes: 0,
} satisfies Partial<CustomState>

export const useCustom = create<CustomState>(() => ({
  exporting: null,
  chartShown: true,
  ...closedReport,
}))
