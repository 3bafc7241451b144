// What several parts of these contracts share.
import { type TSchema, Type } from 'typebox'
import { idSchema as id } from '#shared/ids.ts'
import { grantsSchema } from '#shared/whoSees.ts'

export const idParams = Type.Object({ id })
export const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
export const title = Type.String({ minLength: 1, maxLength: 100 })
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const flag = Type.Optional(Type.Enum(['0', '1', 'true', 'false']))
export const saved = Type.Object({ id })
/** Replaces those with whom it is shared by name. */
export const grants = Type.Optional(grantsSchema)
/** The edited revision: object_conflict where a newer one exists, unless overwriting is allowed. */
export const edited = {
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  overwrite: Type.Optional(Type.Boolean()),
}
