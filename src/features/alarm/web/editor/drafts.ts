// Unsaved edits of a rule, kept in this tab until it is opened again, even after an expired session.

import { keepWork, takeKeptWork } from '#web/shell/keptWork.ts'
import { useSession } from '#web/shell/session.ts'
import { isRecord } from '#web/shell/storage.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'

interface Kept {
  draft: AlarmRule
  isNamed: boolean
}

const drafts = new Map<string, Kept>()

useSession.subscribe(({ roleData }) => {
  if (roleData === null) drafts.clear()
})

const purposeOf = (key: string): string => `alarm:${key}`

export function keepDraft(key: string, kept: Kept): void {
  if (!keepWork(purposeOf(key), kept)) drafts.set(key, kept)
}

/** Null without one. */
export function draftOf(key: string): Kept | null {
  const kept = takeKeptWork(purposeOf(key)) ?? drafts.get(key)
  return isKept(kept) ? kept : null
}

export const forgetDraft = (key: string): void => void drafts.delete(key)

const isKept = (kept: unknown): kept is Kept =>
  isRecord(kept) && isRecord(kept.draft) && isRecord(kept.draft.watch) && Array.isArray(kept.draft.conditions)
