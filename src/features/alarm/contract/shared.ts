// Shared parts of the alarms' contracts.
import { type TSchema, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

export const data = '/api/s1/data/alarm'
export const ours = '/api/s1/alarm'
export const access = { keys: ['alert_config_edit'] } as const

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)
export const line = Type.String({ maxLength: 2_000 })
export const long = Type.String({ maxLength: 20_000 })
/** An ISO moment, or a day; otherwise refused at its field. */
export const moment = Type.String({ maxLength: 40 })
export const nothing = Type.Object({}, closed)
export const idParams = Type.Object({ id: idSchema })
export const ids = Type.Array(idSchema, { minItems: 1, maxItems: 10_000 })
export const ask = { offset: maybe(Type.Integer({ minimum: 0, maximum: 10_000_000 })) }
/** -1, or no id, means new. `revision` is the edited one: object_conflict where a newer one exists. */
export const edited = {
  id: maybe(idOrNewSchema),
  revision: maybe(Type.Integer({ minimum: 1 })),
  overwrite: maybe(Type.Boolean()),
}
export const game = Type.Object({ cgi: Type.String(), name: Type.String() })
/** `"*"`: all games, including future ones. */
export const games = Type.Union([
  Type.Literal('*'),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 }),
])

/** Common properties of all objects. */
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

export const named = Type.Object({ id: Type.Integer(), name: Type.String() })
/** A figure; null where there is none. */
export const figure = nullable(Type.Number())
