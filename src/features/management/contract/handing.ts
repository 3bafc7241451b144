// A user's things for another owner: what would move and what that changes, and the move itself.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { access, ours } from './shared.ts'

/** The most things that one hand-over names in its answer; a larger one can't be undone by it. */
export const mostNamed = 5_000

const thing = Type.Object(
  { kind: Type.String({ maxLength: 50 }), id: Type.Union([Type.String({ maxLength: 100 }), idSchema]) },
  closed,
)

const handing = Type.Object({
  /** Kinds with anything to move, in Chinese. */
  kinds: Type.Array(Type.Object({ title: Type.String(), count: Type.Integer() })),
  /** How many things move. */
  count: Type.Integer(),
  /** What would be another thing than before, and what stays, each with its reason in Chinese. */
  changes: Type.Array(
    Type.Object({
      title: Type.String(),
      names: Type.Array(Type.String()),
      count: Type.Integer(),
      text: Type.String(),
      stays: Type.Boolean(),
    }),
  ),
})
export type Handing = Static<typeof handing>

const people = {
  from: idSchema,
  to: idSchema,
}

/** What handing over would do; nothing is written. */
export const previewHanding = defineCall({
  name: 'previewHanding',
  method: 'POST',
  path: `${ours}/user/handing`,
  access,
  effect: 'read',
  body: Type.Object(people, closed),
  reply: handing,
  example: { body: { from: 987654321, to: 987654322 } },
})

/** Gives all things of one user, or these, to another. Answers what moved; empty where it is too much to name. */
export const handOver = defineCall({
  name: 'handOver',
  method: 'POST',
  path: `${ours}/user/handOver`,
  access,
  bearer: false,
  body: Type.Object(
    { ...people, only: Type.Optional(Type.Array(thing, { minItems: 1, maxItems: mostNamed })) },
    closed,
  ),
  reply: Type.Object({ count: Type.Integer(), moved: Type.Array(thing) }),
  example: { body: { from: 987654321, to: 987654322 } },
})
