// A report’s request: what it asks for and how it is laid out.
import { type Static, type TSchema, Type } from 'typebox'
import { activityShows } from '#semantic/model/activity.ts'
import { deepestGroups, mostConditions } from '#semantic/model/conditions.ts'
import { longestWindow, windowUnits } from '#semantic/model/funnels.ts'
import { mostReturns, returnMeanings, returnUnits } from '#semantic/model/returns.ts'
import {
  calculationKinds,
  chartKinds,
  comparisons,
  filterOps,
  grains,
  heats,
  longestOwnFormula,
  longestOwnUnit,
  mostOwnFormulas,
  type NumberFormat,
  pastPeriods,
  type ReportCondition,
  relativeRanges,
  reportKinds,
} from '#semantic/model/types.ts'
import { groupedSchema } from '#shared/groups.ts'
import { idSchema as id, ownIdSchema as ownId } from '#shared/ids.ts'
import { day } from './shared.ts'

/** Numbers of days, weeks or months after the first. */
const periods = Type.Array(Type.Integer({ minimum: 0, maximum: 730 }), { minItems: 1, maxItems: mostReturns })

/** A point, or one of the report's own formulas. */
export const pointId = Type.Union([id, ownId])
export const ownFormulasNamed = (least: number) =>
  Type.Array(
    Type.Object(
      {
        id: ownId,
        name: Type.String({ minLength: least, maxLength: 100 }),
        /** Points by id, `[#11] / [#-2]`; names are accepted, too, and stored as ids. */
        formula: Type.String({ minLength: 1, maxLength: longestOwnFormula }),
        format: Type.Optional(Type.Unsafe<NumberFormat>(Type.Enum(['integer', 'decimal', 'percent']))),
        unit: Type.Optional(Type.String({ maxLength: longestOwnUnit })),
      },
      { additionalProperties: false },
    ),
    { maxItems: mostOwnFormulas },
  )
export const ownFormulas = ownFormulasNamed(1)
const times = Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }))
/** Keys of a report's columns: `d1`, `p5_diff`, and those of reports about players: `n`, `r7`. */
export const keyPattern = '^[a-z]-?\\d{0,16}(_(prev|diff|share|c\\d{1,3}))?$'
const columnKey = Type.String({ pattern: keyPattern })

/** How a request names definitions and days. */
interface Naming<Dim extends TSchema, Point extends TSchema, Key extends TSchema, Days extends TSchema> {
  dim: Dim
  point: Point
  key: Key
  days: Days
}

export function conditionsOf(dim: TSchema, point: TSchema) {
  const than = Type.Union([
    Type.Object({ point, times }, { additionalProperties: false }),
    Type.Object({ past: Type.Enum([...pastPeriods]), times }, { additionalProperties: false }),
  ])
  const condition = groupedSchema(
    {
      properties: {
        dim: Type.Optional(dim),
        point: Type.Optional(point),
        op: Type.Optional(Type.Enum([...filterOps])),
        values: Type.Optional(
          Type.Array(Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Null()]), {
            maxItems: 50_000,
          }),
        ),
        than: Type.Optional(than),
      },
      required: ['op', 'values'],
      description: '条件 { dim 或 point, op, values }，或条件组 { any: […] } 与 { all: […] } 之一',
      most: mostConditions,
    },
    // One level more than the engine accepts, so that the engine reports the error.
    deepestGroups + 1,
  )
  return Type.Unsafe<ReportCondition[]>(Type.Array(condition, { maxItems: mostConditions }))
}

const calculationOf = <Dim extends TSchema, Point extends TSchema>(dim: Dim, point: Point) =>
  Type.Object(
    {
      number: Type.Integer({ minimum: 1, maximum: 999 }),
      of: point,
      kind: Type.Enum([...calculationKinds]),
      ascending: Type.Optional(Type.Boolean()),
      within: Type.Optional(Type.Array(dim, { maxItems: 20 })),
      periods: Type.Optional(Type.Integer({ minimum: 2, maximum: 366 })),
      centred: Type.Optional(Type.Boolean()),
      parent: Type.Optional(Type.Boolean()),
      base: Type.Optional(
        Type.Union([
          Type.Enum(['first', 'last']),
          Type.Object(
            { value: Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Null()]) },
            { additionalProperties: false },
          ),
        ]),
      ),
      along: Type.Optional(dim),
    },
    { additionalProperties: false },
  )

export const plainDays = Type.Union([
  Type.Object({ from: day, to: day }, { additionalProperties: false }),
  Type.Object({ relative: Type.Enum([...relativeRanges]) }, { additionalProperties: false }),
])

