// The schema of parameters' values in calls.
import { Type } from 'typebox'
import type { ParameterValue } from './parameters.ts'

/** A day may move (昨天, today-7). */
export const parameterValueSchema = Type.Unsafe<ParameterValue>(
  Type.Union([
    Type.String({ maxLength: 10_000 }),
    Type.Number(),
    Type.Boolean(),
    Type.Null(),
    Type.Array(Type.Union([Type.String({ maxLength: 1_000 }), Type.Number()]), { maxItems: 1_000 }),
  ]),
)

/** By the parameters' names. */
export const parameterValuesSchema = Type.Record(Type.String({ maxLength: 200 }), parameterValueSchema, {
  maxProperties: 100,
})

/** The id of a saved query. */
export const savedQueryId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
