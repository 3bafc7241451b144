// Runs of statements: starting, reading, canceling, keeping; their plan and history.
import { type Static, Type } from 'typebox'
import { closed, defineCall, slowTimeoutMs } from '#shared/call.ts'
import { type ParameterValue, parameterTypes } from '#shared/sql/parameters.ts'
import { access, count, empty, id, idParams, nullable, prefix, title } from './shared.ts'

/** Longer texts are refused as too large. */
export const longestSql = 1_000_000
/** Enough for the longest text in any script, plus its parameter values. */
export const bodyLimit = 4 * 1024 * 1024
export const sql = Type.String({ maxLength: longestSql })
export const value = Type.Unsafe<ParameterValue>(
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
export const params = Type.Record(Type.String({ maxLength: 200 }), Type.Union([typedValue, value]), {
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

export const run = Type.Object({
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
  atPlace: true,
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
  atPlace: true,
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
  atPlace: true,
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
  atPlace: true,
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
  atPlace: true,
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
  atPlace: true,
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
  atPlace: true,
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
/** The caller's runs, newest first; without rows and columns (`data` is empty). */
export const listSqlQueryHistory = defineCall({
  name: 'listSqlQueryHistory',
  method: 'GET',
  path: `${prefix}/listSqlQueryHistory`,
  access,
  atPlace: true,
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
