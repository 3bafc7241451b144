// Explanations: what a column means, where a cell and a change come from.
import { type Static, Type } from 'typebox'
import { comparisons, type NumberFormat } from '#semantic/model/types.ts'
import { defineCall } from '#shared/call.ts'
import { idSchema as id } from '#shared/ids.ts'
import { dataDoubt } from '#shared/imports/doubtSchema.ts'
import { restatedFigure } from '#shared/imports/restatedSchema.ts'
import { standingParts } from '#shared/standingSchema.ts'
import { namedDim, namedInfoSchema, namedKey, namedPoint, ownFormulas, pointId } from './request.ts'
import { nullable } from './shared.ts'
import { type Cell, cell, sumsNote } from './table.ts'

const explainedTable = Type.Object({
  name: Type.String(),
  tableName: Type.String(),
  describe: Type.String(),
  updateTime: nullable(Type.String()),
  updateFrequency: Type.String(),
  /** Name of who looks after its data; absent where nobody does. */
  keeper: Type.Optional(Type.String()),
  /** Checks that its data does not meet, the newest day first; absent without any. */
  doubts: Type.Optional(Type.Array(Type.Omit(dataDoubt, ['table']))),
})
const explainedPoint = Type.Object({
  id: pointId,
  name: Type.String(),
  describe: Type.String(),
  note: Type.String(),
  /** Chinese name of its type: 可加, 去重, 半可加, 计算. */
  type: Type.String(),
  unit: Type.String(),
  /** How it is computed, in words: 对「amount」求和, 条件 …; a computed point's formula. */
  formula: Type.String(),
  /** Its figure where there is nothing to count, in words. */
  nothing: Type.String(),
  ...standingParts,
  /** Points of its formula, each explained; empty for others. */
  parts: Type.Array(Type.Object({ id: pointId, name: Type.String(), formula: Type.String() })),
  tables: Type.Array(explainedTable),
})
export type ExplainedPoint = Static<typeof explainedPoint>
const explainedDimension = Type.Object({
  id,
  name: Type.String(),
  describe: Type.String(),
  type: Type.String(),
  /** Column or expression that gives its values. */
  formula: Type.String(),
  /** The tables on the ways to it, where a role or an intermediate table is involved: 区服表 → 地区表. */
  ways: Type.Array(Type.String()),
  /** Joins on these ways that compare texts because the types of their columns differ, in words. */
  textJoins: Type.Array(Type.String()),
  tables: Type.Array(explainedTable),
})
export type ExplainedDimension = Static<typeof explainedDimension>

/** The meaning of points and dimensions: `?` on a column header. */
export const explainColumns = defineCall({
  name: 'explainColumns',
  method: 'POST',
  path: '/api/s1/report/explain/columns',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      points: Type.Optional(Type.Array(namedPoint, { maxItems: 500 })),
      dims: Type.Optional(Type.Array(namedDim, { maxItems: 50 })),
      /** The report's own formulas. */
      formulas: Type.Optional(ownFormulas),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    points: Type.Array(explainedPoint),
    dimensions: Type.Array(explainedDimension),
  }),
  example: { body: { points: [1] } },
})

export const cellNamed = {
  reportId: Type.Optional(id),
  info: namedInfoSchema,
  key: namedKey,
  cells: Type.Record(Type.String({ maxLength: 200 }), Type.Unsafe<Cell>({}), { maxProperties: 100 }),
  /** For the row 其他: the values of this dimension that it excludes. */
  except: Type.Optional(Type.Object({ key: namedKey, values: Type.Array(cell, { maxItems: 1000 }) })),
}

/**
 * One cell of a report: `key` is its column, `cells` the row's dimension values by column key (absent for the
 * total; fewer than all for a subtotal; null is the null value).
 */
