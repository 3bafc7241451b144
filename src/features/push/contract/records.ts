// Records: the gateways' answers, one per person and run.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { access, cgi, data, game, nullable, outcomes } from './shared.ts'

const record = Type.Object({
  /** Run and sequence number in it: `12-3`. */
  id: Type.String(),
  /** Null for a test push. */
  taskId: nullable(Type.Integer()),
  title: Type.String(),
  cgi: Type.String(),
  game: Type.String(),
  /** Player, device, or browser. */
  target: Type.String(),
  at: Type.String(),
  outcome: Type.Enum([...outcomes]),
  /** The gateway's answer, or why it could not be reached. */
  answer: Type.String(),
})
export type PushRecord = Static<typeof record>

const recordQuery = Type.Object(
  {
    /** From 1. */
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    /** A whole target, or part of a task's title. */
    query: Type.Optional(Type.String({ maxLength: 200 })),
    cgi: Type.Optional(cgi),
    outcome: Type.Optional(Type.Enum([...outcomes])),
    taskId: Type.Optional(idSchema),
  },
  closed,
)
export type PushRecordQuery = Static<typeof recordQuery>

export const findPushRecords = defineCall({
  name: 'findPushRecords',
  method: 'GET',
  path: `${data}/taskrecord/find`,
  access,
  query: recordQuery,
  reply: Type.Object({
    rows: Type.Array(record),
    total: Type.Integer(),
    page: Type.Integer(),
    size: Type.Integer(),
    games: Type.Array(game),
    /** Days for which records are kept. */
    keepDays: Type.Integer(),
  }),
  example: { query: { page: 1, size: 20 } },
})
