// Keeps what is changed in the report editor as a draft, until it is saved, applied or given up.

import { type Draft, isChanged, useEditor } from '../editor/store.ts'
import { blankInfo } from '../report/blankInfo.ts'
import { useReport } from '../report/store.ts'
import { dropDraft, newDraftId, putDraft, readDrafts, subjectOf } from './drafts.ts'
import { searchOf } from './visit.ts'

let id: string | null = null

function placeOf({ report, info }: Draft): { subject: string; search: string } {
  const { viewId } = useReport.getState()
  const search = searchOf({ report, saved: report?.info ?? blankInfo, info }, viewId)
  return { subject: subjectOf(report?.id, viewId), search }
}

/** The draft that holds exactly this: it was taken up again. */
function equalId(draft: Draft): string | null {
  const { subject, search } = placeOf(draft)
  const isEqual = (one: { subject: string; search: string; editor?: { name: string } }) =>
    one.subject === subject && one.search === search && one.editor?.name === draft.name
  return readDrafts().find(isEqual)?.id ?? null
}

function note(draft: Draft, changed: boolean): void {
  if (!changed) {
    if (id !== null) dropDraft(id)
    id = null
    return
  }
  id ??= newDraftId()
  putDraft({ id, ...placeOf(draft), at: Date.now(), editor: { name: draft.name, aside: draft.aside } })
}

/** Returns what ends it. */
export const watchEditor = (): (() => void) =>
  useEditor.subscribe((now, before) => {
    if (!now.draft || now.draft === before.draft) return
    if (!before.draft) id = equalId(now.draft)
    note(now.draft, isChanged(now))
  })

/** Its changes were saved, applied to the page, or given up. */
export function dropEditorDraft(): void {
  if (id !== null) dropDraft(id)
  id = null
}
