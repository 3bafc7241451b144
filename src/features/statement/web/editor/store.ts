// State of the report editor: the edited definition, its options, and its preview.
import { create } from 'zustand'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Conflict } from '#shared/conflict.ts'
import type { CallError } from '#web/api/callError.ts'
import type { Report, ReportTable } from '#features/statement/contract.ts'
import type { QueryParams } from '../report/store.ts'
import type { Aside } from './aside.ts'

const sections = ['kind', 'points', 'dims', 'filters', 'days', 'options'] as const
export type Section = (typeof sections)[number]
export type EditorField = Section | 'name'

export interface Draft {
  /** The report that it changes; null: a new one. */
  report: Report | null
  name: string
  info: ReportInfo
  /** Parts that return with another kind or a removed column. */
  aside: Aside
}

export interface Preview {
  info: ReportInfo
  table: ReportTable
}

interface EditorState {
  draft: Draft | null
  /** The draft when the editor opened: differences are unsaved. */
  opened: Draft | null
  section: Section
  /** Increases when a key requests a section, even the one already open. */
  focusAsked: number
  params: QueryParams | null
  /** Why the lists of points and dimensions could not be loaded. */
  paramsFailure: CallError | null
  preview: Preview | null
  previewing: boolean
  failure: CallError | null
  nameProblem: string
  dialog: 'saveAs' | 'conflict' | null
  /** The version saved by another user meanwhile. */
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
