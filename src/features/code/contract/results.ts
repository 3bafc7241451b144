// Operations on a kept result: views, statistics, values, search, comparison, chart.
import { type Static, Type } from 'typebox'
import { closed, defineCall, slowTimeoutMs } from '#shared/call.ts'
import { access, count, id, idParams, nullable, prefix, title } from './shared.ts'

export const columnIndex = Type.Integer({ minimum: 0, maximum: 100_000 })
export const filterOps = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'contains',
  'notContains',
  'empty',
  'notEmpty',
  'in',
  'notIn',
] as const
export const filterValue = Type.Union([
  Type.String({ maxLength: 10_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
])
/** The most values of a list filter. */
export const mostListed = 1_000
const columnFilter = Type.Object(
  {
    column: columnIndex,
    op: Type.Enum([...filterOps]),
    value: Type.Optional(filterValue),
    /** Values of `in` and `notIn`; null is the null cell. */
    values: Type.Optional(Type.Array(filterValue, { maxItems: mostListed })),
  },
  closed,
)
const columnFilters = Type.Array(columnFilter, { maxItems: 50 })

/** Sorts and filters a whole result on the server; queryById reads its rows with `view`. */
export const resultView = defineCall({
  name: 'resultView',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/view/{id}`,
  access,
  atPlace: true,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  body: Type.Object(
    {
      sort: Type.Array(Type.Object({ column: columnIndex, desc: Type.Boolean() }, closed), { maxItems: 10 }),
      filters: columnFilters,
    },
    closed,
  ),
  reply: Type.Object({ viewId: id, rowCount: count }),
  example: { params: { id: 'none' }, body: { sort: [], filters: [] } },
})

const text = nullable(Type.String())
const statistics = Type.Object({
  count,
  empty: count,
  distinct: count,
  min: text,
  max: text,
  sum: text,
  average: text,
  median: text,
  top: Type.Array(Type.Object({ value: text, count })),
  bins: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), count })),
})
export type ResultStatistics = Static<typeof statistics>

export const columnStatistics = defineCall({
  name: 'columnStatistics',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/statistics/{id}`,
  access,
  atPlace: true,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  body: Type.Object({ column: columnIndex, view: Type.Optional(id) }, closed),
  reply: statistics,
  example: { params: { id: 'none' }, body: { column: 0 } },
})

const resultValueList = Type.Object({
  /** The number of all matching values, of which the first are returned. */
  distinct: count,
  values: Type.Array(
    Type.Object({
      value: text,
      count,
      /** Readings in the form of src/shared/pinyin.ts. */
      pinyin: Type.String(),
    }),
  ),
})
export type ResultValueList = Static<typeof resultValueList>

/** Values of a column in the filtered rows, the most frequent first; searched by text, pinyin and codes. */
export const resultValues = defineCall({
  name: 'resultValues',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/values/{id}`,
  effect: 'read',
  access,
  atPlace: true,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  body: Type.Object(
    {
      column: columnIndex,
      filters: Type.Optional(columnFilters),
      text: Type.Optional(Type.String({ maxLength: 200 })),
      /** Codes whose label matches the text. */
      codes: Type.Optional(Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: mostListed })),
    },
    closed,
  ),
  reply: resultValueList,
  example: { params: { id: 'none' }, body: { column: 0 } },
})

const foundCells = Type.Object({
  /** Matching cells in all rows and in the rows before `from`; null where not requested. */
  cells: nullable(count),
  before: nullable(count),
  /** Row and column of each match in the rows nearest to `from`, in row order. */
  matches: Type.Unsafe<[row: number, column: number][]>({}),
})
export type FoundCells = Static<typeof foundCells>

/** Cells of a whole result (or of a view of it) that contain a text, ignoring case. */
export const findInResult = defineCall({
  name: 'findInResult',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/find/{id}`,
  effect: 'read',
  access,
  atPlace: true,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  body: Type.Object(
    {
      text: Type.String({ minLength: 1, maxLength: 200 }),
      view: Type.Optional(id),
      columns: Type.Array(columnIndex, { minItems: 1, maxItems: 10_000 }),
      /** Codes of a column whose label contains the text. */
      labels: Type.Optional(
        Type.Array(
          Type.Object(
            {
              column: columnIndex,
              values: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: mostListed }),
            },
            closed,
          ),
          { maxItems: 200 },
        ),
      ),
      /** Rows from this one on; with `back`, those before it. */
      from: count,
      back: Type.Optional(Type.Boolean()),
      counts: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  reply: foundCells,
  example: { params: { id: 'none' }, body: { text: 'a', columns: [0], from: 0 } },
})

/** Count, sum and average of selected cells of a result that is not fully in the browser. */
export const selectionStatistics = defineCall({
  name: 'selectionStatistics',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/selection/{id}`,
  access,
  atPlace: true,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  body: Type.Object(
    {
      view: Type.Optional(id),
      from: count,
      /** The last row, inclusive. */
      to: count,
      columns: Type.Array(columnIndex, { maxItems: 10_000 }),
    },
    closed,
  ),
  reply: Type.Object({ count, sum: text, average: text }),
  example: { params: { id: 'none' }, body: { from: 0, to: 0, columns: [0] } },
})

const comparison = Type.Object({
  /** The run (kind `compare`) whose result is the differences. */
  queryId: id,
  added: count,
  removed: count,
  changed: count,
  same: count,
  repeatedKeys: count,
  onlyLeft: Type.Array(Type.String()),
  onlyRight: Type.Array(Type.String()),
})
export type ResultComparison = Static<typeof comparison>

/** Pairs the rows of two results by key columns of the left one. */
export const compareResults = defineCall({
  name: 'compareResults',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/compare`,
  access,
  atPlace: true,
  timeoutMs: slowTimeoutMs,
  body: Type.Object(
    {
      left: id,
      right: id,
      keys: Type.Array(columnIndex, { minItems: 1, maxItems: 20 }),
      /** Name of the comparison; otherwise made from both names, or the beginnings of both statements. */
      title: Type.Optional(title),
    },
    closed,
  ),
  reply: comparison,
  example: { body: { left: 'none', right: 'none', keys: [0] } },
})

export const chartAggregates = ['none', 'sum', 'avg', 'count', 'min', 'max'] as const
export const chart = Type.Object({
  x: Type.Array(Type.Unsafe<string | number | null>({})),
  series: Type.Array(
    Type.Object({
      name: Type.String(),
      /** The code at the beginning of the name, of the series column; a null has none. */
      code: Type.Optional(Type.String()),
      values: Type.Array(nullable(Type.Number())),
    }),
  ),
  /** More points or series than a chart can show: the rest is left out. */
  truncated: Type.Boolean(),
})
export type ResultChart = Static<typeof chart>

export const resultChart = defineCall({
  name: 'resultChart',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/chart/{id}`,
  access,
  atPlace: true,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  body: Type.Object(
    {
      view: Type.Optional(id),
      x: columnIndex,
      values: Type.Array(columnIndex, { minItems: 1, maxItems: 20 }),
      series: Type.Optional(columnIndex),
      aggregate: Type.Enum([...chartAggregates]),
    },
    closed,
  ),
  reply: chart,
  example: { params: { id: 'none' }, body: { x: 0, values: [0], aggregate: 'sum' } },
})
