// The job that publishes a load that was held back.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

export const releaseJob = defineJob({
  name: 'checks.release',
  title: '发布扣下的数据',
  payload: Type.Object({ hold: Type.Integer() }),
  permission: 'search_config',
  // The rows that were held back lie in the data folder of the server that loaded them.
  local: true,
  timeoutMs: 60 * 60_000,
})
