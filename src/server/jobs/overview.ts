// The administrators' view of all jobs: found by kind, state, person, time and text, newest first, and sent
// again by hand. Filters without an index are scanned in pieces, so that a large queue never blocks the
// server.
import { AppError } from '#shared/errors.ts'
import { breathe } from '../limits/breath.ts'
import { isoOf } from './clock.ts'
import type { JobContext } from './context.ts'
import type { JobProblem } from './declare.ts'
import { change } from './finish.ts'
import { type Db, type JobRow, locked } from './rows.ts'
import type { JobStatus } from './tables.ts'

/** Columns without payload and result, which may be large or secret. */
const told = [
  'id',
  'kind',
  'user_id',
  'status',
  'attempt',
  'progress',
  'step',
  'problem',
  'enqueued_at',
  'run_at',
  'started_at',
  'ended_at',
  'cancel_asked',
  'schedule_id',
  'fire_at',
] as const satisfies (keyof JobRow)[]

export type ToldJob = Pick<JobRow, (typeof told)[number]>

export interface OverviewQuestion {
  /** Users whose jobs may be seen; 'all' includes the installation's own jobs. */
  seen: 'all' | ReadonlySet<number>
  statuses?: readonly JobStatus[]
  kind?: string
  /** Null for the installation's own jobs. */
  userId?: number | null
  scheduleId?: string
  /** When the job was enqueued, as ISO texts: from (inclusive) and until (exclusive). */
  from?: string
  until?: string
  /** A free-text filter on the job. */
  holds?: (job: ToldJob) => boolean
  oldestFirst?: boolean
  offset: number
  limit: number
  signal: AbortSignal
}

interface OverviewPage {
  jobs: ToldJob[]
  total: number
  /** Counting stopped at `mostCounted`: the total is a lower bound. */
  isMore: boolean
}

/** Counting and paging stop at this number of jobs. */
const mostCounted = 10_000
/** At most this many rows are scanned for filters without an index. */
const mostLooked = 300_000
const atOnce = 1_000

export class JobOverview {
  readonly #context: JobContext
  readonly #wake: () => void

  constructor(context: JobContext, wake: () => void) {
    this.#context = context
    this.#wake = wake
  }

  async page(question: OverviewQuestion): Promise<OverviewPage> {
    return isIndexed(question)
      ? pageByIndex(this.#context.metadata.db, question)
      : pageByLooking(this.#context.metadata.db, question)
  }

  /** The number of jobs in each state, counted up to `mostCounted`. */
  async counts(statuses: readonly JobStatus[]): Promise<Map<JobStatus, number>> {
    const { db } = this.#context.metadata
    const counts = new Map<JobStatus, number>()
    for (const status of statuses) {
      counts.set(status, await countUpTo(db, db.selectFrom('job').where('status', '=', status)))
    }
    return counts
  }

  /**
   * Sends a job again that ended without success, with its payload; its attempts start anew. `also` is
   * written in the same transaction. False where the job succeeded or is under way.
   */
  async retry(id: string, also: (db: Db) => Promise<void>): Promise<boolean> {
    const { metadata, basisOf, now } = this.#context
    const isSent = await metadata.transaction(async (db) => {
      const ended = db.selectFrom('job').selectAll().where('id', '=', id)
      const row = await locked(
        ended.where('status', 'in', ['failed', 'canceled', 'unknown']),
        metadata.dialect,
      ).executeTakeFirst()
      const basis = row && basisOf(row.kind)
      if (!row || !basis) return false
      if (basis.kind.noRetry !== undefined) throw new AppError('parameter_wrong', basis.kind.noRetry)
      await also(db)
      const again = {
        status: 'queued' as const,
        attempt: 0,
        run_at: isoOf(0),
        // The longest wait counts from now, or an old job would be given up at once.
        enqueued_at: isoOf(now()),
        started_at: null,
        ended_at: null,
        expires_at: null,
        cancel_asked: 0,
        progress: 0,
        step: '',
        problem: null,
        result: null,
      }
      await change(db, row, again, basis)
      return true
    })
    if (isSent) this.#wake()
    return isSent
  }
}

export const problemOf = ({ problem }: Pick<JobRow, 'problem'>): JobProblem | null =>
  problem === null ? null : (JSON.parse(problem) as JobProblem)

/** True for filters on at most one state or kind: each has an index ordered by time. */
function isIndexed({ seen, statuses = [], kind, userId, scheduleId, holds }: OverviewQuestion): boolean {
  const narrowed = statuses.length + (kind === undefined ? 0 : 1)
  const isPlain = userId === undefined && scheduleId === undefined && holds === undefined
  return seen === 'all' && isPlain && narrowed <= 1
}

/** Applies the time range and the best index; the remaining filters are checked row by row. */
function narrowed(db: Db, { statuses = [], kind, scheduleId, from, until }: OverviewQuestion) {
  const [status, ...others] = statuses
  let found = db.selectFrom('job')
  if (from !== undefined) found = found.where('enqueued_at', '>=', from)
  if (until !== undefined) found = found.where('enqueued_at', '<', until)
  if (scheduleId !== undefined) return found.where('schedule_id', '=', scheduleId)
  if (status !== undefined && others.length === 0) return found.where('status', '=', status)
  if (kind !== undefined) return found.where('kind', '=', kind)
  return found
}

function countUpTo(db: Db, jobs: ReturnType<typeof narrowed>): Promise<number> {
  const some = jobs
    .select('id')
    .limit(mostCounted + 1)
    .as('some')
  return db
    .selectFrom(some)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))
}

