// The subscriptions' jobs and schedules.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'
import type { Db } from '#server/objects/types.ts'
import { isAlive } from '#server/scopes/life.ts'
import { cronOf } from '#shared/timing.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readTiming, type StoredSubscription, scheduleId } from './objectKind.ts'

const minute = 60_000

const reasons = ['schedule', 'fresh', 'late', 'now', 'restated'] as const
export type Reason = (typeof reasons)[number]

/** One fire of one subscription; its id is the run's. */
export const sendOne = defineJob({
  name: 'subscription.send',
  title: '发送订阅',
  payload: Type.Object({
    subscription: Type.Integer(),
    reason: Type.Enum([...reasons]),
    /** For subscriptions that wait for data: the business day of the data. */
    day: Type.Optional(Type.String()),
  }),
  perServer: 2,
  // Its files are in the data folder, where the deliveries read them.
  local: false,
  timeoutMs: 60 * minute,
  longestWaitMs: 12 * 60 * minute,
})

/** The installation's own job: sends waiting subscriptions whose data is complete, and cleans up. */
export const watchData = defineJob({
  name: 'subscription.watch',
  title: '查看订阅等待的数据',
  payload: Type.Object({}),
  timeoutMs: 10 * minute,
  tries: 1,
})

/** Runs in the transaction that changes the row. */
export async function scheduleSubscription(
  { jobs }: Pick<SubscriptionDeps, 'jobs'>,
  db: Db,
  row: StoredSubscription,
): Promise<void> {
  const cron = cronOf(readTiming(row.timing))
  const id = scheduleId(row.id)
  if (cron === null || !isAlive(row) || row.paused_by !== null) return jobs.schedules.remove(id, db)
  await jobs.schedules.save(
    {
      id,
      kind: sendOne,
      payload: { subscription: row.id, reason: 'schedule' },
      userId: row.owner_id,
      rule: { cron },
      lane: `subscription ${row.owner_id}`,
    },
    db,
  )
}

/** The next moment of each; unknown for those that wait for data. */
export async function nextMoments(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('job_schedule')
    .select(['id', 'next_at'])
    .where('id', 'in', ids.map(scheduleId))
    .execute()
  return new Map(rows.flatMap(({ id, next_at }) => (next_at ? [[Number(id.split(' ')[1]), next_at]] : [])))
}
