// What the contracts of dictionaries are made of.
import { type Static, Type } from 'typebox'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { longestCell, mostAttributes } from './standing.ts'

export const access = { keys: ['manage_dictionary'] } as const
export const prefix = '/api/s1/redirect/dict/data'
export const ours = '/api/s1/dictionary'
export const closed = { additionalProperties: false } as const

export const line = Type.String({ maxLength: 400 })
/** Of a row, one for each attribute; a shorter row ends with empty cells. */
export const cells = Type.Array(Type.String({ maxLength: longestCell * 2 }), { maxItems: mostAttributes })
export const idParams = Type.Object({ id: idSchema })
export const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed)

/** -1 adds the row, else it is updated. */
export const rowChange = Type.Object({ dataId: idOrNewSchema, data: cells }, closed)
export type RowChange = Static<typeof rowChange>

/** What many rows take. */
export const manyRows = { bodyLimit: 24 * 1024 * 1024, bodyValues: 700_000 }

/** `revision` is the one that was edited: rows or columns that another changed since answer object_conflict. */
export const edited = {
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Takes the place of what another has saved meanwhile. */
  overwrite: Type.Optional(Type.Boolean()),
}
