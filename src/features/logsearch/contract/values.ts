// The most frequent values of a field among the lines that match.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, asked, closed, example, fieldName, ours } from './shared.ts'

/** Values that are told. */
export const mostValues = 100

const values = Type.Object({
  values: Type.Array(
    Type.Object({
      value: Type.String(),
      count: Type.Integer(),
      /** Of the lines that have the field: 0 to 1. */
      share: Type.Number(),
    }),
  ),
  /** Different values; a lower bound where `exact` is false. */
  distinct: Type.Integer(),
  /** Lines that match, and those of them that have the field. */
  lines: Type.Integer(),
  having: Type.Integer(),
  /** Of a field of numbers. */
  numbers: Type.Union([
    Type.Object({
      least: Type.Number(),
      most: Type.Number(),
      mean: Type.Number(),
      p50: Type.Number(),
      p95: Type.Number(),
      p99: Type.Number(),
    }),
    Type.Null(),
  ]),
  /** False where there are too many values to count each, or the time was over. */
  exact: Type.Boolean(),
  /** Of what was to be looked through: 0 to 1. */
  done: Type.Number(),
  elapsedMs: Type.Integer(),
})
export type LogValues = Static<typeof values>

/** Goes on until all is counted, or for the time asked (10 s when absent), and says how far it came. */
export const countValues = defineCall({
  name: 'countValues',
  method: 'POST',
  path: `${ours}/values`,
  access,
  effect: 'read',
  body: Type.Object(
    {
      ...asked,
      field: fieldName,
      top: Type.Optional(Type.Integer({ minimum: 1, maximum: mostValues })),
      waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 30_000 })),
    },
    closed,
  ),
  reply: values,
  example: { body: { ...example, field: 'status' } },
})
