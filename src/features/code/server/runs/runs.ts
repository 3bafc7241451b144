// Runs of users' SQL: recorded first, then executed independently of their callers, and found again by id.

import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import type { Run } from '#features/code/contract.ts'
import { cacheKeyOf, isRepeatable, type RunQuestion } from './cacheKey.ts'
import { type RunsContext, type RunsLimits, usualLimits } from './context.ts'
import { forget, giveUp, makeRoom, sweepExpired } from './expiry.ts'
import { LiveRun } from './live.ts'
import { ownerProblem, stopForeign } from './owners.ts'
import { newRunId, takeTag } from './ownership.ts'
import { endings } from './problem.ts'
import { isQueued, newQueuedId, watchRow } from './queued.ts'
import { recoverRuns } from './recovery.ts'
import {
  auditEntry,
  isKept,
  noteRun,
  orderOf,
  type RunRow,
  readRow,
  runOf,
  sightKey,
  stampOf,
} from './rows.ts'
import { type Sight, sightOf } from './scope.ts'
import type { Draft, RunOrder, Runs } from './types.ts'
import { perform, performQueued, type TaskWork, writeLateEnds } from './work.ts'

/** How long a cancel waits for the process to end before it answers. */
const cancelWaitMs = 3_000
const stopWaitMs = 5_000

/** `queue`: cancels runs that the queue starts. */
export function openRuns(
  deps: Deps,
  limits: Partial<RunsLimits> = {},
  queue?: Pick<Jobs, 'cancel'>,
): RunService {
  return new RunService({ deps, limits: { ...usualLimits, ...limits }, live: new Map() }, queue)
}

export interface Begun {
  id: string
  /** The returned run is another, equal one: kept or still running. */
  cached: boolean
}

export class RunService implements Runs {
  readonly #context: RunsContext
  readonly #queue: Pick<Jobs, 'cancel'> | undefined
  readonly #ready: Promise<void>
  readonly #tag: ReturnType<typeof takeTag>
  readonly #timers: NodeJS.Timeout[]
  /** Users whose pinned results alone fill their quota. */
  readonly #full = new Set<number>()
  readonly #background = new Set<Promise<unknown>>()
  #stopping = false
  #stopped: Promise<void> | undefined

