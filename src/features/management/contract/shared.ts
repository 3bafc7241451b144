// Schemas shared by the contracts of users, roles and the audit.
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

export const data = '/api/s1/data'
export const ours = '/api/s1/management'
export const access = { keys: ['manage_authority'] } as const

export const line = Type.String({ maxLength: 2_000 })
export const idParams = Type.Object({ id: idSchema })
export const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed)
/**
 * id -1 or absent means new. `revision` is the edited revision: answers object_conflict when a newer one
 * exists.
 */
export const edited = {
  id: Type.Optional(idOrNewSchema),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  overwrite: Type.Optional(Type.Boolean()),
  /** The user confirms losing their own permission; without it the call answers own_rights. */
  confirmed: Type.Optional(Type.Boolean()),
}
/** `"*"`: all games, including later ones. */
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
