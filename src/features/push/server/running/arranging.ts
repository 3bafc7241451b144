// Schedules a task's start, or cancels it, in the transaction of the decision.
import type { Db } from '#server/objects/types.ts'
import type { PushDeps } from '../deps.ts'
import { type Task, taskScheduleId } from '../objectKinds.ts'
import { momentsOf, ruleOf } from '../schedules.ts'
import { scheduleOf } from '../showing.ts'
import { beginPush, laneOf } from './jobs.ts'

/** From `jobs.transaction`. */
export type Enqueue = Parameters<Parameters<PushDeps['jobs']['transaction']>[0]>[1]

export async function arrange({ jobs }: PushDeps, db: Db, enqueue: Enqueue, task: Task): Promise<void> {
  const { id, owner_id: userId, cgi, revision } = task
  await jobs.schedules.remove(taskScheduleId(id), db)
  if (task.state !== 'waiting') return
  const rule = ruleOf(scheduleOf(task))
  const lane = laneOf(cgi)
  if (rule === null) {
    const at = new Date().toISOString()
    const key = `push task ${id} ${revision} ${at}`
    await enqueue({ kind: beginPush, payload: { task: id, revision, at }, userId, lane, key })
    return
  }
  const payload = { task: id, revision }
  const order = { id: taskScheduleId(id), kind: beginPush, payload, userId, rule, lane }
  await jobs.schedules.save({ ...order, catchUp: { kind: 'skip' }, graceMs: latestMs }, db)
}

/** Messages that no server could send within this time are dropped: they were meant for their hour. */
export const latestMs = 3_600_000

export const nextAt = ({ jobs, settings }: PushDeps, task: Pick<Task, 'schedule'>): string | null =>
  momentsOf(jobs, settings, scheduleOf(task), 1)[0]?.toISOString() ?? null
