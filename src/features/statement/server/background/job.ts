// The job of a report in the background: its id is the record's, which holds what it asks for.
import Type from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const hour = 3_600_000

export const reportJob = defineJob({
  name: 'statement.report',
  title: '后台报表',
  payload: Type.Object({}),
  // One at a time, as all that holds a reader for long; its result lies in the data folder.
  perServer: 1,
  local: true,
  // With its wait for those that somebody waits for; the statement has ten minutes.
  timeoutMs: hour,
  tries: 2,
  keepMs: 24 * hour,
})
