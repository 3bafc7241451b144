// The rule on the editor's page: as opened, as edited, and its errors.
import { create } from 'zustand'
import type { Conflict } from '#shared/conflict.ts'
import type { CallError } from '#web/api/client.ts'
import type { Problems } from '#web/form/types.ts'
import type { Alarm, AlarmRehearsal, AlarmRule, AlarmRun } from '#features/alarm/contract.ts'
import { isSameRule } from './rules.ts'

/** A request that follows the edited rule. */
interface Asked<Answer> {
  /** Belongs to an older rule while the new request runs. */
  answer: Answer | null
  failure: CallError | null
  /** Whether the shown answer belongs to an older rule. */
  isOld: boolean
}

interface Editor {
  status: 'loading' | 'ready' | 'failed' | 'missing'
  failure: CallError | null
  /** The stored alarm; null for a new one. */
  alarm: Alarm | null
  opened: AlarmRule | null
  draft: AlarmRule | null
  /** The name was typed and is no longer derived. */
  isNamed: boolean
  /** The report's figure from which the rule was started. */
  figure: number | null
  /** Unsaved edits were restored. */
  restored: boolean
  saving: boolean
  saveFailure: CallError | null
  /** By field, from the last save. */
  problems: Problems
  conflict: Conflict<Alarm> | null
  asking: boolean
  sending: boolean
  checked: Asked<AlarmRun>
  /** By field, for the rule as edited. */
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

/** A field's error: from the last save until corrected, else from live checking. */
export const problemOf = (field: string) => (state: Editor) => state.problems[field] ?? state.found[field]
