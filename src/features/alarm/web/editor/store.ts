// The rule on the editor's page: as it was opened, as it is typed, what is wrong with it.
import { create } from 'zustand'
import type { Conflict } from '#shared/conflict.ts'
import type { CallError } from '#web/api/client.ts'
import type { Problems } from '#web/form/types.ts'
import type { Alarm, AlarmRehearsal, AlarmRule, AlarmRun } from '#features/alarm/contract.ts'
import { isSameRule } from './rules.ts'

/** What was asked of a rule while it is typed. */
export interface Asked<Answer> {
  /** Of an older text while the newer one is on its way. */
  answer: Answer | null
  failure: CallError | null
  /** Whether what shows is not of the rule as it stands. */
  isOld: boolean
}

export interface Editor {
  status: 'loading' | 'ready' | 'failed' | 'missing'
  failure: CallError | null
  /** As it is kept; null for a new one. */
  alarm: Alarm | null
  opened: AlarmRule | null
  draft: AlarmRule | null
  /** The name was typed, and is not made from the rule any more. */
  isNamed: boolean
  /** The figure of a report from which the rule was begun. */
  figure: number | null
  /** What was left unsaved before is there again. */
  restored: boolean
  saving: boolean
  saveFailure: CallError | null
  /** By field, of the last save. */
  problems: Problems
  conflict: Conflict<Alarm> | null
  asking: boolean
  sending: boolean
  checked: Asked<AlarmRun>
  /** By field, of the rule as it is typed. */
  found: Problems
  rehearsed: Asked<AlarmRehearsal>
}

const nothing = { answer: null, failure: null, isOld: true }

export const blank: Editor = {
  status: 'loading',
  failure: null,
  alarm: null,
  opened: null,
  draft: null,
  isNamed: false,
  figure: null,
  restored: false,
  saving: false,
  saveFailure: null,
  problems: {},
  conflict: null,
  asking: false,
  sending: false,
  checked: nothing,
  found: {},
  rehearsed: nothing,
}

export const useEditor = create<Editor>(() => blank)

export const isChanged = ({ draft, opened }: Pick<Editor, 'draft' | 'opened'>): boolean =>
  draft !== null && opened !== null && !isSameRule(draft, opened)

/** What is wrong with a field: what the last save said, until it is mended, else what the rule is told as it is typed. */
export const problemOf = (field: string) => (state: Editor) => state.problems[field] ?? state.found[field]
