// Processes started in advance, so that a query begins within milliseconds. Those with an older snapshot are
// replaced as soon as a newer one is published.
import { AppError } from '#shared/errors.ts'
import type { PoolLog } from '../duckdb/pool.ts'
import type { Worker } from './worker.ts'

interface SparesOptions {
  /** How many wait. */
  size: number
  start: () => Promise<Worker>
  /** Generation that a query must see. */
  generation: () => number
  log: PoolLog
}

/** The replacement of a taken spare starts a little later, so that it does not slow the query's start. */
const refillDelay = 300
const tries = 3

export class Spares {
  readonly #options: SparesOptions
  readonly #workers = new Set<Worker>()
  readonly #idle: Worker[] = []
  #starting = 0
  #refill: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: SparesOptions) {
    this.#options = options
  }

  pids(): number[] {
    return [...this.#workers].flatMap((worker) => worker.pid ?? [])
  }

  /** Starts missing spares. */
  fill(): void {
    while (!this.#stopped && this.#idle.length + this.#starting < this.#options.size) {
      this.#starting += 1
      void this.#startIdle().finally(() => {
        this.#starting -= 1
      })
    }
  }

  renew(): void {
    for (const worker of this.#idle.filter((one) => !this.#isFresh(one))) this.#discard(worker)
    this.fill()
  }

  /** A ready process for one query; the caller ends it. */
  async take(signal: AbortSignal): Promise<Worker> {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted()
      if (this.#stopped) throw new AppError('warehouse_unavailable')
      const worker = this.#takeIdle() ?? (await this.#start())
      try {
        await readyOrAborted(worker, signal)
        return worker
      } catch (error) {
        // The process has done nothing yet: the next query may use it.
        if (signal.aborted) this.#putBack(worker)
        signal.throwIfAborted()
        this.#options.log.error({ reason: (error as Error).message }, 'a sandbox process could not start')
        if (attempt === tries) throw new AppError('warehouse_unavailable')
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#refill)
    const all = [...this.#workers]
    for (const worker of all) worker.kill()
    await Promise.all(all.map((worker) => worker.ended))
  }

  #isFresh(worker: Worker): boolean {
    return worker.alive && worker.generation >= this.#options.generation()
  }

  #takeIdle(): Worker | undefined {
    const index = this.#idle.findIndex((worker) => this.#isFresh(worker))
    this.#refillSoon()
    return index < 0 ? undefined : this.#idle.splice(index, 1)[0]
  }

  #putBack(worker: Worker): void {
    if (this.#isFresh(worker) && this.#idle.length < this.#options.size) this.#idle.push(worker)
    else worker.kill()
  }

  #refillSoon(): void {
    if (this.#stopped) return
    this.#refill ??= setTimeout(() => {
      this.#refill = undefined
      this.renew()
    }, refillDelay).unref()
  }

  async #start(): Promise<Worker> {
    const worker = await this.#options.start()
    this.#workers.add(worker)
    void worker.ended.then(() => this.#discard(worker))
    if (this.#stopped) worker.kill()
    return worker
  }

  async #startIdle(): Promise<void> {
    try {
      const worker = await this.#start()
      this.#idle.push(worker)
      // A spare that dies while waiting is replaced.
      void worker.ready.then(() => worker.ended.then(() => this.#refillSoon())).catch(() => {})
    } catch (error) {
      // The next query tries again and reports the error to its user.
      if (!this.#stopped)
        this.#options.log.error({ reason: (error as Error).message }, 'no spare sandbox process')
    }
  }

  #discard(worker: Worker): void {
    const index = this.#idle.indexOf(worker)
    if (index >= 0) this.#idle.splice(index, 1)
    if (worker.alive) worker.kill()
    else this.#workers.delete(worker)
  }
}

function readyOrAborted(worker: Worker, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(signal.reason)
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([worker.ready, aborted.promise]).finally(() =>
    signal.removeEventListener('abort', abort),
  )
}
