// State of the report editor: the definition that is being worked on, what it can use, and how it looks so far.
import { create } from 'zustand'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Conflict } from '#shared/conflict.ts'
import type { CallError } from '#web/api/callError.ts'
import type { Report, ReportTable } from '#features/statement/contract.ts'
import type { QueryParams } from '../report/store.ts'
import type { Aside } from './aside.ts'

export const sections = ['kind', 'points', 'dims', 'filters', 'days', 'options'] as const
export type Section = (typeof sections)[number]
export type EditorField = Section | 'name'

export interface Draft {
  /** What it is a change of; null: a new report. */
  report: Report | null
  name: string
  info: ReportInfo
  /** What comes back with another kind, with a column that was taken out. */
  aside: Aside
}

export interface Preview {
  info: ReportInfo
  table: ReportTable
}

export interface EditorState {
  draft: Draft | null
  /** As it was when the editor opened: what differs is to be saved. */
  opened: Draft | null
  section: Section
  /** Rises when a key asks for a field, also for the one that is open already. */
  focusAsked: number
  params: QueryParams | null
  /** Why the lists of points and dimensions could not be had. */
  paramsFailure: CallError | null
  preview: Preview | null
  previewing: boolean
  failure: CallError | null
  nameProblem: string
  dialog: 'saveAs' | 'conflict' | null
  /** What another saved meanwhile. */
  conflict: Conflict<Report> | null
  saving: boolean
}

export const emptyEditor: EditorState = {
  draft: null,
  opened: null,
  section: 'points',
  focusAsked: 0,
  params: null,
  paramsFailure: null,
  preview: null,
  previewing: false,
  failure: null,
  nameProblem: '',
  dialog: null,
  conflict: null,
  saving: false,
}

export const useEditor = create<EditorState>(() => emptyEditor)

export const isChanged = ({ draft, opened }: Pick<EditorState, 'draft' | 'opened'>): boolean =>
  JSON.stringify([draft?.name, draft?.info]) !== JSON.stringify([opened?.name, opened?.info])
