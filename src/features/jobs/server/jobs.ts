// Jobs for managers: search, details without secrets, cancel, retry.
import { momentOfDay } from '#server/businessMoment.ts'
import type { Asker } from '#server/http/registerCall.ts'
import type { JobKind } from '#server/jobs/declare.ts'
import { type OverviewQuestion, problemOf, type ToldJob } from '#server/jobs/overview.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { emptyText } from '#shared/nothing.ts'
import { type JobDetail, type JobList, type JobQuery, type JobRow, jobStatuses } from '../contract.ts'
import { type JobsDeps, type Sight, sightOf } from './people.ts'
import { type ScheduleNames, scheduleNames } from './scheduleNames.ts'

const usualLimit = 200

export async function listJobs(deps: JobsDeps, { user, signal }: Asker, query: JobQuery): Promise<JobList> {
  const { jobs, metadata, settings } = deps
  const sight = await sightOf({ metadata }, user)
  const { search = '', status = '', kind, who, schedule, from, to, oldestFirst } = query
  const needle = search.trim().toLowerCase()
  const question: OverviewQuestion = {
    seen: sight.seen,
    statuses: jobStatuses.filter((one) => status.split(',').includes(one)),
    kind,
    userId: sight.idOf(who),
    scheduleId: schedule,
    ...(from && { from: momentOfDay(from, 0, settings) }),
    ...(to && { until: momentOfDay(to, 1, settings) }),
    ...(needle !== '' && { holds: holding(jobs.kinds, sight, needle) }),
    oldestFirst,
    offset: query.offset ?? 0,
    limit: query.limit ?? usualLimit,
    signal,
  }
  const found = await jobs.overview.page(question)
  const names = await scheduleNames(
    deps,
    found.jobs.flatMap(({ schedule_id }) => schedule_id ?? []),
  )
  return {
    rows: found.jobs.map((job) => rowOf(deps, { sight, names }, job)),
    total: found.total,
    isMore: found.isMore,
    kinds: kindsOf(jobs.kinds),
    people: [...sight.names.values()].sort(),
  }
}

export const kindsOf = (kinds: readonly JobKind[]) =>
  kinds.map(({ name, title }) => ({ name, title })).sort((one, other) => (one.title < other.title ? -1 : 1))

function holding(kinds: readonly JobKind[], { nameOf }: Sight, needle: string): (job: ToldJob) => boolean {
  const titles = new Map(kinds.map(({ name, title }) => [name, title]))
  const has = (text: string | null | undefined) => text?.toLowerCase().includes(needle) ?? false
  return (job) =>
    has(job.kind) ||
    has(titles.get(job.kind)) ||
    has(nameOf(job.user_id)) ||
    has(job.step) ||
    has(job.schedule_id) ||
    has(problemOf(job)?.message) ||
    job.id.toLowerCase() === needle
}

/** What waits for nothing may begin at once. */
const atOnce = new Date(0).toISOString()

function rowOf(
  { jobs }: Pick<JobsDeps, 'jobs'>,
  { sight: { nameOf }, names }: { sight: Sight; names: ScheduleNames },
  job: ToldJob,
): JobRow {
  const kind = jobs.kinds.find(({ name }) => name === job.kind)
  return {
    id: job.id,
    kind: job.kind,
    title: kind?.title ?? job.kind,
    who: nameOf(job.user_id),
    status: job.status,
    enqueuedAt: job.enqueued_at,
    runAt: job.run_at === atOnce ? null : job.run_at,
    startedAt: job.started_at,
    endedAt: job.ended_at,
    attempt: job.attempt,
    tries: kind?.tries ?? null,
    progress: job.progress,
    step: job.step,
    problem: problemOf(job)?.message ?? '',
    schedule: job.schedule_id ?? '',
    scheduleName: names.get(job.schedule_id ?? '') ?? '',
    fireAt: job.fire_at,
    cancelAsked: job.cancel_asked === 1,
    noRetry: whyNotAgain(kind, job),
    twice: twiceOf(kind, job),
  }
}

function whyNotAgain(kind: JobKind | undefined, { status }: ToldJob): string {
  if (status === 'done') return '已经完成'
  if (status === 'queued' || status === 'running') return '还没有结束'
  if (!kind) return '当前版本不支持这种任务'
  return kind.noRetry ?? ''
}

/** One whose work may have been done, in part or whole, though nobody knows. */
const mayHaveActed = (kind: JobKind, { status, started_at }: ToldJob) =>
  status === 'unknown' || (kind.whenLost === 'unknown' && started_at !== null)

const usualTwice = '上一次可能已经生效，再次执行可能重复'

const twiceOf = (kind: JobKind | undefined, job: ToldJob): string =>
  kind && mayHaveActed(kind, job) ? (kind.twice ?? usualTwice) : ''

/** Of people whom the caller may not know it is as if it were not there. */
async function seenJob(deps: JobsDeps, caller: Caller, id: string) {
  const sight = await sightOf(deps, caller)
  const { db } = deps.metadata
  const job = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  if (!job || !sight.mayKnow(job.user_id)) throw new AppError('object_missing', '没有这个任务，或已不再保留')
  const names = await scheduleNames(deps, job.schedule_id === null ? [] : [job.schedule_id])
  return { job, sight, row: rowOf(deps, { sight, names }, job) }
}

export async function readJob(deps: JobsDeps, caller: Caller, id: string): Promise<JobDetail> {
  const { job, row } = await seenJob(deps, caller, id)
  const kind = deps.jobs.kinds.find(({ name }) => name === job.kind)
  return {
    job: row,
    payload: factsOf(JSON.parse(job.payload)),
    timeoutMs: kind?.timeoutMs ?? null,
    keptUntil: job.expires_at,
  }
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value)

/** A text may be anything, a token too: its name alone is told. */
const factsOf = (payload: unknown): JobDetail['payload'] =>
  typeof payload !== 'object' || payload === null
    ? []
    : Object.entries(payload).map(([name, value]) => ({
        name,
        value: isMoment(value) || typeof value === 'number' ? String(value) : sayable(value),
      }))

function sayable(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '是' : '否'
  return value === null ? emptyText : null
}

export async function cancel(deps: JobsDeps, caller: Caller, id: string): Promise<JobRow> {
  const { job, row } = await seenJob(deps, caller, id)
  const isFound = await deps.jobs.cancel(id, (db) =>
    writeAudit(db, {
      userId: caller.id,
      action: 'job.cancel',
      detail: { id, kind: job.kind, title: row.title },
    }),
  )
  if (!isFound) throw new AppError('parameter_wrong', '任务已经结束，不能取消')
  return (await seenJob(deps, caller, id)).row
}

export async function retry(
  deps: JobsDeps,
  caller: Caller,
  { id, confirmed = false }: { id: string; confirmed?: boolean },
): Promise<JobRow> {
  const { job, row } = await seenJob(deps, caller, id)
  if (row.noRetry !== '') throw new AppError('parameter_wrong', `不能重试：${row.noRetry}`)
  if (row.twice !== '' && !confirmed)
    throw new AppError('parameter_wrong', `${row.twice}。确认后才会再次执行`)
  const isSent = await deps.jobs.overview.retry(id, (db) =>
    writeAudit(db, {
      userId: caller.id,
      action: 'job.retry',
      detail: { id, kind: job.kind, title: row.title, status: job.status },
    }),
  )
  if (!isSent) throw new AppError('parameter_wrong', '任务已经在重试或已完成，请刷新')
  return (await seenJob(deps, caller, id)).row
}
