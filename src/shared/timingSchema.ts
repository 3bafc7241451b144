// The schema of timings in calls; apart from their texts, which the browser uses without any schema.
import { Type } from 'typebox'
import { closed } from './call.ts'
import type { Timing } from './timing.ts'

const time = Type.String({ maxLength: 5 })

export const timingSchema = Type.Unsafe<Timing>(
  Type.Union([
    Type.Object({ kind: Type.Literal('daily'), time }, closed),
    Type.Object(
      {
        kind: Type.Literal('weekly'),
        weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
        time,
      },
      closed,
    ),
    Type.Object(
      {
        kind: Type.Literal('monthly'),
        days: Type.Array(Type.Integer({ minimum: 0, maximum: 31 }), { maxItems: 32 }),
        time,
      },
      closed,
    ),
    Type.Object({ kind: Type.Literal('cron'), cron: Type.String({ maxLength: 200 }) }, closed),
    Type.Object({ kind: Type.Literal('fresh'), latest: time }, closed),
  ]),
)
