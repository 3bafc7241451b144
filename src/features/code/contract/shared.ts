// What several parts of these contracts share.
import { type TSchema, Type } from 'typebox'
import { closed } from '#shared/call.ts'

export const prefix = '/api/s1/redirect/aliyun'
export const access = { keys: ['search_sqlQuery'] } as const
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** Ids of runs and saved queries: random, so that shared ones can't be guessed. */
export const id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
export const idParams = Type.Object({ id })
export const empty = Type.Object({}, closed)
export const count = Type.Integer({ minimum: 0 })
export const title = Type.String({ maxLength: 100 })
