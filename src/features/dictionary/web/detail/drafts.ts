// Unsaved changes of a dictionary, kept in this browser for the user until they are saved.
import { useSession } from '#web/shell/session.ts'
import { readJson, removeText, type StoredKey, writeJson } from '#web/shell/storage.ts'
import type { Sheet } from '../sheet/Sheet.ts'
import { isRebased, keptWorkOf, type Rebased } from './rebasing.ts'

/** Browsers store about five megabytes for all pages together. */
const mostRows = 5_000
const pauseMs = 800

const keyOf = (id: number): StoredKey =>
  `dictionary-draft:${useSession.getState().roleData?.email ?? ''}:${id}`

let waiting: ReturnType<typeof setTimeout> | undefined

export function keepDraft(sheet: Sheet, atOnce = false): void {
  clearTimeout(waiting)
  if (useSession.getState().roleData === null) return
  const write = () => {
    const { changed, added, removed } = sheet.changes
    if (!sheet.isChanged || changed + added + removed > mostRows) removeText(keyOf(sheet.kept.id))
    else writeJson(keyOf(sheet.kept.id), keptWorkOf(sheet))
  }
  if (atOnce) write()
  else waiting = setTimeout(write, pauseMs)
}

export const draftOf = (id: number): Rebased | null => readJson(keyOf(id), isRebased)

export function forgetDraft(id: number): void {
  clearTimeout(waiting)
  removeText(keyOf(id))
}
