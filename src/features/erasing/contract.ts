// Erasing one player's data on demand, and what became of it.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'

const ours = '/api/s1/erasing'
const access = { keys: ['see_personal'] } as const
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const player = Type.String({ minLength: 1, maxLength: 200 })

const erasureState = Type.Object({
  id: Type.Integer(),
  /** Stands for the id, which is not kept. */
  player: Type.String(),
  state: Type.Enum(['waiting', 'done', 'failed']),
  at: Type.String(),
  by: Type.String(),
  endedAt: nullable(Type.String()),
  problem: nullable(Type.String()),
  /** What was done, one line each. */
  done: Type.Array(Type.String()),
  /** What was not, one line each. */
  left: Type.Array(Type.String()),
})
export type ErasureState = Static<typeof erasureState>

/** `typed` is the id once more, as the person typed it to confirm. */
export const erasePlayer = defineCall({
  name: 'erasePlayer',
  method: 'POST',
  path: `${ours}/player`,
  access,
  body: Type.Object({ player, typed: player }, closed),
  reply: erasureState,
  example: { body: { player: 'nobody has this id', typed: 'another' } },
})

/** The last ones, newest first. */
export const erasures = defineCall({
  name: 'erasures',
  method: 'GET',
  path: `${ours}/list`,
  access,
  reply: Type.Array(erasureState),
  example: {},
})
