// Calls of the SQL workspace: tables, runs and their results, saved queries, temp tables, exports.
import { type Static, type TSchema, Type } from 'typebox'
import { type Audience, audienceKinds } from '#shared/audience.ts'
import { closed, defineCall, slowTimeoutMs } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { columnLabels } from '#shared/sql/columnLabels.ts'
import { type ParameterValue, parameterTypes } from '#shared/sql/parameters.ts'
import { heldRights } from './contract/library.ts'

export * from './contract/library.ts'
export * from './contract/snippets.ts'

const prefix = '/api/s1/redirect/aliyun'
const access = { keys: ['search_sqlQuery'] } as const
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** Ids of runs and saved queries: random, so that shared ones can't be guessed. */
const id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
const idParams = Type.Object({ id })
const empty = Type.Object({}, closed)
const count = Type.Integer({ minimum: 0 })
const title = Type.String({ maxLength: 100 })

// ---- tables

const catalogColumn = Type.Object({
  name: Type.String(),
  /** The engine's own type: BIGINT, DECIMAL(18,2). */
  type: Type.String(),
  comment: Type.String(),
  pinyin: Type.String(),
  /** Names of the points and dimensions that are based on the column. */
  points: Type.Array(Type.String()),
  dimensions: Type.Array(Type.String()),
  /** The dictionary with the labels of its values. */
  dictId: nullable(idSchema),
})
const catalogTable = Type.Object({
  name: Type.String(),
  comment: Type.String(),
  pinyin: Type.String(),
  rowCount: count,
  updateTime: nullable(Type.String()),
  /** `fact`, `dimension` or `other`: the groups of the side list. */
  kind: Type.Enum(['fact', 'dimension', 'other']),
  columns: Type.Array(catalogColumn),
})
export type CatalogColumn = Static<typeof catalogColumn>
export type CatalogTable = Static<typeof catalogTable>

/** The published tables that the caller may query. */
export const getOdpsTables = defineCall({
  name: 'getOdpsTables',
  method: 'GET',
  path: `${prefix}/data/sqlQuery/getOdpsTables`,
  access,
  reply: Type.Array(catalogTable),
  example: {},
})

const sqlFunction = Type.Object({
  name: Type.String(),
  signatures: Type.Array(Type.String()),
  kind: Type.Enum(['scalar', 'aggregate', 'table', 'macro']),
  description: Type.String(),
})
export type SqlFunction = Static<typeof sqlFunction>

/** The functions that SQL may call here. */
export const getSqlFunctions = defineCall({
  name: 'getSqlFunctions',
  method: 'GET',
  path: `${prefix}/data/sqlQuery/getFunctions`,
  access,
  reply: Type.Array(sqlFunction),
  example: {},
})

// ---- runs

/** Longer texts are refused as too large. */
export const longestSql = 1_000_000
/** Enough for the longest text in any script, plus its parameter values. */
const bodyLimit = 4 * 1024 * 1024
const sql = Type.String({ maxLength: longestSql })
const value = Type.Unsafe<ParameterValue>(
  Type.Union([
    Type.String({ maxLength: 100_000 }),
    Type.Number(),
    Type.Boolean(),
    Type.Null(),
    Type.Array(Type.Union([Type.String({ maxLength: 10_000 }), Type.Number()]), { maxItems: 50_000 }),
  ]),
)
const typedValue = Type.Object({ type: Type.Enum([...parameterTypes]), value }, closed)
export type TypedValue = Static<typeof typedValue>
/** Parameters of one statement; nobody fills a form of hundreds. */
const mostParameters = 500
/** By name, without the colon: a plain value, or a value with its type. */
const params = Type.Record(Type.String({ maxLength: 200 }), Type.Union([typedValue, value]), {
  maxProperties: mostParameters,
})
export type RunParameters = Static<typeof params>

/** Rows that a run keeps by default, and the maximum. */
export const usualLimit = 10_000
export const mostLimit = 10_000_000
const limit = Type.Integer({ minimum: 1, maximum: mostLimit })

