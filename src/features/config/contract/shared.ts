// Shared parts of the configuration's contracts.
import { type TSchema, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

export const data = '/api/s1/data'
export const ours = '/api/s1/config'
export const access = { keys: ['search_config'] } as const

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)
export const line = Type.String({ maxLength: 2_000 })
export const long = Type.String({ maxLength: 20_000 })
/** An expression may have 10,000 characters; a longer one is refused at its field by the service. */
export const sqlText = Type.String({ maxLength: 40_000 })
export const nothing = Type.Object({}, closed)

export const definitionKinds = ['dimension', 'point', 'dimensionTable', 'pointTable', 'category'] as const
export type DefinitionKind = (typeof definitionKinds)[number]
export const definitionTitles: Record<DefinitionKind, string> = {
  dimension: '维度',
  point: '指标',
  dimensionTable: '维度表',
  pointTable: '指标表',
  category: '分类',
}
export const kind = Type.Enum([...definitionKinds])

export const idParams = Type.Object({ id: idSchema })
export const kindAndId = Type.Object({ kind, id: idSchema })

/** -1, or no id, means new. `revision` is the edited one: object_conflict where a newer one exists. */
export const edited = {
  id: Type.Optional(idOrNewSchema),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Overwrites a version saved meanwhile. */
  overwrite: Type.Optional(Type.Boolean()),
}

/** Common properties of saved definitions. Names are user names; empty: the installation. */
export const told = {
  id: Type.Integer(),
  revision: Type.Integer(),
  owner: Type.String(),
  modified_by: Type.String(),
  modified_at: Type.String(),
}

/** A value of a result: dates and large integers as text, null for null. */
export const cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
export type Cell = string | number | boolean | null
