// Unsaved form input, kept in this tab until the form is opened again, even after an expired session or a
// reload. Secrets are never kept.
import { keepWork, takeKeptWork } from '../shell/keptWork.ts'
import { useSession } from '../shell/session.ts'
import { isRecord } from '../shell/storage.ts'
import type { AnyField, AnyValues } from './types.ts'

const drafts = new Map<string, AnyValues>()

useSession.subscribe(({ roleData }) => {
  if (roleData === null) drafts.clear()
})

const purposeOf = (form: string): string => `form:${form}`

/** Called when the form closes without saving. */
export function keepDraft(form: string, fields: readonly AnyField[], values: AnyValues): void {
  const safe = Object.fromEntries(
    fields.filter(({ kind }) => kind !== 'secret').map(({ name }) => [name, values[name] ?? null]),
  )
  if (!keepWork(purposeOf(form), safe)) drafts.set(form, safe)
}

/** The stored draft; null if there is none. */
export function draftOf(form: string, fields: readonly AnyField[]): AnyValues | null {
  const kept = takeKeptWork(purposeOf(form)) ?? drafts.get(form)
  if (!isRecord(kept)) return null
  const known = fields.filter(({ name }) => name in kept)
  return Object.fromEntries(known.map(({ name }) => [name, kept[name]])) as AnyValues
}

export function forgetDraft(form: string): void {
  drafts.delete(form)
}
