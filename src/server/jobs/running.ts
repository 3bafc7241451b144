// A job that runs in this process.
import { AppError } from '#shared/errors.ts'
import type { Clock } from './clock.ts'
import type { JobKind } from './declare.ts'
import type { Ending } from './finish.ts'
import type { JobRow } from './rows.ts'

/** Why a run is aborted from outside. */
export const reasons = {
  canceled: new AppError('query_canceled', '已取消'),
  late: new AppError('query_timeout', '运行超时，已停止'),
  stops: new AppError('query_canceled', '服务重启'),
  lost: new AppError('query_canceled', '服务已失去这个任务'),
}

const patienceMs = 5_000

export class Running {
  readonly row: JobRow
  readonly kind: JobKind
  readonly #clock: Clock
  readonly #end = new AbortController()
  readonly #givenUp = Promise.withResolvers<never>()
  readonly #since: number
  #endedAt: number | null = null
  #step: { progress: number; step: string } | null = null
  /** Whether the handler was called: before that nothing can have been done. */
  hasBegun = false
  /** The ending, where the store could not be written yet. */
  ending: Ending | null = null

  constructor(row: JobRow, kind: JobKind, clock: Clock) {
    this.row = row
    this.kind = kind
    this.#clock = clock
    this.#since = clock.elapsed()
    this.#givenUp.promise.catch(() => undefined)
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  stop(reason: AppError): void {
    if (this.signal.aborted) return
    this.#endedAt = this.#clock.elapsed()
    this.#end.abort(reason)
  }

  /** Rejects when the handler does not end after its abort. */
  get givenUp(): Promise<never> {
    return this.#givenUp.promise
  }

  /** Aborts the run when its time is over; stops waiting when it does not end. */
  look(): void {
    const now = this.#clock.elapsed()
    if (now - this.#since >= this.kind.timeoutMs) this.stop(reasons.late)
    if (this.#endedAt !== null && now - this.#endedAt >= patienceMs) this.#givenUp.reject(this.signal.reason)
  }

  progressed(progress: number, step: string): void {
    this.#step = { progress: Math.min(1, Math.max(0, progress)), step: step.slice(0, 200) }
  }

  /** Takes the progress that has not been written yet. */
  takeStep(): { progress: number; step: string } | null {
    const step = this.#step
    this.#step = null
    return step
  }
}
