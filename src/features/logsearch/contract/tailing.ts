// New lines as they are written.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, asked, example, line, ours } from './shared.ts'

const { entrance, logStore, query } = asked

const tail = Type.Object({
  /** In the order of writing, the newest last. */
  lines: Type.Array(line),
  /** For the next call. */
  cursor: Type.String(),
  /** Lines left out, because too many arrived at once. */
  skipped: Type.Integer(),
})
export type LogTail = Static<typeof tail>

/**
 * Waits for matching new lines, at most as long as asked (20 s when absent), and may answer without any.
 * Without a cursor it answers at once with the starting position. Renamed and truncated files are followed.
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