export const runStatuses = ['queued', 'running', 'done', 'failed', 'canceled'] as const
export type RunStatus = (typeof runStatuses)[number]
export const runKinds = ['query', 'export', 'temp', 'compare'] as const
export type RunKind = (typeof runKinds)[number]

const column = Type.Object({
  /** `c0`, `c1` …, because names may repeat. */
  key: Type.String(),
  title: Type.String(),
  kind: Type.Enum(['column']),
  type: Type.Enum(['boolean', 'integer', 'number', 'string', 'date', 'datetime', 'json']),
  databaseType: Type.String(),
  format: Type.Null(),
})
export type ResultColumn = Static<typeof column>

const problem = Type.Object({
  /** From the error table. */
  code: Type.String(),
  message: Type.String(),
  /** From 1, in the text as sent; null where the error has no position. */
  line: nullable(Type.Integer()),
  column: nullable(Type.Integer()),
  length: nullable(Type.Integer()),
  near: Type.String(),
})
export type RunProblem = Static<typeof problem>

const file = Type.Object({
  name: Type.String(),
  bytes: count,
  /** Null when the file is gone. */
  expiresAt: nullable(Type.String()),
})

/** A cell: string, number (a string beyond 2^53), boolean or null. NaN and infinities are strings. */
export type ResultCell = string | number | boolean | null

/** A run of the caller's that occupies a place for which another of theirs waits. */
const runAhead = Type.Object({ queryId: id, name: Type.String(), elapsedMs: Type.Number() })

const run = Type.Object({
  queryId: id,
  kind: Type.Enum([...runKinds]),
  status: Type.Enum([...runStatuses]),
  /** Place in the queue, 1 being next; null when the run does not wait. */
  place: nullable(Type.Integer()),
  waiting: count,
  /** While it waits: the caller's own running queries. Empty or absent: others occupy all places. */
  behind: Type.Optional(Type.Array(runAhead)),
  title: Type.String(),
  sql: Type.String(),
  /** Parameter values; the history shortens long lists. */
  params: Type.Optional(params),
  columns: Type.Array(column),
  /** Column-wise cells of the rows from `from` on. */
  data: Type.Unsafe<ResultCell[][]>({}),
  from: count,
  /** Rows of the result so far, or of the requested view. */
  rowCount: count,
  truncated: Type.Boolean(),
  summary: Type.Null(),
  elapsedMs: Type.Number(),
  queuedMs: Type.Number(),
  /** Answered from an earlier, equal run (only by accelerated calls). */
  cached: Type.Boolean(),
  updateTime: nullable(Type.String()),
  startedAt: Type.String(),
  endedAt: nullable(Type.String()),
  /** Null once the result is gone. */
  expiresAt: nullable(Type.String()),
  pinned: Type.Boolean(),
  /** Of a failed or canceled run. */
  problem: nullable(problem),
  /** Of a finished background export. */
  file: nullable(file),
  /** Increases with each change; pass it as `after` in the next call. */
  stamp: count,
})
export type Run = Static<typeof run>

const runBody = Type.Object(
  {
    sql,
    params: Type.Optional(params),
    limit: Type.Optional(limit),
    title: Type.Optional(title),
    /** The saved query that the text belongs to. */
    viewId: Type.Optional(id),
    /**
     * If set, the call answers as soon as there is something to show (at most after `waitMs`) and the run
     * continues without the caller; a failure is then in `problem`. Otherwise the call answers at the end,
     * with the rows or with the failure.
     */
    async: Type.Optional(Type.Boolean()),
    waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 30_000 })),
  },
  closed,
)
export type RunBody = Static<typeof runBody>
const runExample = { body: { sql: 'select 1' } }

