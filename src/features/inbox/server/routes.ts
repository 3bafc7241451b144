// The calls of the inbox.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { deleteNotes, markAll, markNotes, readInbox, restoreNotes, unreadOf } from './service.ts'

export function registerInbox(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listInbox, (_, { user }) => readInbox(deps, user))
  registerCall(app, calls.countUnread, (_, { user }) => unreadOf(deps, user))
  registerCall(app, calls.markNotes, ({ body }, { user }) => markNotes(deps, user, body.ids, body.read))
  registerCall(app, calls.markAllNotes, ({ body }, { user }) => markAll(deps, user, body.upTo))
  registerCall(app, calls.deleteNotes, ({ body }, { user }) => deleteNotes(deps, user, body.ids))
  registerCall(app, calls.restoreNotes, ({ body }, { user }) => restoreNotes(deps, user, body.ids))
}
