// The job that erases one player's data.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const minute = 60_000

export const eraseJob = defineJob({
  name: 'erasing.player',
  title: '删除一位玩家的数据',
  // The row has the id, sealed; jobs are shown to people.
  payload: Type.Object({ erasure: Type.Integer() }),
  // The files are in the data folder.
  local: true,
  timeoutMs: 120 * minute,
  // What is done stays done, and each try goes on from there.
  tries: 20,
})
