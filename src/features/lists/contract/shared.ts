// Schemas shared by the contracts of all lists: paths, ids, common fields and history.
import { type Static, type TSchema, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

export const data = '/api/s1/data'
export const ours = '/api/s1/lists'

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const line = Type.String({ maxLength: 2_000 })
export const long = Type.String({ maxLength: 20_000 })
export const day = Type.String({ maxLength: 40 })
export const cgi = Type.String({ maxLength: 200 })
export const idParams = Type.Object({ id: idSchema })
export const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 10_000 }) }, closed)
/**
 * id -1 or absent means new. `revision` is the edited revision: answers object_conflict when a newer one
 * exists.
 */
export const edited = {
  id: Type.Optional(idOrNewSchema),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  overwrite: Type.Optional(Type.Boolean()),
}
export const game = Type.Object({ cgi: Type.String(), name: Type.String() })
/** `"*"`: all games, including later ones. */
export const games = Type.Union([Type.Literal('*'), Type.Array(cgi, { maxItems: 1_000 })])
export type Games = Static<typeof games>

/** Fields that every object has. */
export const told = {
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  /** Whether the caller may change it. */
  editable: Type.Boolean(),
}
