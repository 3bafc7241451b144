// The most frequent values of a field in the matching lines.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, asked, example, fieldName, ours } from './shared.ts'

/** Values in the answer. */
export const mostValues = 100

const values = Type.Object({
  values: Type.Array(
    Type.Object({
      value: Type.String(),
      count: Type.Integer(),
      /** Share of the lines that have the field: 0 to 1. */
      share: Type.Number(),
    }),
  ),
  /** Distinct values; a lower bound where `exact` is false. */
  distinct: Type.Integer(),
  /** Matching lines, and those of them that have the field. */
  lines: Type.Integer(),
  having: Type.Integer(),
  /** For numeric fields. */
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
  /** False where there are too many values to count each, or the time ran out. */
  exact: Type.Boolean(),
  /** Scanned share: 0 to 1. */
  done: Type.Number(),
  elapsedMs: Type.Integer(),
})
export type LogValues = Static<typeof values>

/**
 * Counts until everything was scanned, or for the given time (10 s when absent), and returns the progress.
 */
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
