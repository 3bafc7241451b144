// One server's job runner: takes jobs in, runs as many as it has room for, and takes over jobs of dead
// servers. Not a library: the maintained ones (pg-boss, graphile-worker) need PostgreSQL, and the queue must
// also run on embedded SQLite, in one transaction with what slices write.
import type { TSchema } from 'typebox'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { SessionUser } from '../http/session.ts'
import { translateFailure } from '../metadata/failures.ts'
import { holdsKept } from '../objects/rowScopes.ts'
import { outsideSpans } from '../tracing/spans.ts'
import { claimJobs, waitingKinds } from './claim.ts'
import { type Clock, systemClock } from './clock.ts'
import { JobContext, type JobContextOptions } from './context.ts'
import type { JobKind, JobRun, JobWork } from './declare.ts'
import { change, type Ending, ended, endRun, problems, type RunBasis } from './finish.ts'
import { homeOf } from './home.ts'
import { Lease } from './lease.ts'
import { JobOverview } from './overview.ts'
import type { JobOrder } from './queue.ts'
import { shortenWaits, sweep, takeOver } from './recovery.ts'
import { type Db, locked, runOf } from './rows.ts'
import { Running, reasons } from './running.ts'
import { fireDue, rewind } from './schedule/fire.ts'
import { Schedules } from './schedule/schedules.ts'
import { endingOf, workOn } from './work.ts'

export interface JobsLimits {
  /** How often an idle server polls for jobs that other servers enqueued. */
  pollMs: number
  /** A server without a heartbeat for this long loses its jobs. */
  leaseMs: number
  sweepMs: number
  keepFiresMs: number
  /** At a stop: how long work with `whenLost: 'unknown'` may take to end. */
  drainMs: number
}

const usualLimits: JobsLimits = {
  pollMs: 1_000,
  leaseMs: 12_000,
  sweepMs: 10 * 60_000,
  keepFiresMs: 31 * 24 * 3_600_000,
  drainMs: 8_000,
}

/** A wall clock that moved back by more than this was set by hand. */
const setBackMs = 60_000
const warnedAgainMs = 60_000

type JobsOptions = Omit<JobContextOptions, 'clock' | 'home'> & {
  dataDir: string
  kinds: readonly JobKind[]
  clock?: Clock
  limits?: Partial<JobsLimits>
}

interface JobQuestion {
  kind?: JobKind
  userId?: number
  status?: JobRun['status'][]
  most?: number
}

/** The store can't be written now; a later attempt may succeed. */
const isStoreFailure = (error: unknown): boolean => {
  const known = translateFailure(error)
  return known instanceof AppError && (known.code === 'server_busy' || known.code === 'storage_full')
}

export class Jobs {
  readonly schedules: Schedules
  /** For administrators of all jobs. */
  readonly overview: JobOverview
  readonly #context: JobContext
  readonly #limits: JobsLimits
  readonly #lease: Lease
  readonly #running = new Map<string, Running>()
  readonly #settling = new Set<Promise<void>>()
  #pass: Promise<void> | null = null
  #again = false
  #timer: NodeJS.Timeout | undefined
  #state: 'new' | 'open' | 'stopping' = 'new'
  #doubtful = false
  #seenNow: number
  #sweptAt = Number.NEGATIVE_INFINITY
  #passedAt: number | null = null
  #warned = { message: '', at: 0 }