  constructor(context: RunsContext, queue?: Pick<Jobs, 'cancel'>) {
    this.#queue = queue
    const { deps, limits } = context
    this.#context = context
    this.#tag = takeTag(deps.settings.dataDir)
    this.#ready = recoverRuns(deps).catch((error: unknown) => {
      deps.log.error({ err: error }, 'runs of a killed server not recovered')
    })
    this.#timers = [
      setInterval(() => this.#logged(this.#sweep()), limits.sweepEveryMs).unref(),
      setInterval(() => this.#logged(stopForeign(context)), limits.ownersEveryMs).unref(),
    ]
  }

  /** With which the ids of this server's runs begin. */
  get tag(): string {
    return this.#tag.tag
  }

  get limits(): RunsLimits {
    return this.#context.limits
  }

  async start(user: SessionUser, order: RunOrder, task?: TaskWork): Promise<string> {
    const { id } = await this.begin(user, order, task)
    this.detach(id)
    return id
  }

  /** Like `start`; no caller is attached yet. */
  async begin(user: SessionUser, order: RunOrder, task?: TaskWork): Promise<Begun> {
    await this.#ready
    await this.#assertRoom(user.id)
    const { deps } = this.#context
    const sight = await sightOf(deps, user, order.sql)
    const cacheKey = cacheKeyOf(deps, user, order, sight)
    if (order.accelerated && !task && isRepeatable(order.sql)) {
      const equal = await this.#equal(user, order, cacheKey)
      if (equal) {
        await writeAudit(deps.metadata.db, auditEntry(user.id, order, equal, true))
        return { id: equal, cached: true }
      }
    }
    return { id: await this.#launch(user, order, cacheKey, sight, task), cached: false }
  }

  /**
   * Attaches a caller whose leaving cancels the run; returns the function to detach. Null when the run has
   * ended.
   */
  attach(id: string): ((reason: unknown) => void) | null {
    return this.#context.live.get(id)?.attach() ?? null
  }

  /** The run continues whoever leaves. */
  detach(id: string): void {
    this.#context.live.get(id)?.detach()
  }

  async state(
    user: SessionUser,
    id: string,
    wait?: { after: number; waitMs: number },
    signal?: AbortSignal,
  ): Promise<Run> {
    const live = this.#liveOf(user, id)
    if (live && wait) await live.until(() => live.stamp > wait.after, wait.waitMs, signal)
    else if (wait && isQueued(id)) await this.#watch(user, id, wait, signal)
    return this.#now(user, id)
  }

  /** The state once there is something to show: rows, the end, a place in the queue. */
  async shown(user: SessionUser, id: string, waitMs: number, signal?: AbortSignal): Promise<Run> {
    const live = this.#liveOf(user, id)
    if (live) {
      const holds = () => live.rowCount > 0 || live.place !== null
      await live.until(holds, waitMs, signal)
    }
    return this.#now(user, id)
  }

  async ended(user: SessionUser, id: string, signal?: AbortSignal): Promise<Run> {
    const live = this.#liveOf(user, id)
    if (live) {
      const { promise: gone, reject } = Promise.withResolvers<never>()
      const leave = () => reject(signal?.reason)
      if (signal?.aborted) leave()
      signal?.addEventListener('abort', leave, { once: true })
      try {
        await Promise.race([live.finished, gone])
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    }
    return this.#now(user, id)
  }

  async draft(user: SessionUser, order: RunOrder): Promise<Draft> {
    await this.#ready
    await makeRoom(this.#context, user.id)
    await this.#assertRoom(user.id)
    const { deps } = this.#context
    const cacheKey = cacheKeyOf(deps, user, order, await sightOf(deps, user, order.sql))
    const live = new LiveRun(newQueuedId(), user, order, cacheKey)
    return { id: live.id, note: (db) => noteRun(db, live) }
  }

  async perform(user: SessionUser, id: string, signal: AbortSignal, task: TaskWork) {
    const { deps, live: all } = this.#context
    const row = await readRow(deps.metadata, user.id, id)
    const order = orderOf(row)
    const sight = await sightOf(deps, user, order.sql)
    const cacheKey = cacheKeyOf(deps, user, order, sight)
    const live = new LiveRun(id, user, order, cacheKey, new Date(row.started_at))
    live.pinned = row.pinned === 1
    live.wasNoted()
    all.set(id, live)
    const stop = () => live.stop(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    return performQueued(this.#context, live, sight, task)
  }

  async cancel(user: SessionUser, id: string, reason = endings.user()): Promise<Run> {
    return this.#stop(user, id, reason)
  }

  async keep(user: SessionUser, id: string, change: { title?: string; pinned?: boolean }): Promise<Run> {
    const { deps, limits } = this.#context
    const live = this.#liveOf(user, id)
    const row = await readRow(deps.metadata, user.id, id)
    const { title, pinned } = change
    const hasResult = live !== undefined || isKept(row, user)
    if (pinned === true && !hasResult) throw new AppError('result_expired')
    if (pinned === true && row.pinned === 0) await this.#assertPinsLeft(user.id)
    if (live) Object.assign(live, change)
    const keepMs = pinned ? limits.pinnedMs : limits.keepMs
    await deps.metadata.db
      .updateTable('sql_run')
      .set({
        title: title ?? row.title,
        ...(pinned !== undefined && { pinned: pinned ? 1 : 0 }),
        ...(pinned !== undefined &&
          row.expires_at !== null && { expires_at: new Date(Date.now() + keepMs).toISOString() }),
      })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .execute()
    this.#full.delete(user.id)
    return this.#now(user, id)
  }

  async drop(user: SessionUser, id: string): Promise<void> {
    await this.#stop(user, id, endings.dropped())
    await giveUp(this.#context, await readRow(this.#context.deps.metadata, user.id, id))
    this.#full.delete(user.id)
  }

  async findEqual(user: SessionUser, question: RunQuestion): Promise<string | null> {
    if (!isRepeatable(question.sql)) return null
    const { deps } = this.#context
    const sight = await sightOf(deps, user, question.sql)
    return this.#kept(user, cacheKeyOf(deps, user, question, sight), question.limit, null)
  }

  async assertKept(user: SessionUser, id: string): Promise<Run> {
    const { deps } = this.#context
    if (this.#liveOf(user, id)) throw new AppError('parameter_wrong', '这次运行还没有完成，请等它完成后再试')
    const row = await readRow(deps.metadata, user.id, id)
    if (row.status !== 'done' || row.file !== null || !isKept(row, user)) {
      throw new AppError(
        'result_expired',
        row.status === 'done' ? undefined : '这次运行没有留下结果，请重新运行',
      )
    }
    await deps.results.get(id).catch(async (missing: unknown) => {
      await forget(deps, id)
      throw missing
    })
    return runOf(row, user)
  }

  /** States of the user's running queries, by id. */
  liveStates(userId: number): Map<string, Run> {
    const states = [...this.#context.live.values()]
      .filter(({ user }) => user.id === userId)
      .map((run) => [run.id, run.state()] as const)
    return new Map(states)
  }

  /** Answers all waiting callers: the server is about to stop. */
  release(): void {
    this.#stopping = true
    for (const run of this.#context.live.values()) run.release()
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll()
    return this.#stopped
  }

  async #stopAll(): Promise<void> {
    this.release()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#ready
    const runs = [...this.#context.live.values()]
    for (const run of runs) run.stop(endings.restart())
    const tired = waited(stopWaitMs)
    await Promise.race([Promise.all(runs.map(({ finished }) => finished)), tired])
    await Promise.race([Promise.all(this.#background), tired])
    this.#tag.release()
  }

  async #launch(
    user: SessionUser,
    order: RunOrder,
    cacheKey: string,
    sight: Sight,
    task: TaskWork | undefined,
  ): Promise<string> {
    const { deps, live: all } = this.#context
    if (this.#stopping) throw new AppError('server_busy', '服务正在停止，请稍后再试')
    const live = new LiveRun(newRunId(this.#tag.tag), user, order, cacheKey)
    // Before it is recorded, so that equal runs started meanwhile find it.
    all.set(live.id, live)
    try {
      await deps.metadata.transaction((db) => noteRun(db, live))
      live.wasNoted()
    } catch (error) {
      all.delete(live.id)
      live.wasNoted(error)
      throw error
    }
    this.#logged(
      perform(this.#context, live, sight, task).then(async () => {
        if (!(await makeRoom(this.#context, user.id))) this.#full.add(user.id)
      }),
    )
    return live.id
  }

  async #equal(user: SessionUser, order: RunOrder, cacheKey: string): Promise<string | null> {
    const kept = await this.#kept(user, cacheKey, order.limit, order.savedQueryId)
    if (kept !== null) return kept
    const running = [...this.#context.live.values()].find(
      (run) =>
        run.user.id === user.id &&
        run.cacheKey === cacheKey &&
        run.order.limit === order.limit &&
        run.order.kind === 'query' &&
        (order.savedQueryId === null || run.order.savedQueryId === order.savedQueryId) &&
        !run.ending.signal.aborted &&
        run.end === null,
    )
    await running?.noted
    return running?.id ?? null
  }

  /** Runs of a saved query are only searched among that query's runs; a run without one matches any. */
  async #kept(
    user: SessionUser,
    cacheKey: string,
    limit: number | null,
    savedQueryId: string | null,
  ): Promise<string | null> {
    const { deps } = this.#context
    let query = deps.metadata.db
      .selectFrom('sql_run')
      .select(['id', 'row_limit', 'row_count', 'truncated'])
      .where('cache_key', '=', cacheKey)
      .where('user_id', '=', user.id)
      .where('kind', '=', 'query')
      .where('status', '=', 'done')
      .where('expires_at', '>', new Date().toISOString())
    if (savedQueryId !== null) query = query.where('query_id', '=', savedQueryId)
    const rows = await query.orderBy('started_at', 'desc').limit(20).execute()
    // A complete result is the same under any limit it does not reach.
    const isWhole = (row: (typeof rows)[number]) =>
      row.truncated === 0 && (limit === null || row.row_count <= limit)
    const row = rows.find((candidate) => candidate.row_limit === limit || isWhole(candidate))
    if (!row) return null
    const result = await deps.results.find(row.id)
    return result?.complete ? row.id : null
  }

  async #stop(user: SessionUser, id: string, reason: AppError): Promise<Run> {
    const live = this.#liveOf(user, id)
    if (isQueued(id)) await this.#cancelQueued(user, id)
    else if (live) {
      live.stop(reason)
      await Promise.race([live.finished, waited(cancelWaitMs)])
    }
    return this.#now(user, id)
  }

  async #cancelQueued(user: SessionUser, id: string): Promise<void> {
    const { metadata } = this.#context.deps
    const read = () => readRow(metadata, user.id, id)
    await read()
    await this.#queue?.cancel(id)
    await watchRow(read, (row) => row.ended_at !== null, cancelWaitMs)
  }

  /** For a run that is not on this server: polls its row until it changes or the run starts here. */
  async #watch(
    user: SessionUser,
    id: string,
    { after, waitMs }: { after: number; waitMs: number },
    signal?: AbortSignal,
  ): Promise<void> {
    const holds = (row: RunRow) =>
      stampOf(row) > after || this.#stopping || (this.#liveOf(user, id)?.stamp ?? 0) > after
    await watchRow(() => readRow(this.#context.deps.metadata, user.id, id), holds, waitMs, signal)
  }

  async #now(user: SessionUser, id: string): Promise<Run> {
    const live = this.#liveOf(user, id)
    if (live && sightKey(live.user) === sightKey(user)) return { ...live.state(), ...this.#behind(live) }
    const { metadata } = this.#context.deps
    if (live && (await ownerProblem(metadata, [live])).length > 0) await this.#stopOutdated(live)
    const kept = runOf(await readRow(metadata, user.id, id), user)
    if (!live || live.end !== null || kept.endedAt !== null) return kept
    // With other rights than the run's (a token's, for example) it is told how far it is, without a row.
    const { status, place, waiting, elapsedMs, queuedMs } = live.state()
    return { ...kept, status, place, waiting, elapsedMs, queuedMs }
  }

  /** The user's own runs that a run waits for. */
  #behind(live: LiveRun): Pick<Run, 'behind'> {
    if (live.place === null) return {}
    const ahead = [...this.#context.live.values()].filter(
      ({ user, status, order }) =>
        user.id === live.user.id && status === 'running' && order.kind !== 'export',
    )
    return { behind: ahead.map(({ id, name, elapsedMs }) => ({ queryId: id, name, elapsedMs })) }
  }

  /** The run reads what its user could see at its start: after a change of rights no row of it is shown. */
  async #stopOutdated(live: LiveRun): Promise<void> {
    live.stop(endings.rights())
    await Promise.race([live.finished, waited(cancelWaitMs)])
    if (live.end === null) throw endings.rights()
  }

  #liveOf(user: SessionUser, id: string): LiveRun | undefined {
    const live = this.#context.live.get(id)
    return live?.user.id === user.id ? live : undefined
  }

  async #assertRoom(userId: number): Promise<void> {
    if (!this.#full.has(userId)) return
    if (await makeRoom(this.#context, userId)) this.#full.delete(userId)
    else throw new AppError('quota_exceeded', '固定的结果已占满你的空间，请取消固定或删除一些，再运行')
  }

  async #assertPinsLeft(userId: number): Promise<void> {
    const { deps, limits } = this.#context
    const { count } = await deps.metadata.db
      .selectFrom('sql_run')
      .select((select) => select.fn.countAll().as('count'))
      .where('user_id', '=', userId)
      .where('pinned', '=', 1)
      .where('expires_at', '>', new Date().toISOString())
      .executeTakeFirstOrThrow()
    if (Number(count) >= limits.pinnedPerUser) {
      throw new AppError('quota_exceeded', `最多固定 ${limits.pinnedPerUser} 个结果，请先取消固定一些`)
    }
  }

  async #sweep(): Promise<void> {
    await writeLateEnds(this.#context)
    await sweepExpired(this.#context)
  }

  /** Background work; its failure is only logged. */
  #logged(work: Promise<unknown>): void {
    const done = work.catch((error: unknown) => {
      this.#context.deps.log.error({ err: error }, 'background work of the runs failed')
    })
    this.#background.add(done)
    void done.then(() => this.#background.delete(done))
  }
}

const waited = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
