// Fires due schedules. The fire's record, its job and the schedule's next moment are one transaction. A
// moment has exactly one record, whichever server comes first and however the clock moves.
import type { Selectable } from 'kysely'
import type { TSchema } from 'typebox'
import { isoOf } from '../clock.ts'
import type { JobContext } from '../context.ts'
import type { JobKind } from '../declare.ts'
import { type Priority, priorities } from '../queue.ts'
import { type Db, locked } from '../rows.ts'
import { type JobScheduleTable, restored } from '../tables.ts'
import { type CatchUp, planFires } from './catchUp.ts'
import { type Moments, momentsOf, type ScheduleRule } from './rule.ts'

export type ScheduleRow = Selectable<JobScheduleTable>

/** Moments examined one by one; earlier missed ones become a single record. */
const mostAtOnce = 1_000
const schedulesAtOnce = 200

export async function fireDue(context: JobContext): Promise<void> {
  const due = await context.metadata.db
    .selectFrom('job_schedule')
    .select('id')
    .where('paused', '=', 0)
    .where('next_at', '<=', isoOf(context.now()))
    .orderBy('next_at')
    .limit(schedulesAtOnce)
    .execute()
  for (const { id } of due) {
    try {
      await context.metadata.transaction((db) => fireSchedule(context, db, id))
    } catch (error) {
      context.log.error({ err: error, scheduleId: id }, 'a schedule could not be fired')
    }
  }
}

async function fireSchedule(context: JobContext, db: Db, id: string): Promise<void> {
  const now = context.now()
  const wanted = db.selectFrom('job_schedule').selectAll().where('id', '=', id)
  const row = await locked(wanted, context.metadata.dialect).executeTakeFirst()
  const kind = row && context.basisOf(row.kind)?.kind
  if (!row || !kind || row.paused === 1 || row.next_at === null || row.next_at > isoOf(now)) return
  const moments = momentsOf(JSON.parse(row.rule) as ScheduleRule, context.settings)
  if (row.checked_to === restored) return moveOn(db, id, now, moments)
  const from = Date.parse(row.checked_to)
  const due = moments.between(from, now, mostAtOnce)
  await noteEarlier(db, row, moments, due, now)
  const plan = planFires(due, now, row.grace_ms, JSON.parse(row.catch_up) as CatchUp)
  for (const moment of plan.missed) await noteMissed(db, row.id, moment, now)
  for (const moment of plan.run) await fire(context, db, row, kind, moment)
  await moveOn(db, row.id, now, moments)
}

/** Records the missed moments before the examined ones. */
async function noteEarlier(
  db: Db,
  row: ScheduleRow,
  moments: Moments,
  due: number[],
  now: number,
): Promise<void> {
  const first = moments.next(Date.parse(row.checked_to))
  const [known] = due
  if (first === null || known === undefined || first >= known) return
  await noteMissed(db, row.id, first, now, isoOf(known - 1))
}

async function noteMissed(db: Db, id: string, moment: number, now: number, to?: string): Promise<void> {
  const row = {
    schedule_id: id,
    fire_at: isoOf(moment),
    state: 'missed' as const,
    recorded_at: isoOf(now),
    late_ms: now - moment,
    job_id: null,
    missed_to: to ?? null,
  }
  await db
    .insertInto('job_fire')
    .values(row)
    .onConflict((conflict) => conflict.columns(['schedule_id', 'fire_at']).doNothing())
    .execute()
}

async function fire(
  context: JobContext,
  db: Db,
  row: ScheduleRow,
  kind: JobKind<TSchema>,
  moment: number,
): Promise<void> {
  const at = isoOf(moment)
  const recorded = {
    state: 'fired' as const,
    recorded_at: isoOf(context.now()),
    late_ms: context.now() - moment,
  }
  // A moment recorded as missed while the clock was ahead still fires when its time comes.
  const first = await db
    .insertInto('job_fire')
    .values({ schedule_id: row.id, fire_at: at, job_id: null, missed_to: null, ...recorded })
    .onConflict((conflict) =>
      conflict
        .columns(['schedule_id', 'fire_at'])
        .doUpdateSet({ ...recorded, missed_to: null })
        .where('job_fire.state', '=', 'missed'),
    )
    .returning('fire_at')
    .execute()
  if (first.length === 0) return
  const { id } = await context.insert(db, {
    kind,
    payload: JSON.parse(row.payload),
    userId: row.user_id,
    key: `${row.id} ${at}`,
    priority: priorityOf(row.priority),
    fire: { scheduleId: row.id, at },
    ...(row.lane !== null && { lane: row.lane }),
  })
  await db
    .updateTable('job_fire')
    .set({ job_id: id })
    .where('schedule_id', '=', row.id)
    .where('fire_at', '=', at)
    .execute()
}

const priorityOf = (value: number): Priority =>
  (Object.keys(priorities) as Priority[]).find((name) => priorities[name] === value) ?? 'usual'

export async function moveOn(db: Db, id: string, now: number, moments: Moments): Promise<void> {
  const next = moments.next(now)
  await db
    .updateTable('job_schedule')
    .set({ checked_to: isoOf(now), next_at: next === null ? null : isoOf(next) })
    .where('id', '=', id)
    .execute()
}

/** After the clock was set back: moments recorded ahead of it are examined again when their time comes. */
export async function rewind(context: JobContext, toleranceMs: number): Promise<void> {
  const now = context.now()
  const ahead = await context.metadata.db
    .selectFrom('job_schedule')
    .select(['id', 'rule'])
    .where('checked_to', '>', isoOf(now + toleranceMs))
    .execute()
  for (const { id, rule } of ahead) {
    const moments = momentsOf(JSON.parse(rule) as ScheduleRule, context.settings)
    await moveOn(context.metadata.db, id, now, moments)
  }
}
