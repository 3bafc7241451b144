// The job that settles what a kill left half noted.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

export const settleRestated = defineJob({
  name: 'restated.settle',
  title: '核对数据修订',
  payload: Type.Object({}),
  local: 'warehouse',
})