  constructor({ kinds, dataDir, clock = systemClock, limits = {}, ...rest }: JobsOptions) {
    this.#limits = { ...usualLimits, ...limits }
    this.#context = new JobContext({ ...rest, clock, home: homeOf(dataDir) }, kinds)
    this.#lease = new Lease(clock, this.#limits.leaseMs)
    this.#seenNow = Number.POSITIVE_INFINITY
    this.schedules = new Schedules(this.#context, () => this.wake())
    this.overview = new JobOverview(this.#context, () => this.wake())
  }

  /** Binds a kind's work; every kind needs a handler before `start`. */
  handle<Payload extends TSchema>(kind: JobKind<Payload>, work: JobWork<Payload>): void {
    this.#context.handle(kind, work)
  }

  /** Accepts jobs without polling: they run only by `tick`. */
  async open(): Promise<void> {
    await this.#context.prepare()
  }

  /** Starts polling and running jobs. */
  async start(): Promise<void> {
    await this.open()
    this.#state = 'open'
    this.#passedAt = this.#context.clock.elapsed()
    this.wake()
  }

  /**
   * Stops taking jobs. Running jobs are handed back, except those whose outcome would be unknown: they get
   * `drainMs` to end.
   */
  async stop(): Promise<void> {
    if (this.#state === 'stopping') return
    this.#state = 'stopping'
    clearTimeout(this.#timer)
    await this.#pass?.catch(() => undefined)
    const runs = [...this.#running.values()]
    for (const running of runs) if (running.kind.whenLost === 'retry') running.stop(reasons.stops)
    const beat = setInterval(() => void this.#keepLease().catch(() => undefined), this.#limits.leaseMs / 3)
    await this.#settledWithin(this.#limits.drainMs)
    for (const running of runs) running.stop(reasons.stops)
    await this.#settledWithin(1_000)
    clearInterval(beat)
    // Without its heartbeat row, another server takes over the remaining jobs at once.
    await this.#lease.leave(this.#context.metadata.db).catch((error: unknown) => this.#warn(error))
  }

  /** Enqueues in its own transaction. */
  async enqueue<Payload extends TSchema>(order: JobOrder<Payload>): Promise<string> {
    return this.transaction((_, enqueue) => enqueue(order))
  }

  /** Enqueued jobs commit together with the caller's other writes. */
  async transaction<Result>(
    work: (
      db: Db,
      enqueue: <Payload extends TSchema>(order: JobOrder<Payload>) => Promise<string>,
    ) => Promise<Result>,
  ): Promise<Result> {
    const result = await this.#context.metadata.transaction((db) =>
      work(db, async (order) => (await this.#context.insert(db, order)).id),
    )
    this.wake()
    return result
  }

  /**
   * A waiting job ends at once, a running one as soon as its server learns of the request. False where the
   * job had ended. `also` is written in the same transaction.
   */
  async cancel(id: string, also?: (db: Db) => Promise<void>): Promise<boolean> {
    const { metadata } = this.#context
    const found = await metadata.transaction(async (db) => {
      const open = db.selectFrom('job').selectAll().where('id', '=', id)
      const row = await locked(
        open.where('status', 'in', ['queued', 'running']),
        metadata.dialect,
      ).executeTakeFirst()
      const basis = row && this.#context.basisOf(row.kind)
      if (!row || !basis) return false
      await also?.(db)
      if (row.status === 'queued') await change(db, row, ended('canceled', problems.canceled, basis), basis)
      else await db.updateTable('job').set({ cancel_asked: 1 }).where('id', '=', id).execute()
      return true
    })
    this.#running.get(id)?.stop(reasons.canceled)
    return found
  }

  /** All kinds that slices have declared. */
  get kinds(): JobKind[] {
    return this.#context.bases().map(({ kind }) => kind)
  }

  /** Milliseconds since the last pass that succeeded, or since the start; null before it. */
  get sincePassMs(): number | null {
    return this.#passedAt === null ? null : this.#context.clock.elapsed() - this.#passedAt
  }

  async find(id: string): Promise<JobRun | null> {
    const { db } = this.#context.metadata
    const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? runOf(row) : null
  }

  /** Newest first. */
  async list({ kind, userId, status, most = 200 }: JobQuestion = {}): Promise<JobRun[]> {
    let query = this.#context.metadata.db.selectFrom('job').selectAll()
    if (kind) query = query.where('kind', '=', kind.name)
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    if (status) query = query.where('status', 'in', status)
    const rows = await query.orderBy('enqueued_at', 'desc').orderBy('id').limit(most).execute()
    return rows.map(runOf)
  }

  /** The result of the reader's own job, checked against the reader's present rights. */
  async result(reader: SessionUser, kind: JobKind, id: string): Promise<unknown> {
    const run = await this.find(id)
    if (run?.userId !== reader.id || run.kind !== kind.name) throw new AppError('object_missing')
    if (kind.permission !== null && !holdsPermission(reader.authorityInfo, kind.permission))
      throw new AppError('permission_missing')
    if (run.status !== 'done')
      throw new AppError('parameter_wrong', run.problem?.message ?? `${kind.title}还没有运行完，请稍后再看`)
    if (run.games !== null && !holdsKept(reader, run.games))
      throw new AppError('result_expired', '可见的游戏或数据范围已变化，请重新运行')
    return run.result
  }

  /** Starts a pass now instead of at the next poll. */
  wake(): void {
    if (this.#state !== 'open') return
    this.#again = true
    if (this.#pass) return
    clearTimeout(this.#timer)
    // The loop outlives the request that woke it.
    this.#timer = outsideSpans(() => setTimeout(() => void this.#poll(), 0))
  }

  async #poll(): Promise<void> {
    try {
      await this.tick()
    } catch (error) {
      this.#warn(error)
    }
    if (this.#state !== 'open') return
    clearTimeout(this.#timer)
    // A wake that arrived as the pass ended must not wait for the next poll.
    const delay = this.#again ? 0 : this.#limits.pollMs
    this.#timer = setTimeout(() => void this.#poll(), delay).unref()
  }

  /** One pass over everything that is due. Passes never overlap; a pass requested meanwhile follows. */
  async tick(): Promise<void> {
    if (this.#pass) {
      this.#again = true
      return this.#pass
    }
    this.#pass = this.#passes().finally(() => {
      this.#pass = null
    })
    return this.#pass
  }

  /** Settles when no job runs on this server. */
  async settled(): Promise<void> {
    while (this.#settling.size > 0) await Promise.all(this.#settling)
  }

  async #passes(): Promise<void> {
    do {
      this.#again = false
      await this.#watchClock()
      await this.#keepLease()
      await this.#lookAfterRunning()
      if (this.#lease.isLookDue)
        for (const server of await this.#lease.findDead(this.#context.metadata.db))
          await takeOver(this.#context, server)
      await fireDue(this.#context)
      if (this.#state !== 'stopping') await this.#claimAll()
      await this.#sweep()
      this.#passedAt = this.#context.clock.elapsed()
    } while (this.#again && this.#state !== 'stopping')
  }

  async #watchClock(): Promise<void> {
    const now = this.#context.now()
    if (now < this.#seenNow - setBackMs) {
      await rewind(this.#context, setBackMs)
      await shortenWaits(this.#context)
    }
    this.#seenNow = now
  }

  async #keepLease(): Promise<void> {
    if (this.#running.size === 0 && !this.#doubtful) return
    const { db } = this.#context.metadata
    try {
      if (this.#lease.isDue && !(await this.#lease.move(db))) this.#loseAll()
    } finally {
      if (this.#lease.isOverdue) this.#loseAll()
    }
  }

  /**
   * The lease is lost: other servers may have taken over the jobs. Aborts the runs here, which can write
   * nothing any more.
   */
  #loseAll(): void {
    for (const running of this.#running.values()) running.stop(reasons.lost)
    this.#lease.renew()
  }

  async #lookAfterRunning(): Promise<void> {
    const { db } = this.#context.metadata
    for (const running of this.#running.values()) {
      running.look()
      if (running.ending) await this.#write(running, running.ending)
      const step = running.takeStep()
      if (!step) continue
      const { id, fence } = running.row
      await db
        .updateTable('job')
        .set(step)
        .where('id', '=', id)
        .where('fence', '=', fence)
        .where('status', '=', 'running')
        .execute()
    }
    if (this.#running.size === 0 && !this.#doubtful) return
    const rows = await db
      .selectFrom('job')
      .select(['id', 'kind', 'fence', 'cancel_asked'])
      .where('status', '=', 'running')
      .where('server', '=', this.#lease.id)
      .execute()
    for (const { id, kind, fence, cancel_asked } of rows) {
      const running = this.#running.get(id)
      if (running && cancel_asked === 1) running.stop(reasons.canceled)
      // The claim committed but its answer was lost: the row names this server, and no run exists.
      const basis = running ? undefined : this.#context.basisOf(kind)
      if (basis)
        await this.#context.metadata.transaction((inner) =>
          endRun(inner, { id, fence }, { status: 'handed back' }, basis),
        )
    }
    this.#doubtful = false
  }

  async #claimAll(): Promise<void> {
    const { metadata, home } = this.#context
    for (const name of await waitingKinds(metadata.db, home, this.#context.now())) {
      const basis = this.#context.basisOf(name)
      // A failure of one kind must not block the others.
      if (basis) await this.#claim(basis).catch((error: unknown) => this.#warn(error))
    }
  }

  async #claim({ kind, changed, dialect, now }: RunBasis): Promise<void> {
    const { metadata, home } = this.#context
    const most = kind.perServer - [...this.#running.values()].filter((one) => one.kind === kind).length
    if (most <= 0) return
    this.#doubtful = true
    const [rows, stands] = await metadata.transaction(async (db) => {
      const moved = await this.#lease.assert(db)
      const claimed = await claimJobs(db, kind, { home, most, dialect, now, server: this.#lease.id })
      for (const row of claimed) await changed?.(db, runOf(row))
      return [claimed, moved] as const
    })
    stands()
    this.#doubtful = false
    for (const row of rows) this.#begin(new Running(row, kind, this.#context.clock))
  }

  #begin(running: Running): void {
    const { metadata, log } = this.#context
    this.#running.set(running.row.id, running)
    const settled = workOn(metadata.db, this.#context.workOf(running.kind.name), running, log)
      .then((ending) => this.#write(running, ending))
      .finally(() => this.#settling.delete(settled))
    this.#settling.add(settled)
  }

  /** Where the store can't be written, the ending is kept and the next pass tries again. */
  async #write(running: Running, ending: Ending): Promise<void> {
    running.ending = ending
    const { log, metadata, basisOf } = this.#context
    const basis = basisOf(running.kind.name)
    if (!basis) return
    // While it is being written, a pass must not write it a second time.
    running.ending = null
    try {
      // After a lost lease another server owns the job: write nothing.
      const isOurs = running.signal.reason !== reasons.lost
      const isWritten = isOurs && (await metadata.transaction((db) => endRun(db, running.row, ending, basis)))
      if (!isWritten) log.warn({ jobId: running.row.id }, 'a run ended after its job was taken over')
      // The lost job may have been claimed by this server again, as another run.
      if (this.#running.get(running.row.id) === running) this.#running.delete(running.row.id)
      this.wake()
    } catch (error) {
      this.#warn(error)
      const isRefused = ending.status === 'done' && !isStoreFailure(error)
      running.ending = isRefused ? endingOf(error, running, log) : ending
    }
  }

  async #sweep(): Promise<void> {
    const now = this.#context.clock.elapsed()
    if (now - this.#sweptAt < this.#limits.sweepMs) return
    this.#sweptAt = now
    await sweep(this.#context, this.#limits.keepFiresMs)
  }

  async #settledWithin(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    await Promise.race([this.settled(), promise])
    clearTimeout(timer)
  }

  /** Logs the same failure at most once a minute: a full disk fails each pass. */
  #warn(error: unknown): void {
    const { message } = error as Error
    const now = this.#context.clock.elapsed()
    if (message === this.#warned.message && now - this.#warned.at < warnedAgainMs) return
    this.#warned = { message, at: now }
    this.#context.log.warn({ err: error }, 'jobs could not be looked after')
  }
}
