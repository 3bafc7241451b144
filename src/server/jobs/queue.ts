// Enqueues jobs and gives each its place in the fair order.
import { randomBytes } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '#shared/errors.ts'
import { tellMalformed } from '../malformed.ts'
import { currentSpan } from '../tracing/spans.ts'
import { isoOf } from './clock.ts'
import type { JobKind } from './declare.ts'
import { type Db, type Dialect, type JobRow, locked } from './rows.ts'

export const priorities = { urgent: 0, usual: 1, patient: 2 } as const
export type Priority = keyof typeof priorities

export interface JobOrder<Payload extends TSchema = TSchema> {
  kind: JobKind<Payload>
  payload: Static<Payload>
  /** Null for the installation's own jobs. */
  userId: number | null
  /** Random when absent. */
  id?: string
  /** A second job of the kind under the same key is the first one, as long as that is kept. */
  key?: string
  lane?: string
  priority?: Priority
  /** The job does not begin before this; at once when absent. */
  runAt?: Date
  /** Of a local job: the data folder that has what it needs, where that is another server's. */
  home?: string | null
  /** The scheduled moment the job stands for. */
  fire?: { scheduleId: string; at: string }
}

/** Not the wall clock: a job that may begin at once must not wait where the clock is set back. */
const atOnce = isoOf(0)

interface Place {
  dialect: Dialect
  now: number
  /** The data folder's id, for kinds that run on it alone. */
  home: string
  /** Whether servers share a storage of files, and a warehouse. */
  hasFiles: boolean
  hasWarehouse: boolean
}

/** Returns the job's id; with a known key, that of the existing job. */
export async function insertJob<Payload extends TSchema>(
  db: Db,
  order: JobOrder<Payload>,
  { dialect, now, ...place }: Place,
): Promise<{ id: string; isNew: boolean }> {
  const { kind, payload, userId, key = null } = order
  assertPayload(kind, payload)
  const lane = order.lane ?? (userId === null ? '' : `user ${userId}`)
  const turns = db.selectFrom('job_kind').select('turn').where('kind', '=', kind.name)
  const { turn } = await locked(turns, dialect).executeTakeFirstOrThrow()
  if (key !== null) {
    const known = db.selectFrom('job').select('id').where('kind', '=', kind.name).where('key', '=', key)
    const same = await known.executeTakeFirst()
    if (same) return { id: same.id, isNew: false }
  }
  const row: JobRow = {
    id: order.id ?? randomBytes(16).toString('base64url'),
    kind: kind.name,
    user_id: userId,
    lane,
    payload: JSON.stringify(payload),
    key,
    priority: priorities[order.priority ?? 'usual'],
    turn: Math.max(turn, await lastTurn(db, kind.name, lane)) + 1,
    status: 'queued',
    attempt: 0,
    fence: 0,
    server: null,
    home: isLocal(kind, place) ? (order.home ?? place.home) : null,
    run_at: order.runAt ? order.runAt.toISOString() : atOnce,
    enqueued_at: isoOf(now),
    started_at: null,
    ended_at: null,
    cancel_asked: 0,
    progress: 0,
    step: '',
    result: null,
    problem: null,
    games: null,
    schedule_id: order.fire?.scheduleId ?? null,
    fire_at: order.fire?.at ?? null,
    expires_at: null,
    trace: currentSpan()?.traceparent ?? null,
  }
  await db.insertInto('job').values(row).execute()
  return { id: row.id, isNew: true }
}

const isLocal = (
  { local }: Pick<JobKind, 'local'>,
  { hasFiles, hasWarehouse }: Pick<Place, 'hasFiles' | 'hasWarehouse'>,
): boolean => local === true || (local === 'files' && !hasFiles) || (local === 'warehouse' && !hasWarehouse)

/** The turn of the lane's last job: each further job comes one round later. */
async function lastTurn(db: Db, kind: string, lane: string): Promise<number> {
  const last = db.selectFrom('job').select('turn').where('kind', '=', kind).where('lane', '=', lane)
  return (await last.orderBy('turn', 'desc').limit(1).executeTakeFirst())?.turn ?? 0
}

export function assertPayload(kind: JobKind, payload: unknown): void {
  if (Value.Check(kind.payload, payload)) return
  const [problem] = Value.Errors(kind.payload, payload)
  throw new AppError('parameter_wrong', `任务「${kind.title}」的参数有误：${tellMalformed(problem)}`)
}
