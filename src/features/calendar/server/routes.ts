// The calls of the calendar.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { deleteNote, noteBack, noteHistory, readNotes, saveNote } from './notes.ts'
import { readYears, saveYear } from './years.ts'

export function registerCalendar(app: FastifyInstance, { metadata }: Deps): void {
  registerCall(app, calls.getCalendar, async ({ params: { from, to } }, { user }) => {
    const years = await readYears(metadata, from, to)
    return { years, notes: await readNotes(metadata, user, from, to) }
  })
  registerCall(app, calls.saveCalendarYear, ({ body }, { user }) => saveYear(metadata, user.id, body))
  registerCall(app, calls.saveCalendarNote, ({ body }, { user }) => saveNote(metadata, user, body))
  registerCall(app, calls.deleteCalendarNote, ({ params, body }, { user }) =>
    deleteNote(metadata, user, params.id, body),
  )
  registerCall(app, calls.noteHistory, ({ params }, { user }) => noteHistory(metadata, user, params.id))
  registerCall(app, calls.noteBack, ({ body }, { user }) => noteBack(metadata, user, body))
}
