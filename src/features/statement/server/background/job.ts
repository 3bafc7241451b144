// The job of a background report: its id is the record's, which holds the request.
import Type from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const hour = 3_600_000

export const reportJob = defineJob({
  name: 'statement.report',
  title: '后台报表',
  payload: Type.Object({}),
  // One at a time, like everything that occupies a reader for long.
  perServer: 1,
  local: 'files',
  // Includes waiting for interactive requests; the statement itself has ten minutes.
  timeoutMs: hour,
  tries: 2,
  keepMs: 24 * hour,
})
