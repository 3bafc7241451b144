// The administrators' list of schedules: soonest first, each with the outcome of its last fire.
import type { JobContext } from '../context.ts'
import type { JobFireTable } from '../tables.ts'
import type { ScheduleRow } from './fire.ts'
import type { ScheduleRule } from './rule.ts'

const told = ['id', 'kind', 'user_id', 'rule', 'paused', 'next_at'] as const
type ToldRow = Pick<ScheduleRow, (typeof told)[number]>

export interface ScheduleQuestion {
  answers: (row: ToldRow) => boolean
  offset: number
  limit: number
}

export interface FoundSchedule {
  id: string
  kind: string
  userId: number | null
  rule: ScheduleRule
  paused: boolean
  nextAt: string | null
  last: Pick<JobFireTable, 'fire_at' | 'state' | 'late_ms' | 'job_id'> | null
  /** Missed fires, as far as their records are kept. */
  missed: number
}

export async function findSchedules(
  { metadata: { db } }: JobContext,
  { answers, offset, limit }: ScheduleQuestion,
): Promise<{ schedules: FoundSchedule[]; total: number }> {
  const rows = await db.selectFrom('job_schedule').select(told).orderBy('next_at').orderBy('id').execute()
  // Schedules without a next moment come last on both stores.
  const found = rows.filter(answers).sort((one, other) => order(one) - order(other))
  const shown = found.slice(offset, offset + limit)
  const ids = shown.map(({ id }) => id)
  const [last, missed] =
    ids.length === 0 ? [new Map(), new Map()] : [await lastFires(db, ids), await missedFires(db, ids)]
  return {
    total: found.length,
    schedules: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      userId: row.user_id,
      rule: JSON.parse(row.rule) as ScheduleRule,
      paused: row.paused === 1,
      nextAt: row.next_at,
      last: last.get(row.id) ?? null,
      missed: missed.get(row.id) ?? 0,
    })),
  }
}

const order = ({ paused, next_at }: ToldRow): number => (next_at === null ? 2 : paused)

type Store = JobContext['metadata']['db']

async function lastFires(db: Store, ids: readonly string[]) {
  const rows = await db
    .selectFrom('job_schedule')
    .innerJoin('job_fire', (join) =>
      join.onRef('job_fire.schedule_id', '=', 'job_schedule.id').on('job_fire.fire_at', '=', (select) =>
        select
          .selectFrom('job_fire as newest')
          .whereRef('newest.schedule_id', '=', 'job_schedule.id')
          .select((of) => of.fn.max('newest.fire_at').as('at')),
      ),
    )
    .where('job_schedule.id', 'in', [...ids])
    .select(['job_schedule.id', 'job_fire.fire_at', 'job_fire.state', 'job_fire.late_ms', 'job_fire.job_id'])
    .execute()
  return new Map(rows.map(({ id, ...fire }) => [id, { ...fire, late_ms: Number(fire.late_ms) }]))
}

async function missedFires(db: Store, ids: readonly string[]) {
  const rows = await db
    .selectFrom('job_fire')
    .where('schedule_id', 'in', [...ids])
    .where('state', '=', 'missed')
    .groupBy('schedule_id')
    .select((select) => ['schedule_id', select.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ schedule_id, count }) => [schedule_id, Number(count)]))
}
