// A run while this server executes it: its state, and notification of callers that wait for a change.

import type { SessionUser } from '#server/http/session.ts'
import type { WarehouseColumn } from '#server/warehouse/types.ts'
import type { Run, RunProblem, RunStatus } from '#features/code/contract.ts'
import { columnsOf } from './columns.ts'
import type { RunFile, RunOrder } from './types.ts'

/** Rows arrive many times a second; waiting callers are notified at most this often. */
const tellEveryMs = 100

export interface LiveEnd {
  status: RunStatus
  rowCount: number
  truncated: boolean
  problem: RunProblem | null
  file: RunFile | null
}

export class LiveRun {
  readonly id: string
  readonly user: SessionUser
  readonly order: RunOrder
  readonly cacheKey: string
  readonly startedAt: Date
  /** Aborts with the AppError that ends the run. */
  readonly ending = new AbortController()
  readonly #finished = Promise.withResolvers<void>()
  readonly #noted = Promise.withResolvers<void>()
  readonly #waiters = new Set<() => void>()
  readonly #began = performance.now()
  #status: RunStatus = 'queued'
  #place: number | null = null
  #waiting = 0
  #workedFrom: number | null = null
  #workedUntil: number | null = null
  #stamp = 1
  #tellTimer: NodeJS.Timeout | undefined
  #released = false
  #endedAt: Date | null = null
  /** Number of callers whose leaving cancels the run, unless others keep it. */
  #attached = 0
  #detached = false
  title: string
  pinned = false
  columns: WarehouseColumn[] = []
  rowCount = 0
  /** The result is being finished: it is too late to end the run. */
  sealed = false
  end: LiveEnd | null = null

  constructor(id: string, user: SessionUser, order: RunOrder, cacheKey: string, startedAt = new Date()) {
    this.startedAt = startedAt
    this.id = id
    this.user = user
    this.order = order
    this.cacheKey = cacheKey
    this.title = order.title
    this.#noted.promise.catch(() => undefined)
  }

  /** Settles once its row is written; rejects where that failed, and the run never existed. */
  get noted(): Promise<void> {
    return this.#noted.promise
  }

  get finished(): Promise<void> {
    return this.#finished.promise
  }

  get stamp(): number {
    return this.#stamp
  }

  get status(): RunStatus {
    return this.#status
  }

  get place(): number | null {
    return this.#place
  }

  wasNoted(error?: unknown): void {
    if (error === undefined) this.#noted.resolve()
    else this.#noted.reject(error)
  }

  /** The position in the sandbox's queue; 0 when the run starts. */
  moved(place: number, waiting: number): void {
    if (place === 0) {
      this.works()
      return
    }
    this.#status = 'queued'
    this.#workedFrom = null
    this.#place = place
    this.#waiting = waiting
    this.#changed(true)
  }

  works(): void {
    if (this.#status !== 'queued') return
    this.#status = 'running'
    this.#place = null
    this.#waiting = 0
    this.#workedFrom = performance.now()
    this.#changed(true)
  }

  found(columns: WarehouseColumn[]): void {
    this.works()
    this.columns = columns
    this.#changed(false)
  }

  progressed(rowCount: number): void {
    const first = this.rowCount === 0
    this.rowCount = rowCount
    this.#changed(first)
  }

  /** Its row says how it ended (or can't be written): nobody waits any longer. */
  close(end: LiveEnd): void {
    this.end = end
    this.#status = end.status
    this.#place = null
    this.#endedAt = new Date()
    this.#workedUntil = performance.now()
    this.rowCount = end.rowCount
    this.#released = true
    this.#changed(true)
    this.#finished.resolve()
  }

  /** Releases all waiting callers, for shutdown. */
  release(): void {
    this.#released = true
    this.#tell()
  }

  /**
   * Attaches a caller whose leaving cancels the run; returns the function to detach. Detached runs continue
   * regardless.
   */
  attach(): (reason: unknown) => void {
    this.#attached += 1
    let held = true
    return (reason) => {
      if (!held) return
      held = false
      this.#attached -= 1
      if (this.#attached === 0 && !this.#detached) this.stop(reason)
    }
  }

  detach(): void {
    this.#detached = true
  }

  stop(reason: unknown): void {
    if (!this.sealed) this.ending.abort(reason)
  }

  /**
   * Settles when the condition holds, the run has ended, the time is over, the caller has left or the server
   * stops.
   */
  async until(holds: () => boolean, waitMs: number, signal?: AbortSignal): Promise<void> {
    if (holds() || this.#released || signal?.aborted || waitMs <= 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      if (holds() || this.#released) resolve()
    }
    const leave = () => resolve()
    const timer = setTimeout(leave, waitMs)
    this.#waiters.add(look)
    signal?.addEventListener('abort', leave, { once: true })
    await promise
    clearTimeout(timer)
    this.#waiters.delete(look)
    signal?.removeEventListener('abort', leave)
  }

  /** The name shown to another run that waits for this one. */
  get name(): string {
    return this.title || this.order.sql.slice(0, 200).replace(/\s+/g, ' ').trim().slice(0, 40)
  }

  get queuedMs(): number {
    return Math.round((this.#workedFrom ?? performance.now()) - this.#began)
  }

  get elapsedMs(): number {
    if (this.#workedFrom === null) return 0
    return Math.round(((this.#workedUntil ?? performance.now()) - this.#workedFrom) * 10) / 10
  }

  state(): Run {
    return {
      queryId: this.id,
      kind: this.order.kind,
      status: this.#status,
      place: this.#place,
      waiting: this.#waiting,
      title: this.title,
      sql: this.order.sql,
      params: this.order.params,
      columns: columnsOf(this.columns),
      data: [],
      from: 0,
      rowCount: this.rowCount,
      truncated: this.end?.truncated ?? false,
      summary: null,
      elapsedMs: this.elapsedMs,
      queuedMs: this.queuedMs,
      cached: false,
      updateTime: null,
      startedAt: this.startedAt.toISOString(),
      endedAt: this.#endedAt?.toISOString() ?? null,
      expiresAt: null,
      pinned: this.pinned,
      problem: this.end?.problem ?? null,
      file: null,
      stamp: this.#stamp,
    }
  }

  #changed(atOnce: boolean): void {
    this.#stamp += 1
    if (atOnce) this.#tell()
    else this.#tellTimer ??= setTimeout(() => this.#tell(), tellEveryMs)
  }

  #tell(): void {
    clearTimeout(this.#tellTimer)
    this.#tellTimer = undefined
    for (const look of this.#waiters) look()
  }
}
