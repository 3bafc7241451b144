// The jobs of segments: one computes the members of a segment; the other checks every ten minutes which
// segments are due.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const minute = 60_000

export const computeMembers = defineJob({
  name: 'segment.compute',
  title: '计算人群',
  payload: Type.Object({ segment: Type.Integer() }),
  permission: 'search_config',
  local: 'warehouse',
  timeoutMs: 30 * minute,
})

/** Belongs to the installation, not to a user. */
export const watchSegments = defineJob({
  name: 'segment.watch',
  title: '查看哪些人群该计算',
  payload: Type.Object({}),
  timeoutMs: 10 * minute,
  tries: 1,
})

/** One at a time, because each job writes the warehouse. */
export const computingLane = 'segments'
