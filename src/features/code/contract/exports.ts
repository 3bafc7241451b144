// Exports of results and statements.
import { Type } from 'typebox'
import { closed, defineCall, slowTimeoutMs } from '#shared/call.ts'
import { columnIndex } from './results.ts'
import { bodyLimit, params, run, sql } from './runs.ts'
import { access, id, idParams, prefix, title } from './shared.ts'

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
  atPlace: true,
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
  atPlace: true,
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
  atPlace: true,
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
  atPlace: true,
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
  atPlace: true,
  kind: 'blob',
  timeoutMs: slowTimeoutMs,
  params: idParams,
  example: { params: { id: 'none' } },
})
