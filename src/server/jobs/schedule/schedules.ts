// Schedules as slices use them: saved, paused, previewed, with the outcome of their fires.
import type { Selectable } from 'kysely'
import type { Static, TSchema } from 'typebox'
import { AppError } from '#shared/errors.ts'
import { isoOf } from '../clock.ts'
import type { JobContext } from '../context.ts'
import type { JobKind } from '../declare.ts'
import { assertPayload, type Priority, priorities } from '../queue.ts'
import type { Db } from '../rows.ts'
import type { JobFireTable } from '../tables.ts'
import type { CatchUp } from './catchUp.ts'
import { moveOn, type ScheduleRow } from './fire.ts'
import { type FoundSchedule, findSchedules, type ScheduleQuestion } from './found.ts'
import { momentsOf, type ScheduleRule } from './rule.ts'

interface ScheduleOrder<Payload extends TSchema = TSchema> {
  /** The slice's own id, such as `alarm 12`. Saving the same id changes the schedule. */
  id: string
  kind: JobKind<Payload>
  payload: Static<Payload>
  userId: number | null
  rule: ScheduleRule
  /** `latest` when absent. */
  catchUp?: CatchUp
  /** A minute when absent. */
  graceMs?: number
  lane?: string
  priority?: Priority
}

interface Schedule {
  id: string
  kind: string
  userId: number | null
  rule: ScheduleRule
  catchUp: CatchUp
  paused: boolean
  nextAt: string | null
}

type Fire = Selectable<JobFireTable>

interface FireQuestion {
  scheduleId?: string
  kind?: JobKind
  /** Only missed fires, or fires later than this. */
  lateMs?: number
  since?: Date
  most?: number
}

const usualGraceMs = 60_000

export class Schedules {
  readonly #context: JobContext
  readonly #wake: () => void

  constructor(context: JobContext, wake: () => void) {
    this.#context = context
    this.#wake = wake
  }

  /** `db`: the transaction to save in. Moments before now don't count. */
  async save<Payload extends TSchema>(
    order: ScheduleOrder<Payload>,
    db: Db = this.#context.metadata.db,
  ): Promise<void> {
    const { id, kind, payload, userId, rule } = order
    assertPayload(kind, payload)
    const now = this.#context.now()
    const next = momentsOf(rule, this.#context.settings).next(now)
    if (next === null) throw new AppError('parameter_wrong', '定时已没有下一次：时间已过，或表达式永不触发')
    const row: Omit<ScheduleRow, 'id'> = {
      kind: kind.name,
      user_id: userId,
      lane: order.lane ?? null,
      payload: JSON.stringify(payload),
      priority: priorities[order.priority ?? 'usual'],
      rule: JSON.stringify(rule),
      catch_up: JSON.stringify(order.catchUp ?? { kind: 'latest' }),
      grace_ms: order.graceMs ?? usualGraceMs,
      paused: 0,
      checked_to: isoOf(now),
      next_at: isoOf(next),
    }
    const { paused: _, checked_to, next_at, ...given } = row
    const known = await db.selectFrom('job_schedule').select('rule').where('id', '=', id).executeTakeFirst()
    // An unchanged rule keeps its position.
    const change = known?.rule === row.rule ? given : { ...given, checked_to, next_at }
    await db
      .insertInto('job_schedule')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
      .execute()
    this.#wake()
  }

  async remove(id: string, db: Db = this.#context.metadata.db): Promise<void> {
    await db.deleteFrom('job_schedule').where('id', '=', id).execute()
  }

  async pause(id: string, db: Db = this.#context.metadata.db): Promise<void> {
    await db.updateTable('job_schedule').set({ paused: 1 }).where('id', '=', id).execute()
  }

  /** Moments that passed during the pause were not missed. */
  async resume(id: string, db: Db = this.#context.metadata.db): Promise<void> {
    const row = await db
      .selectFrom('job_schedule')
      .select('rule')
      .where('id', '=', id)
      .where('paused', '=', 1)
      .executeTakeFirst()
    if (!row) return
    await moveOn(
      db,
      id,
      this.#context.now(),
      momentsOf(JSON.parse(row.rule) as ScheduleRule, this.#context.settings),
    )
    await db.updateTable('job_schedule').set({ paused: 0 }).where('id', '=', id).execute()
    this.#wake()
  }

  async list(kind?: JobKind): Promise<Schedule[]> {
    let query = this.#context.metadata.db.selectFrom('job_schedule').selectAll()
    if (kind) query = query.where('kind', '=', kind.name)
    const rows = await query.orderBy('id').execute()
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      userId: row.user_id,
      rule: JSON.parse(row.rule) as ScheduleRule,
      catchUp: JSON.parse(row.catch_up) as CatchUp,
      paused: row.paused === 1,
      nextAt: row.next_at,
    }))
  }

  /** For administrators of all schedules. */
  page(question: ScheduleQuestion): Promise<{ schedules: FoundSchedule[]; total: number }> {
    return findSchedules(this.#context, question)
  }

  /** The next moments of a rule; throws where the rule can't be parsed. */
  preview(rule: ScheduleRule, count: number, after = this.#context.now()): Date[] {
    const moments = momentsOf(rule, this.#context.settings)
    const found: Date[] = []
    for (let at = moments.next(after); at !== null && found.length < count; at = moments.next(at))
      found.push(new Date(at))
    return found
  }

  /** Newest first. */
  async fires({ scheduleId, kind, lateMs, since, most = 200 }: FireQuestion = {}): Promise<Fire[]> {
    let query = this.#context.metadata.db.selectFrom('job_fire').selectAll()
    if (scheduleId !== undefined) query = query.where('schedule_id', '=', scheduleId)
    if (kind) {
      const ids = this.#context.metadata.db
        .selectFrom('job_schedule')
        .select('id')
        .where('kind', '=', kind.name)
      query = query.where('schedule_id', 'in', ids)
    }
    if (lateMs !== undefined)
      query = query.where((where) => where.or([where('state', '=', 'missed'), where('late_ms', '>', lateMs)]))
    if (since) query = query.where('recorded_at', '>=', since.toISOString())
    return query.orderBy('recorded_at', 'desc').orderBy('fire_at', 'desc').limit(most).execute()
  }
}
