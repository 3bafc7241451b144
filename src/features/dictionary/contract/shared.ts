// Schemas shared by the contracts of dictionaries.
import { Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { longestCell, mostAttributes } from './standing.ts'

export const access = { keys: ['manage_dictionary'] } as const
export const prefix = '/api/s1/redirect/dict/data'
export const ours = '/api/s1/dictionary'

export const line = Type.String({ maxLength: 400 })
/** The cells of a row, one for each attribute; missing cells at the end are empty. */
export const cells = Type.Array(Type.String({ maxLength: longestCell * 2 }), { maxItems: mostAttributes })
export const idParams = Type.Object({ id: idSchema })
export const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed)

/** dataId -1 adds the row, otherwise it is updated. */
export const rowChange = Type.Object({ dataId: idOrNewSchema, data: cells }, closed)

/** Body limit of calls with many rows. */
export const manyRows = { bodyLimit: 24 * 1024 * 1024, bodyValues: 700_000 }

/**
 * `revision` is the edited revision: if another user changed the same rows or columns since, the call answers
 * object_conflict.
 */
export const edited = {
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Overwrites what another user saved meanwhile. */
  overwrite: Type.Optional(Type.Boolean()),
}