function infoOf<Dim extends TSchema, Point extends TSchema, Key extends TSchema, Days extends TSchema>({
  dim,
  point,
  key,
  days,
}: Naming<Dim, Point, Key, Days>) {
  const filters = conditionsOf(dim, point)
  return Type.Object(
    {
      kind: Type.Optional(Type.Enum([...reportKinds])),
      dims: Type.Array(dim, { maxItems: 20 }),
      points: Type.Array(point, { maxItems: 500 }),
      /** The report's own formulas. */
      formulas: Type.Optional(ownFormulas),
      dateRange: Type.Optional(days),
      grain: Type.Optional(Type.Enum([...grains])),
      /**
       * Dimensions of the whole report that this request is part of: they decide which date the grain applies
       * to.
       */
      grainDims: Type.Optional(Type.Array(dim, { maxItems: 20 })),
      filters: Type.Optional(filters),
      order: Type.Optional(
        Type.Array(Type.Object({ key, desc: Type.Boolean() }, { additionalProperties: false }), {
          maxItems: 20,
        }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      compare: Type.Optional(Type.Enum([...comparisons])),
      compareRange: Type.Optional(Type.Object({ from: day, to: day }, { additionalProperties: false })),
      compareFilters: Type.Optional(filters),
      fillDates: Type.Optional(Type.Boolean()),
      subtotals: Type.Optional(Type.Boolean()),
      shares: Type.Optional(Type.Array(point, { maxItems: 500 })),
      calculations: Type.Optional(Type.Array(calculationOf(dim, point), { maxItems: 50 })),
      top: Type.Optional(
        Type.Object(
          { dim, count: Type.Integer({ minimum: 1, maximum: 1000 }), by: point },
          { additionalProperties: false },
        ),
      ),
      retention: Type.Optional(
        Type.Object(
          {
            days: periods,
            how: Type.Optional(Type.Enum([...returnMeanings])),
            untils: Type.Optional(periods),
            unit: Type.Optional(Type.Enum([...returnUnits])),
          },
          { additionalProperties: false },
        ),
      ),
      ltv: Type.Optional(
        Type.Object(
          {
            days: Type.Array(Type.Integer({ minimum: 1, maximum: 730 }), { minItems: 1, maxItems: 60 }),
            /** Those of the days that are also forecast where they are not over. */
            forecast: Type.Optional(Type.Array(Type.Integer({ minimum: 2, maximum: 365 }), { maxItems: 5 })),
          },
          { additionalProperties: false },
        ),
      ),
      activity: Type.Optional(
        Type.Object(
          {
            show: Type.Enum([...activityShows]),
            windows: Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), { minItems: 1, maxItems: 6 }),
          },
          { additionalProperties: false },
        ),
      ),
      funnel: Type.Optional(
        Type.Object(
          {
            windowDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
            within: Type.Optional(
              Type.Object(
                {
                  count: Type.Integer({ minimum: 1, maximum: longestWindow.minute }),
                  unit: Type.Enum([...windowUnits]),
                },
                { additionalProperties: false },
              ),
            ),
            strictly: Type.Optional(Type.Boolean()),
            each: Type.Optional(Type.Boolean()),
            same: Type.Optional(dim),
            times: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
      ),
      distribution: Type.Optional(
        Type.Object(
          { bounds: Type.Array(Type.Number(), { minItems: 1, maxItems: 100 }) },
          { additionalProperties: false },
        ),
      ),
      columns: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 2100 })),
      frozen: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
      heat: Type.Optional(Type.Enum([...heats])),
      chart: Type.Optional(
        Type.Object(
          {
            kind: Type.Optional(Type.Enum([...chartKinds])),
            keys: Type.Optional(Type.Array(columnKey, { maxItems: 50 })),
            off: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
      ),
      pivot: Type.Optional(Type.Array(dim, { maxItems: 20 })),
    },
    { additionalProperties: false },
  )
}

export const reportInfoSchema = infoOf({ dim: id, point: pointId, key: columnKey, days: plainDays })

/** A definition's name, written by hand where programs write its id. */
const definitionName = Type.String({ minLength: 1, maxLength: 200 })
const named = {
  dim: Type.Union([id, definitionName]),
  point: Type.Union([pointId, definitionName]),
}
export const namedDim = named.dim
export const namedPoint = named.point
/** A column by its key, or by the name of its point or dimension. */
export const namedKey = definitionName

/**
 * The same, where names may stand in the place of ids and keys, and words in the place of days (上周). The
 * server exchanges them within the caller's rights (server/named).
 */
export const namedInfoSchema = infoOf({
  ...named,
  key: namedKey,
  days: Type.Union([plainDays, Type.String({ minLength: 1, maxLength: 48 })]),
})
export type NamedInfo = Static<typeof namedInfoSchema>
