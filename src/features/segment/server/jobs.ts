// The jobs of segments: one computes members, one looks each ten minutes which of them can be computed for a new day.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const minute = 60_000

export const computeMembers = defineJob({
  name: 'segment.compute',
  title: '计算人群',
  payload: Type.Object({ segment: Type.Integer() }),
  permission: 'search_config',
  // It writes the warehouse of its own data folder.
  local: true,
  timeoutMs: 30 * minute,
})

/** The installation's own. */
export const watchSegments = defineJob({
  name: 'segment.watch',
  title: '查看哪些人群该计算',
  payload: Type.Object({}),
  timeoutMs: 10 * minute,
  tries: 1,
})

/** One at a time: each writes the warehouse. */
export const computingLane = 'segments'
