// The job of a background export: its id is the run's, whose row holds the statement and its values.
import Type from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const hour = 3_600_000

export const exportJob = defineJob({
  name: 'code.export',
  title: '后台导出',
  payload: Type.Object({
    format: Type.Enum(['csv', 'xlsx']),
    title: Type.String(),
    kept: Type.Union([
      Type.Null(),
      Type.Object({
        runId: Type.String(),
        viewId: Type.Union([Type.Null(), Type.String()]),
        // Absent in jobs from an older server.
        columns: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.Integer())])),
      }),
    ]),
  }),
  permission: 'search_sqlQuery',
  // Statements wait for the sandbox like all others; exports of kept results need no place there.
  perServer: 4,
  perLane: 2,
  local: 'files',
  timeoutMs: hour,
  tries: 2,
  keepMs: 24 * hour,
})
