// Schemas shared by the contracts of forecasts and of the anomaly search.
import { type Static, type TSchema, Type } from 'typebox'
import { filterOps } from '#semantic/model/types.ts'
import { closed } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'

export const ours = '/api/s1/prediction'
export const predicting = { keys: ['search_turnoverPredict'] } as const
export const searching = { keys: ['search_rangeSearch'] } as const
export const either = { keys: ['search_turnoverPredict', 'search_rangeSearch'] } as const

export const turnoverPath = '/others/turnoverPredict'
export const rangePath = '/others/rangeSearch'

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)
/** YYYY-MM-DD; the server rejects other texts with a Chinese message. */
export const day = Type.String({ maxLength: 40 })
/** The server rejects impossible values with a Chinese message. */
export const amount = Type.Number({ minimum: -1e15, maximum: 1e15 })
export const figure = nullable(Type.Number())
export const figures = Type.Array(figure)
export const names = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 })

const filter = Type.Object(
  {
    dim: idSchema,
    op: Type.Enum([...filterOps]),
    values: Type.Array(Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Null()]), {
      maxItems: 1_000,
    }),
  },
  closed,
)
export type SeriesFilter = Static<typeof filter>

/** Whose figures: the given games (by default all of the reader's), and only rows that match the filters. */
export const whose = {
  games: maybe(names),
  filters: maybe(Type.Array(filter, { maxItems: 20 })),
}

export const pointFields = {
  id: Type.Integer(),
  name: Type.String(),
  unit: Type.String(),
  format: nullable(Type.String()),
  /** Whether daily figures add up to the weekly figure. */
  addsUp: Type.Boolean(),
}
export const pointTold = Type.Object(pointFields)
export type PointTold = Static<typeof pointTold>

export const cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
/** Allowed levels of bands, in percent. */
export const levels = [80, 95, 99] as const
export const shortestHorizon = 7
export const longestHorizon = 180
/** At most so many values of a dimension are forecast side by side. */
export const mostSplit = 6
export const mostScenarios = 4
export const mostEffects = 12
