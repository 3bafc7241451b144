// Reports that run in the background, and their kept results.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idSchema as id, idOrNoneSchema } from '#shared/ids.ts'
import { namedInfoSchema, reportInfoSchema } from './request.ts'
import { flag, nullable, title } from './shared.ts'
import { table } from './table.ts'

const recordStatus = ['queued', 'running', 'done', 'failed', 'canceled'] as const
const backgroundRecord = Type.Object({
  /** Random text. */
  id: Type.String(),
  reportId: nullable(Type.Integer()),
  name: Type.String(),
  status: Type.Enum([...recordStatus]),
  /** Why it failed, in Chinese; empty otherwise. */
  problem: Type.String(),
  info: reportInfoSchema,
  rowCount: Type.Integer(),
  startedAt: Type.String(),
  endedAt: nullable(Type.String()),
  expiresAt: Type.String(),
})
export type BackgroundRecord = Static<typeof backgroundRecord>

/** Runs a report in the background, even after the page is closed; its result is kept for a while. */
export const runInBackground = defineCall({
  name: 'runInBackground',
  method: 'POST',
  path: '/api/s1/report/background/run',
  access: 'session',
  atPlace: true,
  body: Type.Object(
    { reportId: Type.Optional(id), reportName: Type.Optional(title), info: namedInfoSchema },
    { additionalProperties: false },
  ),
  reply: backgroundRecord,
  example: { body: { info: { dims: [], points: [987654321] } } },
})

/** The caller's records of a saved report; of all reports for id 0. Newest first. */
export const getRecords = defineCall({
  name: 'getRecords',
  method: 'GET',
  path: '/api/s1/data/async/getRecords/{id}',
  access: { own: null },
  params: Type.Object({ id: idOrNoneSchema }),
  reply: Type.Array(backgroundRecord),
  example: { params: { id: 0 } },
})

/** A record's result as a table (`false`), or as an .xls (`true`). */
export const getRecordData = defineCall({
  name: 'getRecordData',
  method: 'GET',
  path: '/api/s1/data/async/getReportData/{id}/{export}',
  access: { own: null },
  atPlace: true,
  kind: 'json|blob',
  params: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 64 }),
    export: Type.Enum(['true', 'false']),
  }),
  query: Type.Object({ exportSetting: flag, computeOnly: flag, showBottom: flag }),
  reply: table,
  example: { params: { id: 'none', export: 'false' } },
})

/** Cancels a record's run, or deletes its result. */
export const deleteRecord = defineCall({
  name: 'deleteRecord',
  method: 'POST',
  path: '/api/s1/report/background/delete/{id}',
  access: { own: null },
  atPlace: true,
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})
