// What the contracts of users, roles and the audit are made of.
import { type Static, Type } from 'typebox'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

export const data = '/api/s1/data'
export const ours = '/api/s1/management'
export const access = { keys: ['manage_authority'] } as const

export const closed = { additionalProperties: false } as const
export const line = Type.String({ maxLength: 2_000 })
export const idParams = Type.Object({ id: idSchema })
export const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed)
/** -1, or none, means new. `revision` is the one that was edited: a newer one answers object_conflict. */
export const edited = {
  id: Type.Optional(idOrNewSchema),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  overwrite: Type.Optional(Type.Boolean()),
  /** Said yes to losing one's own right: without it that answers own_rights. */
  confirmed: Type.Optional(Type.Boolean()),
}
/** `"*"`: all of them, those to come too. */
export const games = Type.Union([
  Type.Literal('*'),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 }),
])
export type Games = Static<typeof games>
export const game = Type.Object({ cgi: Type.String(), name: Type.String() })

export const told = {
  id: Type.Integer(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
}
