// Reader processes of one kind and the queue before them. A process runs one statement at a time; a dead one
// is replaced; processes with an older snapshot end after their statement.
import { AppError } from '#shared/errors.ts'
import { cleanMessage } from '../cleanMessage.ts'
import type { Reader } from './reader.ts'

export interface PoolLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

interface PoolOptions {
  size: number
  /** How many statements may wait; beyond that, `server_busy`. */
  queueLimit: number
  /** Starts a process on the newest snapshot. */
  start: () => Promise<Reader>
  /** Generation that new statements must see. */
  generation: () => number
  log: PoolLog
}

interface Waiting {
  grant: (reader: Reader) => void
  refuse: (error: AppError) => void
}

/** The wait after a process failed to start, and how many failures in a row are reported to waiters. */
const retryTime = 250
const patience = 3

export class ReaderPool {
  readonly #options: PoolOptions
  readonly #readers = new Set<Reader>()
  readonly #idle: Reader[] = []
  readonly #queue: Waiting[] = []
  #starting = 0
  #failures = 0
  #stopped = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Process ids of the readers, for the log and for tests that kill them. */
  pids(): number[] {
    return [...this.#readers].flatMap((reader) => reader.pid ?? [])
  }

  /** Starts processes until `count` (at most the pool's size) run or are starting. */
  warm(count: number = this.#options.size): void {
    while (!this.#stopped && this.#fresh() + this.#starting < Math.min(count, this.#options.size)) {
      void this.#start()
    }
  }

  /** Ends idle processes with older snapshots and starts their successors. */
  renew(): void {
    for (const reader of [...this.#idle]) {
      if (reader.generation < this.#options.generation()) this.#retire(reader)
    }
    this.warm()
  }

  /** A process for one statement; return it with `release`. */
  acquire(signal: AbortSignal): Promise<Reader> {
    if (this.#stopped) return Promise.reject(new AppError('warehouse_unavailable'))
    const reader = this.#takeIdle()
    if (reader) {
      // Warms another process for the next statement.
      this.warm()
      return Promise.resolve(reader)
    }
    if (this.#queue.length >= this.#options.queueLimit) return Promise.reject(new AppError('server_busy'))
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        grant: (granted) => {
          signal.removeEventListener('abort', leave)
          resolve(granted)
        },
        refuse: (error) => {
          signal.removeEventListener('abort', leave)
          reject(error)
        },
      }
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#queue.push(waiting)
      this.warm()
    })
  }

  release(reader: Reader): void {
    if (!reader.alive) return
    if (this.#stopped || reader.generation < this.#options.generation()) {
      this.#retire(reader)
      this.warm()
      return
    }
    this.#offer(reader)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const waiting of this.#queue.splice(0)) waiting.refuse(new AppError('warehouse_unavailable'))
    const all = [...this.#readers]
    for (const reader of all) reader.kill()
    await Promise.all(all.map((reader) => reader.ended))
  }

  #fresh(): number {
    const generation = this.#options.generation()
    return [...this.#readers].filter((reader) => reader.generation >= generation).length
  }

  #takeIdle(): Reader | undefined {
    const generation = this.#options.generation()
    // The most recently used process: its tables are still in its memory and in the CPU caches.
    const index = this.#idle.findLastIndex((reader) => reader.alive && reader.generation >= generation)
    return index < 0 ? undefined : this.#idle.splice(index, 1)[0]
  }

  #offer(reader: Reader): void {
    const waiting = this.#queue.shift()
    if (waiting) waiting.grant(reader)
    else this.#idle.push(reader)
  }

  #retire(reader: Reader): void {
    this.#forget(reader)
    reader.kill()
  }

  #forget(reader: Reader): void {
    this.#readers.delete(reader)
    const index = this.#idle.indexOf(reader)
    if (index >= 0) this.#idle.splice(index, 1)
  }

  async #start(): Promise<void> {
    try {
      const reader = await this.#launch()
      await reader.ready
      this.#failures = 0
      this.release(reader)
    } catch (error) {
      this.#startFailed(error as Error)
    }
  }

  /** Once ready, the process counts as a reader instead of as starting. */
  async #launch(): Promise<Reader> {
    this.#starting += 1
    try {
      const reader = await this.#options.start()
      if (this.#stopped) reader.kill()
      this.#watch(reader)
      return reader
    } finally {
      this.#starting -= 1
    }
  }

  #watch(reader: Reader): void {
    this.#readers.add(reader)
    void reader.ended.then(() => {
      const known = this.#readers.has(reader)
      this.#forget(reader)
      // A failed start is reported by `ready`.
      if (known && !this.#stopped)
        void reader.ready.then(
          () => this.#died(reader),
          () => {},
        )
    })
  }

  #died(reader: Reader): void {
    this.#options.log.warn({ pid: reader.pid }, 'a warehouse reader ended, another one starts')
    this.warm()
  }

  #startFailed(error: Error): void {
    if (this.#stopped) return
    this.#failures += 1
    this.#options.log.error({ reason: cleanMessage(error.message) }, 'a warehouse reader could not start')
    if (this.#failures >= patience) {
      for (const waiting of this.#queue.splice(0)) waiting.refuse(new AppError('warehouse_unavailable'))
    }
    setTimeout(
      () => this.warm(this.#queue.length > 0 ? undefined : 1),
      retryTime * Math.min(this.#failures, 8),
    ).unref()
  }
}
