// Erasing one player's data on demand, and what became of it.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'

const ours = '/api/s1/erasing'
const access = { keys: ['see_personal'] } as const
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const player = Type.String({ minLength: 1, maxLength: 200 })

const erasureState = Type.Object({
  id: Type.Integer(),
  /** Stands for the id, which is not kept. */
  player: Type.String(),
  /** Failed, and may be done again without the id being typed. */
  mayRetry: Type.Boolean(),
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

const keptOut = Type.Object({
  /** How many ids. */
  count: Type.Integer(),
  /** The newest first; not all where there are many. */
  rows: Type.Array(
    Type.Object({
      /** Stands for the id, as in erasures. */
      player: Type.String(),
      /** What it was an id of, in Chinese. */
      kinds: Type.Array(Type.String()),
      at: Type.String(),
      by: Type.String(),
    }),
  ),
  /** The hash of the id that was asked for, where one was. */
  asked: nullable(Type.String()),
})
export type KeptOutList = Static<typeof keptOut>

/** Ids whose rows no load brings back; with `player` that one alone. */
export const keptOutIds = defineCall({
  name: 'keptOutIds',
  method: 'POST',
  path: `${ours}/kept-out`,
  effect: 'read',
  access,
  body: Type.Object({ player: Type.Optional(player) }, closed),
  reply: keptOut,
  example: { body: {} },
})

/** Loads bring the id's rows again. `player`: its hash. */
export const liftKeptOut = defineCall({
  name: 'liftKeptOut',
  method: 'POST',
  path: `${ours}/kept-out/lift`,
  access,
  body: Type.Object({ player }, closed),
  reply: keptOut,
  example: { body: { player: '#0000' } },
})

/** Does one again that failed, in the name of whoever asks. */
export const retryErasure = defineCall({
  name: 'retryErasure',
  method: 'POST',
  path: `${ours}/retry`,
  access,
  body: Type.Object({ id: idSchema }, closed),
  reply: erasureState,
  example: { body: { id: 987654321 } },
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
