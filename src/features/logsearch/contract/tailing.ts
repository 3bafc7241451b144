// Lines as they are written.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, asked, closed, example, line, ours } from './shared.ts'

const { entrance, logStore, query } = asked

const tail = Type.Object({
  /** In the order in which they were written, the newest last. */
  lines: Type.Array(line),
  /** For the next call. */
  cursor: Type.String(),
  /** Lines left out, because more came at once than are told. */
  skipped: Type.Integer(),
})
export type LogTail = Static<typeof tail>

/**
 * Waits until lines that match are written, no longer than asked (20 s when absent), and answers without any then.
 * Without a cursor it answers at once where it begins. A file that was renamed or emptied is read on.
 */
export const tailLogs = defineCall({
  name: 'tailLogs',
  method: 'POST',
  path: `${ours}/tail`,
  access,
  effect: 'read',
  body: Type.Object(
    {
      entrance,
      logStore,
      query,
      cursor: Type.Optional(Type.String({ maxLength: 20_000 })),
      waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 25_000 })),
    },
    closed,
  ),
  reply: tail,
  example: { body: { ...example, waitMs: 0 } },
})
