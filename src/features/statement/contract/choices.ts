// What the filter bar and the pickers offer: dimensions, points and values.
import { type Static, Type } from 'typebox'
import { dimensionTypes, formTypes, grains } from '#semantic/model/types.ts'
import { defineCall } from '#shared/call.ts'
import { idSchema as id, idOrNoneSchema } from '#shared/ids.ts'
import { standingParts } from '#shared/standingSchema.ts'
import { nullable } from './shared.ts'
import { goneThing } from './table.ts'

export const queryDimension = Type.Object({
  id,
  name: Type.String(),
  describe: Type.String(),
  pinyin: Type.String(),
  types: Type.Enum([...dimensionTypes]),
  formType: Type.Enum([...formTypes]),
  /** Its possible grains; empty unless a date. */
  grains: Type.Array(Type.Enum([...grains])),
  dictId: nullable(Type.Integer()),
  categoryId: nullable(Type.Integer()),
  /** Why it can't join the report's present points; empty when it can. */
  unreachable: Type.String(),
  /** Values for the filter control, within the user's games; null unless requested. */
  options: nullable(
    Type.Array(
      Type.Object({
        value: nullable(Type.String()),
        label: Type.String(),
        pinyin: Type.Optional(Type.String()),
      }),
    ),
  ),
  /** Whether there are more values than `options` has; search with `like`. */
  moreOptions: Type.Boolean(),
})
export type QueryDimension = Static<typeof queryDimension>
const queryPoint = Type.Object({
  id,
  name: Type.String(),
  describe: Type.String(),
  note: Type.String(),
  pinyin: Type.String(),
  types: Type.String(),
  unit: Type.String(),
  /** Synonyms, with all readings joined by blanks. */
  synonyms: Type.Array(Type.String()),
  synonymsPinyin: Type.String(),
  categoryId: nullable(Type.Integer()),
  ...standingParts,
  /** Why it can't join the report's present dimensions; empty when it can. */
  unreachable: Type.String(),
  /** Why it has no share of the total with the report's present dimensions; absent when it has one. */
  noShare: Type.Optional(Type.String()),
  /** In Chinese: why its rows can't be summed; absent where they can. */
  noSum: Type.Optional(Type.String()),
})
export type QueryPoint = Static<typeof queryPoint>

const idList = Type.Optional(Type.String({ pattern: '^(\\d{1,16}(,\\d{1,16}){0,199})?$' }))
/**
 * The options of a report's filter bar and pickers. `dims`, `points`: the present choice (replaces the saved
 * one when deciding what can still join); `options`: ids of dimensions whose values are wanted, narrowed by
 * `like`. Report id 0 is an unsaved report.
 */
export const getReportQueryParam = defineCall({
  name: 'getReportQueryParam',
  method: 'GET',
  path: '/api/s1/data/getReportQueryParam/{reportId}',
  access: 'session',
  params: Type.Object({ reportId: idOrNoneSchema }),
  query: Type.Object({
    dims: idList,
    points: idList,
    options: idList,
    like: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    dimensions: Type.Array(queryDimension),
    points: Type.Array(queryPoint),
    /** Requested definitions that were deleted, by last name where known. */
    gone: Type.Array(Type.Pick(goneThing, ['kind', 'id', 'name'])),
  }),
  example: { params: { reportId: 1 } },
})