/** Runs one SELECT. Errors: sql_error with data { line, column, length, near }. */
export const querySql = defineCall({
  name: 'query',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/query`,
  access,
  bodyLimit,
  timeoutMs: slowTimeoutMs,
  body: runBody,
  reply: run,
  example: runExample,
})

/** Like `query`, but an equal run on the same data may answer from its kept result; `cached` says so. */
export const lightingSqlQuery = defineCall({
  name: 'lightingSqlQuery',
  method: 'POST',
  path: `${prefix}/lighting/sqlQuery`,
  access,
  bodyLimit,
  timeoutMs: slowTimeoutMs,
  body: runBody,
  reply: run,
  example: runExample,
})

/** The most rows that queryLight returns. */
export const lightRows = 1_000
/**
 * A small, immediate answer, from the cache where possible: samples, choices of a parameter. Keeps no result.
 */
export const queryLight = defineCall({
  name: 'queryLight',
  method: 'POST',
  path: `${prefix}/queryLight`,
  access,
  bodyLimit,
  timeoutMs: slowTimeoutMs,
  body: Type.Object(
    {
      sql,
      params: Type.Optional(params),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: lightRows })),
    },
    closed,
  ),
  reply: run,
  example: runExample,
})

const number = (maximum: number) => Type.Integer({ minimum: 0, maximum })
/** One of the caller's runs: its state, and rows of its result or of a view of it. */
export const queryById = defineCall({
  name: 'queryById',
  method: 'GET',
  path: '/api/s3/data/sqlQuery/queryById/{id}',
  access,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  query: Type.Object({
    from: Type.Optional(number(2 ** 40)),
    /** 0: only the state. */
    count: Type.Optional(number(100_000)),
    view: Type.Optional(id),
    /** Leaves out what is the same in all windows: `sql` and `columns` are empty. */
    rowsOnly: Type.Optional(Type.Boolean()),
    /** Waits until the stamp is greater, at most `waitMs`. */
    after: Type.Optional(number(2 ** 50)),
    waitMs: Type.Optional(number(30_000)),
  }),
  reply: run,
  example: { params: { id: 'none' } },
})

/** Cancels a waiting or running query; an ended one stays as it is. */
export const cancelQuery = defineCall({
  name: 'cancelQuery',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/cancel/{id}`,
  access,
  params: idParams,
  body: empty,
  reply: run,
  example: { params: { id: 'none' }, body: {} },
})

/** Renames or pins a run's result; pinned results are kept longer. */
export const keepResult = defineCall({
  name: 'keepResult',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/keep/{id}`,
  access,
  params: idParams,
  body: Type.Object({ title: Type.Optional(title), pinned: Type.Optional(Type.Boolean()) }, closed),
  reply: run,
  example: { params: { id: 'none' }, body: {} },
})

/** Deletes a run's result; the run stays in the history. */
export const dropResult = defineCall({
  name: 'dropResult',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/drop/{id}`,
  access,
  params: idParams,
  body: empty,
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})

export interface PlanStep {
  name: string
  details: Record<string, string | string[]>
  estimatedRows: number | null
  rows: number | null
  ms: number | null
  children: PlanStep[]
}

/** The engine's plan as a tree; with `analyze` the statement runs, and steps have times and row counts. */
export const explainSql = defineCall({
  name: 'explain',
  method: 'POST',
  path: `${prefix}/data/sqlQuery/explain`,
  access,
  bodyLimit,
  timeoutMs: slowTimeoutMs,
  body: Type.Object({ sql, params: Type.Optional(params), analyze: Type.Optional(Type.Boolean()) }, closed),
  reply: Type.Object({ plan: Type.Unsafe<PlanStep>({}), elapsedMs: Type.Number(), queuedMs: Type.Number() }),
  example: { body: { sql: 'select 1' } },
})

// ---- operations on a result