async function pageByIndex(db: Db, question: OverviewQuestion): Promise<OverviewPage> {
  const { offset, limit, oldestFirst = false } = question
  const way = oldestFirst ? 'asc' : 'desc'
  const jobs = await narrowed(db, question)
    .select(told)
    .orderBy('enqueued_at', way)
    .orderBy('id', way)
    .offset(offset)
    .limit(limit)
    .execute()
  const count = await countUpTo(db, narrowed(db, question))
  return { jobs, total: Math.min(count, mostCounted), isMore: count > mostCounted }
}

async function pageByLooking(db: Db, question: OverviewQuestion): Promise<OverviewPage> {
  const { offset, limit, signal } = question
  const jobs: ToldJob[] = []
  let [total, looked] = [0, 0]
  let last: ToldJob | undefined
  for (;;) {
    signal.throwIfAborted()
    const piece = await nextPiece(db, question, last)
    for (const job of piece) {
      if (!answers(job, question)) continue
      if (total >= offset && jobs.length < limit) jobs.push(job)
      total += 1
    }
    looked += piece.length
    last = piece.at(-1)
    if (piece.length < atOnce) return { jobs, total, isMore: false }
    if (total >= mostCounted || looked >= mostLooked) return { jobs, total, isMore: true }
    await breathe()
  }
}

/** The next page after a job. With several states, each reads its own stretch of the index. */
async function nextPiece(db: Db, question: OverviewQuestion, after: ToldJob | undefined): Promise<ToldJob[]> {
  const { statuses = [], oldestFirst = false } = question
  const way = oldestFirst ? 'asc' : 'desc'
  const stretches = statuses.length > 1 ? statuses.map((status) => [status]) : [statuses]
  const found: ToldJob[] = []
  for (const one of stretches) {
    const rows = await narrowed(db, { ...question, statuses: one })
      .select(told)
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) => {
          const { enqueued_at, id } = after as ToldJob
          return eb(refTuple('enqueued_at', 'id'), oldestFirst ? '>' : '<', tuple(enqueued_at, id))
        }),
      )
      .orderBy('enqueued_at', way)
      .orderBy('id', way)
      .limit(atOnce)
      .execute()
    found.push(...rows)
  }
  if (stretches.length > 1) found.sort((one, other) => (isBefore(one, other) === oldestFirst ? -1 : 1))
  return found.slice(0, atOnce)
}

const isBefore = (one: ToldJob, other: ToldJob): boolean =>
  one.enqueued_at === other.enqueued_at ? one.id < other.id : one.enqueued_at < other.enqueued_at

function answers(
  job: ToldJob,
  { seen, statuses = [], kind, userId, scheduleId, holds }: OverviewQuestion,
): boolean {
  if (seen !== 'all' && (job.user_id === null || !seen.has(job.user_id))) return false
  if (statuses.length > 0 && !statuses.includes(job.status)) return false
  if (kind !== undefined && job.kind !== kind) return false
  if (userId !== undefined && job.user_id !== userId) return false
  if (scheduleId !== undefined && job.schedule_id !== scheduleId) return false
  return holds?.(job) ?? true
}
