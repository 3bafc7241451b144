// The jobs of checks: one runs some of them, the other looks every ten minutes which are due.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const minute = 60_000

export const runChecksJob = defineJob({
  name: 'checks.run',
  title: '数据校验',
  payload: Type.Object({ checks: Type.Array(Type.Integer(), { minItems: 1, maxItems: 1_000 }) }),
  permission: 'search_config',
  perServer: 2,
  timeoutMs: 30 * minute,
})

/** Belongs to the installation, not to a user. */
export const watchChecks = defineJob({
  name: 'checks.watch',
  title: '查看哪些数据校验到时间了',
  payload: Type.Object({}),
  timeoutMs: 30 * minute,
  tries: 1,
})