export const explainCell = defineCall({
  name: 'explainCell',
  method: 'POST',
  path: '/api/s1/report/explain/cell',
  effect: 'read',
  access: 'session',
  body: Type.Object(cellNamed, { additionalProperties: false }),
  reply: Type.Object({
    /** The figure, recomputed for this cell alone. */
    value: cell,
    point: nullable(explainedPoint),
    /** The parts of a computed figure with their values for this cell. */
    parts: Type.Array(Type.Object({ name: Type.String(), value: cell, unit: Type.String() })),
    /** The statement for this cell alone; empty without the right to see it. */
    sql: Type.String(),
    /**
     * Fact rows behind it, a sample per fact; for reports about players also the players, separately for a
     * rate's numerator and denominator. Null where the caller may not see rows.
     */
    rows: nullable(
      Type.Array(
        Type.Object({
          /** Title of the list. */
          title: Type.String(),
          /** The fact's physical name; empty for a list of players. */
          table: Type.String(),
          columns: Type.Array(
            Type.Object({ name: Type.String(), comment: Type.String(), type: Type.String() }),
          ),
          /** Cells by columns. */
          data: Type.Unsafe<Cell[][]>({}),
          rowCount: Type.Integer(),
          /** The number of all rows. */
          total: Type.Integer(),
          /** The statement that lists them, for the SQL workspace. */
          sql: Type.String(),
        }),
      ),
    ),
    updateTime: nullable(Type.String()),
    /** Kept sums that the figure was read from; absent where all came from the facts. */
    sums: Type.Optional(Type.Array(sumsNote)),
    /** Parts of the figure that loads of the last days changed after their day was whole. */
    restated: Type.Optional(Type.Array(restatedFigure)),
    /** Host and port of the ClickHouse that answered; absent without the right to see statements. */
    replica: Type.Optional(Type.String()),
    cached: Type.Boolean(),
    elapsedMs: Type.Number(),
  }),
  example: { body: { info: { dims: [], points: [1] }, key: 'p1', cells: {} } },
})

/** What a figure without a comparison of its own can be set against. */
export const changeBases = ['previous', 'week', 'year'] as const
const figure = Type.Union([Type.Number(), Type.Null()])
const contribution = {
  before: figure,
  after: figure,
  /** Its effect on the whole, in the whole's unit; with the method `alone` its own change. */
  change: figure,
  /** Part of the whole's change. */
  share: figure,
  /** For quotients the two parts of `change`: its own rate, and its weight. */
  rate: figure,
  weight: figure,
}
const changeByDimension = Type.Object({
  dim: id,
  dimName: Type.String(),
  /** Whether differences add up, effects of a quotient do, or nothing does (distinct players, maximum). */
  method: Type.Enum(['sum', 'rate', 'alone']),
  /**
   * The smallest set of values that makes four fifths of the change, which are the first rows, and its part of the
   * change; null where parts do not add up.
   */
  few: nullable(Type.Object({ count: Type.Integer(), share: Type.Number() })),
  /** The set's part of the change less its part of the figure before; null likewise. */
  excess: figure,
  /** The whole of these values. */
  before: figure,
  after: figure,
  /** Greatest effect first; values that one side alone has are among them. */
  rows: Type.Array(Type.Object({ value: cell, label: Type.String(), ...contribution })),
  /** The values that are not listed, together. */
  rest: nullable(Type.Object({ count: Type.Integer(), ...contribution })),
  /** What belongs to no value, through rounding or players of several values; null where nothing is left. */
  remainder: figure,
})
export type ChangeByDimension = Static<typeof changeByDimension>

const changeReply = Type.Object({
  against: Type.Enum([...comparisons]),
  /** The compared days, in words; empty where both sides have the same. */
  beforeDays: Type.String(),
  afterDays: Type.String(),
  before: figure,
  after: figure,
  /** Whether the figures are over all rows, although the report's conditions on points leave some of them out. */
  allRows: Type.Boolean(),
  /** How the point's figures are written. */
  format: nullable(Type.Unsafe<NumberFormat>(Type.String())),
  unit: Type.String(),
  dims: Type.Array(changeByDimension),
  /** Further dimensions to ask for. */
  more: Type.Array(Type.Object({ dim: id, dimName: Type.String() })),
  /** Dimensions that say nothing, with the reason in Chinese. */
  left: Type.Array(Type.Object({ dim: id, dimName: Type.String(), reason: Type.String() })),
})
export type ExplainedChange = Static<typeof changeReply>

/**
 * Which values a cell's change comes from, by each dimension of few values. The cell is named as for
 * `explainCell`. `against`: the other period; absent: the report's own comparison, else the period before.
 */
export const explainChange = defineCall({
  name: 'explainChange',
  method: 'POST',
  path: '/api/s1/report/explain/change',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      ...cellNamed,
      against: Type.Optional(Type.Enum([...changeBases])),
      /** Only by these dimensions; absent: by those that people ask about first. */
      dims: Type.Optional(Type.Array(namedDim, { minItems: 1, maxItems: 10 })),
    },
    { additionalProperties: false },
  ),
  reply: changeReply,
  example: { body: { info: { dims: [], points: [1] }, key: 'p1', cells: {} } },
})
