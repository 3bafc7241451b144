// The calls of the calendar.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../server/deps.ts'
import { registerCall } from '../../../server/http/registerCall.ts'
import { deleteCalendarNote, getCalendar, saveCalendarNote, saveCalendarYear } from '../contract.ts'
import { deleteNote, readNotes, saveNote } from './notes.ts'
import { readYears, saveYear } from './years.ts'

export function registerCalendar(app: FastifyInstance, { metadata }: Deps): void {
  registerCall(app, getCalendar, async ({ params: { from, to } }, { user }) => {
    const years = await readYears(metadata, from, to)
    return { years, notes: await readNotes(metadata, user, from, to) }
  })
  registerCall(app, saveCalendarYear, ({ body }, { user }) => saveYear(metadata, user.id, body))
  registerCall(app, saveCalendarNote, ({ body }, { user }) => saveNote(metadata, user, body))
  registerCall(app, deleteCalendarNote, ({ params, body }, { user }) =>
    deleteNote(metadata, user, params.id, body),
  )
}