const columnIndex = Type.Integer({ minimum: 0, maximum: 100_000 })
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
const filterValue = Type.Union([
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
const chart = Type.Object({
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

// ---- exports

/**
 * What is exported: a run's kept result (sorted and filtered by `view`), or a statement that runs for the
 * export.
 */
const exported = {
  queryId: Type.Optional(id),
  view: Type.Optional(id),
  sql: Type.Optional(sql),
  params: Type.Optional(params),
  name: Type.Optional(title),
  /** Columns of a kept result, in this order; all when absent. */
  columns: Type.Optional(Type.Array(columnIndex, { minItems: 1, maxItems: 10_000 })),
}
const exportBody = Type.Object(exported, closed)

/** A csv (UTF-8 with BOM), streamed. */
export const exportCsv = defineCall({
  name: 'export',
  method: 'POST',
  path: `${prefix}/export`,
  access,
  bodyLimit,
  kind: 'blob',
  timeoutMs: slowTimeoutMs,
  body: exportBody,
  example: { body: { sql: 'select 1' } },
})

/** An xlsx, streamed. */
export const exportXlsx = defineCall({
  name: 'exportXlsx',
  method: 'POST',
  path: `${prefix}/exportXlsx`,
  access,
  bodyLimit,
  kind: 'blob',
  timeoutMs: slowTimeoutMs,
  body: exportBody,
  example: { body: { sql: 'select 1' } },
})

/**
 * Like `export`, from the kept result of an equal run where there is one; the header `x-cached` says so (1 or
 * 0).
 */
export const exportDataByQueryMCQA = defineCall({
  name: 'exportDataByQueryMCQA',
  method: 'POST',
  path: `${prefix}/exportDataByQueryMCQA`,
  access,
  bodyLimit,
  kind: 'blob',
  timeoutMs: slowTimeoutMs,
  body: exportBody,
  example: { body: { sql: 'select 1' } },
})

/** A background export: a run of kind `export`, with its progress in rowCount and its file when done. */
export const exportDataByAsync = defineCall({
  name: 'exportDataByAsync',
  method: 'POST',
  path: `${prefix}/exportDataByAsync`,
  access,
  bodyLimit,
  timeoutMs: slowTimeoutMs,
  body: Type.Object({ ...exported, format: Type.Optional(Type.Enum(['csv', 'xlsx'])) }, closed),
  reply: run,
  example: { body: { sql: 'select 1' } },
})

/** The file of a finished background export. */
export const downloadExport = defineCall({
  name: 'downloadExport',
  method: 'GET',
  path: `${prefix}/downloadExport/{id}`,
  access,
  kind: 'blob',
  timeoutMs: slowTimeoutMs,
  params: idParams,
  example: { params: { id: 'none' } },
})

// ---- saved queries

export const shareModes = ['off', 'query', 'result'] as const
export type ShareMode = (typeof shareModes)[number]

const audience = Type.Unsafe<Audience>(
  Type.Object(
    {
      kind: Type.Enum([...audienceKinds]),
      roles: Type.Array(idSchema, { maxItems: 200 }),
      users: Type.Array(idSchema, { maxItems: 500 }),
    },
    closed,
  ),
)

const savedParameter = Type.Object(
  {
    name: Type.String({ maxLength: 200 }),
    type: Type.Enum([...parameterTypes]),
    /** Label of the control; the parameter's name when empty. */
    label: title,
    default: value,
    /** For the type `dictionary`. */
    dictId: nullable(idSchema),
  },
  closed,
)
export type SavedParameter = Static<typeof savedParameter>

const columnName = Type.String({ maxLength: 1_000 })
const columnNames = Type.Array(columnName, { maxItems: 2_000 })
const queryLook = Type.Object(
  {
    /** Index of the statement in the text, from 0. */
    statement: Type.Integer({ minimum: 0, maximum: 100_000 }),
    /** A hash that identifies the statement wherever it moves. */
    of: Type.String({ maxLength: 40 }),
    sort: Type.Array(Type.Object({ column: columnName, desc: Type.Boolean() }, closed), { maxItems: 10 }),
    filters: Type.Array(
      Type.Object(
        {
          column: columnName,
          op: Type.Enum([...filterOps]),
          value: Type.Optional(filterValue),
          values: Type.Optional(Type.Array(filterValue, { maxItems: mostListed })),
        },
        closed,
      ),
      { maxItems: 50 },
    ),
    hidden: columnNames,
    /** Columns frozen at the left, in order. */
    frozen: columnNames,
    chart: nullable(
      Type.Object(
        {
          type: Type.String({ maxLength: 20 }),
          x: columnName,
          values: Type.Array(columnName, { minItems: 1, maxItems: 20 }),
          series: nullable(columnName),
          aggregate: Type.Enum([...chartAggregates]),
        },
        closed,
      ),
    ),
    /** Shown as a chart. */
    drawn: Type.Boolean(),
  },
  closed,
)
/**
 * How the result of one of a query's statements is displayed; columns by name, so that it applies to the next
 * run.
 */
export type QueryLook = Static<typeof queryLook>

// Separate from the object schema, because the browser's stub of the schema builder keeps no properties.
const savedParts = {
  id,
  name: Type.String(),
  /** Path of its folder, parts separated by `/`; empty at the top. */
  folder: Type.String(),
  tags: Type.Array(Type.String()),
  /** Its author. */
  owner: Type.String(),
  /** Id and name of its team folder; null and '' for the author's own queries. */
  folderId: nullable(Type.Integer()),
  team: Type.String(),
  right: Type.Enum([...heldRights]),
  sql: Type.String(),
  params: Type.Array(savedParameter),
  looks: Type.Array(queryLook),
  /** Increases with each save. */
  version: Type.Integer(),
  share: Type.Enum([...shareModes]),
  /** For whom the shared address is. */
  audience,
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  /** Who changed it last. */
  modifiedBy: Type.String(),
  pinyin: Type.String(),
}
const savedQuery = Type.Object(savedParts)
export type SavedQuery = Static<typeof savedQuery>

/**
 * Creates a query (without id) or saves a change; `version` is the one that was opened: object_conflict where
 * a newer one exists.
 */
export const saveQuery = defineCall({
  name: 'save',
  method: 'POST',
  path: `${prefix}/save`,
  access,
  bodyLimit,
  body: Type.Object(
    {
      id: Type.Optional(id),
      /**
       * For a new query: the query it was copied from. The caller's own results of the same text are copied
       * along.
       */
      from: Type.Optional(id),
      // Looser than the service's rules, which answer in Chinese; these limits only reject nonsense.
      name: Type.String({ maxLength: 2_000 }),
      folder: Type.Optional(Type.String({ maxLength: 2_000 })),
      /** Team folder; null: the caller's own queries. Absent: unchanged. */
      folderId: Type.Optional(nullable(idSchema)),
      tags: Type.Optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 200 })),
      sql,
      params: Type.Optional(Type.Array(savedParameter, { maxItems: 100 })),
      looks: Type.Optional(Type.Array(queryLook, { maxItems: 200 })),
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      /** Overwrites a newer version, which stays in the history. */
      overwrite: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  reply: savedQuery,
  example: { body: { name: '每日登录', sql: 'select 1' } },
})

/** The caller's saved queries and those readable in team folders, by name. */
export const listQueries = defineCall({
  name: 'list',
  method: 'GET',
  path: `${prefix}/list`,
  access,
  reply: Type.Array(savedQuery),
  example: {},
})

/** The same list, searched: each parameter narrows. */
export const listWithFillter = defineCall({
  name: 'listWithFillter',
  method: 'POST',
  path: `${prefix}/listWithFillter`,
  effect: 'read',
  access,
  body: Type.Object(
    {
      /** Searches name, tags and SQL; letters also match pinyin. */
      text: Type.Optional(Type.String({ maxLength: 200 })),
      /** Includes the folders inside. */
      folder: Type.Optional(Type.String({ maxLength: 200 })),
      /** In this team folder; null: only the caller's own. */
      folderId: Type.Optional(nullable(idSchema)),
      tag: Type.Optional(Type.String({ maxLength: 30 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    },
    closed,
  ),
  reply: Type.Object({ total: count, rows: Type.Array(savedQuery) }),
  example: { body: {} },
})

/**
 * A saved query with its latest result, where that is kept (and, for others, shared). Queries in team folders
 * come with the caller's own runs, never with another's.
 */
export const getView = defineCall({
  name: 'getView',
  method: 'GET',
  path: `${prefix}/getView/{id}`,
  access: { shared: 'search_sqlQuery' },
  params: idParams,
  reply: Type.Object({
    ...savedParts,
    /** Whether the query is the caller's own or their team's; otherwise it is another's that is shared. */
    own: Type.Boolean(),
    /** At most 1,000 rows, with the saved sort, filters and columns; null without a result. */
    result: nullable(run),
    /** Dictionary labels of the codes in its rows. */
    labels: columnLabels,
    /** The result's chart, where it is displayed as one. */
    chart: nullable(
      Type.Object({
        type: Type.String(),
        xName: Type.String(),
        seriesName: nullable(Type.String()),
        valueName: Type.String(),
        data: chart,
      }),
    ),
  }),
  example: { params: { id: 'none' } },
})

export const deleteQuery = defineCall({
  name: 'deleteView',
  method: 'POST',
  path: `${prefix}/deleteView/{id}`,
  access,
  params: idParams,
  body: empty,
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})

/** Undoes a deletion. */
export const restoreQuery = defineCall({
  name: 'restoreView',
  method: 'POST',
  path: `${prefix}/restoreView/{id}`,
  access,
  params: idParams,
  body: empty,
  reply: savedQuery,
  example: { params: { id: 'none' }, body: {} },
})

/**
 * Who may read /code_view/{id} without a session: nobody, or anybody the text, or the latest result as well.
 */
export const shareQuery = defineCall({
  name: 'shareView',
  method: 'POST',
  path: `${prefix}/shareView/{id}`,
  access,
  params: idParams,
  /** Without an audience it stays the same. */
  body: Type.Object({ share: Type.Enum([...shareModes]), audience: Type.Optional(audience) }, closed),
  reply: savedQuery,
  example: { params: { id: 'none' }, body: { share: 'off' } },
})

const version = Type.Object({
  version: Type.Integer(),
  name: Type.String(),
  sql: Type.String(),
  params: Type.Array(savedParameter),
  savedAt: Type.String(),
})
export type QueryVersion = Static<typeof version>

/** Newest first. */
export const queryVersions = defineCall({
  name: 'viewVersions',
  method: 'GET',
  path: `${prefix}/viewVersions/{id}`,
  access,
  params: idParams,
  reply: Type.Array(version),
  example: { params: { id: 'none' } },
})

// ---- history

/** The caller's runs, newest first; without rows and columns (`data` is empty). */
export const listSqlQueryHistory = defineCall({
  name: 'listSqlQueryHistory',
  method: 'GET',
  path: `${prefix}/listSqlQueryHistory`,
  access,
  query: Type.Object({
    /** Searches SQL, title and the error message. */
    text: Type.Optional(Type.String({ maxLength: 200 })),
    status: Type.Optional(Type.Enum([...runStatuses])),
    kind: Type.Optional(Type.Enum([...runKinds])),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  }),
  reply: Type.Object({ total: count, rows: Type.Array(run) }),
  example: {},
})

// ---- temp tables

const temporaryTable = Type.Object({
  id,
  name: Type.String(),
  /** As written in SQL: `tmp.name`. */
  fullName: Type.String(),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  rowCount: count,
  bytes: count,
  sql: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  pinyin: Type.String(),
})
export type TemporaryTable = Static<typeof temporaryTable>

export const tmpTableList = defineCall({
  name: 'tmpTableList',
  method: 'GET',
  path: `${prefix}/tmpTableList`,
  access,
  reply: Type.Object({ tables: Type.Array(temporaryTable), bytes: count, quotaBytes: count }),
  example: {},
})

/** From a statement, or from a kept result. `replace` overwrites a table of the same name. */
export const createTmpTable = defineCall({
  name: 'createTmpTable',
  method: 'POST',
  path: `${prefix}/createTmpTable`,
  access,
  bodyLimit,
  timeoutMs: slowTimeoutMs,
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 60 }),
      sql: Type.Optional(sql),
      params: Type.Optional(params),
      queryId: Type.Optional(id),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
      replace: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  reply: temporaryTable,
  example: { body: { name: 'sample', sql: 'select 1 as one' } },
})

export const dropTmpTable = defineCall({
  name: 'dropTmpTable',
  method: 'POST',
  path: `${prefix}/dropTmpTable/{id}`,
  access,
  params: idParams,
  body: empty,
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})
