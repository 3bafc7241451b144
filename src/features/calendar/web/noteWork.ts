// Adds, changes and deletes notes; deletions can be undone.
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { loadingTexts } from '#web/api/loading.ts'
import { type DayNote, forgetCalendar } from '#web/calendar/calendar.ts'
import { showMessage } from '#web/shell/message.ts'
import { deleteCalendarNote, noteBack, noteHistory, saveCalendarNote } from '../contract.ts'

export interface NoteDraft {
  /** Null for an unsaved one. */
  id: number | null
  /** The opened revision; 0 for an unsaved one. */
  revision: number
  day: string
  /** Empty for a single day. */
  until: string
  /** Empty for all games. */
  cgi: string
  kind: DayNote['kind']
  title: string
  text: string
}

export const draftOf = ({ id, revision, day, until, cgi, kind, title, text }: DayNote): NoteDraft => ({
  id,
  revision,
  day,
  until: until ?? '',
  cgi: cgi ?? '',
  kind,
  title,
  text,
})

/** Why it was not saved; null on success. */
export async function saveNote({ id, revision, until, cgi, ...note }: NoteDraft): Promise<CallError | null> {
  try {
    const body = { ...note, until: until || null, cgi: cgi || null, ...(id !== null && { id, revision }) }
    await call(saveCalendarNote, { body }, { quiet: true })
    forgetCalendar()
    return null
  } catch (error) {
    return failureOf(error)
  }
}

export async function deleteNote({ id, title }: DayNote): Promise<void> {
  await call(deleteCalendarNote, { params: { id }, body: {} })
  forgetCalendar()
  showMessage({
    message: `已删除注记「${title}」`,
    intent: 'success',
    action: { text: '撤销', onClick: () => void restoreNote(id) },
  })
}

async function restoreNote(id: number): Promise<void> {
  await call(deleteCalendarNote, { params: { id }, body: { restored: true } }, { loading: loadingTexts.load })
  forgetCalendar()
}

export const readNoteHistory = (id: number, signal: AbortSignal) =>
  call(noteHistory, { params: { id } }, { ...quiet, signal })

export async function goBackTo(id: number, change: number): Promise<void> {
  await call(noteBack, { body: { id, change } }, quiet)
  forgetCalendar()
}
