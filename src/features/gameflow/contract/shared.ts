// Schemas shared by the contracts of the game flow.
import { type TSchema, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

export const data = '/api/s1/data'
export const ours = '/api/s1/gameflow'
export const access = { keys: ['search_gameFlow'] } as const

/** The currency that others are converted to. */
export const baseCurrency = 'CNY'

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const line = Type.String({ maxLength: 2_000 })
export const long = Type.String({ maxLength: 20_000 })
export const short = Type.String({ maxLength: 200 })
/** An exact decimal as typed: 1,234.50. */
export const amount = Type.String({ maxLength: 60 })
/** YYYY-MM. */
export const month = Type.String({ maxLength: 20 })
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
export const named = Type.Object({ key: Type.String(), name: Type.String() })
export const game = Type.Object({ cgi: Type.String(), name: Type.String() })

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

export const pasted = Type.Object({
  /** The effect of each line; a refused line gets the effect it would have if it were valid. */
  effects: Type.Array(Type.Enum(['added', 'changed', 'unchanged'])),
  /** Refused lines by index. */
  refused: Type.Array(Type.Object({ at: Type.Integer(), problem: Type.String() })),
})
