// Unsaved changes of reports, kept in this browser for each user: what was not saved is offered when the reader comes
// back, also after a reload or after the browser was killed.
import { create } from 'zustand'
import { useSession } from '#web/shell/session.ts'
import { isRecord, readJson, type StoredKey, writeJson } from '#web/shell/storage.ts'

export interface KeptDraft {
  /** One visit of a report writes one draft, again and again. */
  id: string
  /** The report to which it belongs: `subjectOf`. */
  subject: string
  /** The address's query, which holds all changes. */
  search: string
  at: number
  /** Set by the editor: the typed name, and the parts set aside. */
  editor?: { name: string; aside: unknown }
}

/** Of one report, and of all: the oldest go first. */
const mostEach = 3
const mostOfAll = 60

/** A saved report, a new one in a view, or a new one in no view. */
export const subjectOf = (reportId: number | undefined, viewId: number | null): string =>
  reportId !== undefined ? `report ${reportId}` : viewId !== null ? `view ${viewId}` : 'loose'

/** Browsers make no UUIDs on plain http. */
export const newDraftId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

const nameOf = (): StoredKey => `statementDrafts:${useSession.getState().username ?? ''}`

const isDraft = (value: unknown): value is KeptDraft =>
  isRecord(value) &&
  [value.id, value.subject, value.search].every((text) => typeof text === 'string') &&
  typeof value.at === 'number' &&
  (value.editor === undefined || (isRecord(value.editor) && typeof value.editor.name === 'string'))
const isList = (value: unknown): value is KeptDraft[] => Array.isArray(value) && value.every(isDraft)

/** Newest first. Read anew each time: other tabs write, too. */
export const readDrafts = (): KeptDraft[] => readJson(nameOf(), isList) ?? []

/** Increases with each change of the drafts, for what shows them. */
export const useDraftChanges = create<{ count: number }>(() => ({ count: 0 }))

function write(drafts: readonly KeptDraft[]): void {
  writeJson(nameOf(), drafts)
  useDraftChanges.setState(({ count }) => ({ count: count + 1 }))
}

export function putDraft(draft: KeptDraft): void {
  const others = readDrafts().filter(
    ({ id, subject, search, editor }) =>
      id !== draft.id && !(subject === draft.subject && search === draft.search && !editor && !draft.editor),
  )
  const counts = new Map<string, number>()
  const isKept = ({ subject }: KeptDraft) => {
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    return count <= mostEach
  }
  write([draft, ...others].filter(isKept).slice(0, mostOfAll))
}

export function dropDraft(id: string): void {
  const drafts = readDrafts()
  const left = drafts.filter((draft) => draft.id !== id)
  if (left.length < drafts.length) write(left)
}
