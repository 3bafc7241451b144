// Keeps what the reader changes of a report as a draft, from the first change on. A link's conditions are no draft: its
// reader has changed nothing yet.
import { changesFrom, writeAddress } from '../address/address.ts'
import { type Present, useReport } from '../report/store.ts'
import { dropDraft, type KeptDraft, newDraftId, putDraft, readDrafts, subjectOf } from './drafts.ts'

let visit: { id: string; subject: string } | null = null

/** Alike for equal changes, however the address was written. */
export const searchOf = ({ report, saved, info }: Present, viewId: number | null): string => {
  const address = writeAddress({ view: viewId, report: report?.id ?? 0, changes: changesFrom(saved, info) })
  return address.slice(address.indexOf('?'))
}

export const isChanged = ({ saved, info }: Present): boolean =>
  Object.keys(changesFrom(saved, info)).length > 0

const subjectInFront = (present: Present): string =>
  subjectOf(present.report?.id, useReport.getState().viewId)

/** The draft that holds exactly what is in front, so that its reader goes on in it. */
const equalDraft = (subject: string, search: string): KeptDraft | undefined =>
  readDrafts().find((draft) => draft.subject === subject && draft.search === search && !draft.editor)

/**
 * After each change of what is in front. `own`: by a control of the page. Changes taken back by a control leave no
 * draft; after Back the draft stays and is offered.
 */
export function noteChange(present: Present | null, own: boolean): void {
  if (!present) return
  const subject = subjectInFront(present)
  if (visit?.subject !== subject) visit = null
  const search = searchOf(present, useReport.getState().viewId)
  if (!isChanged(present)) {
    if (own && visit) dropVisit()
    return
  }
  const equal = equalDraft(subject, search)
  if (!visit && equal) visit = { id: equal.id, subject }
  if (!visit && own) visit = { id: newDraftId(), subject }
  if (visit && equal?.id !== visit.id) putDraft({ ...visit, search, at: Date.now() })
}

/** The changes were saved, or given up. */
export function dropVisit(): void {
  if (visit) dropDraft(visit.id)
  visit = null
}

/** The next visit is another one, also of the same report. */
export const endVisit = (): void => {
  visit = null
}

/** The address that is opened next holds the reader's own changes. */
export const beginVisit = (subject: string, id = newDraftId()): void => {
  visit = { id, subject }
}
