// The calls of the calendar.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'

// Code not needed at the start is loaded on first use.
const yearly = () => import('./years.ts')
const notes = () => import('./notes.ts')

export function registerCalendar(app: FastifyInstance, { metadata }: Deps): void {
  registerCall(app, calls.getCalendar, async ({ params: { from, to } }, { user }) => {
    const years = await (await yearly()).readYears(metadata, from, to)
    return { years, notes: await (await notes()).readNotes(metadata, user, from, to) }
  })
  registerCall(app, calls.saveCalendarYear, async ({ body }, { user }) =>
    (await yearly()).saveYear(metadata, user.id, body),
  )
  registerCall(app, calls.saveCalendarNote, async ({ body }, { user }) =>
    (await notes()).saveNote(metadata, user, body),
  )
  registerCall(app, calls.deleteCalendarNote, async ({ params, body }, { user }) =>
    (await notes()).deleteNote(metadata, user, params.id, body),
  )
  registerCall(app, calls.noteHistory, async ({ params }, { user }) =>
    (await notes()).noteHistory(metadata, user, params.id),
  )
  registerCall(app, calls.noteBack, async ({ body }, { user }) =>
    (await notes()).noteBack(metadata, user, body),
  )
}
