// How much readers without a session may ask: so much a minute, and so few statements at once that those who are
// signed in notice nothing.
import { AppError } from '../../../shared/errors.ts'

const windowMs = 60_000
const mostKeys = 20_000

/** Counts by key within a minute. */
export class Rate {
  readonly #most: number
  readonly #counts = new Map<string, { count: number; until: number }>()

  constructor(most: number) {
    this.#most = most
  }

  /** Throws embed_throttled beyond the limit. */
  take(key: string): void {
    const now = Date.now()
    const known = this.#counts.get(key)
    const counted = known && known.until > now ? known : { count: 0, until: now + windowMs }
    counted.count += 1
    if (!known && this.#counts.size >= mostKeys) this.#forgetOld(now)
    this.#counts.set(key, counted)
    if (counted.count > this.#most) throw new AppError('embed_throttled')
  }

  #forgetOld(now: number): void {
    for (const [key, { until }] of this.#counts) if (until <= now) this.#counts.delete(key)
    // An attack from many addresses: all begin anew rather than fill the memory.
    if (this.#counts.size >= mostKeys) this.#counts.clear()
  }
}

/** Lets some pieces of work run at once and some wait in order. */
export class Places {
  #free: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []

  constructor(free: number, mostWaiting: number) {
    this.#free = free
    this.#mostWaiting = mostWaiting
  }

  async take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(signal)
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return Promise.resolve()
    }
    if (this.#waiting.length >= this.#mostWaiting) throw new AppError('server_busy')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    const leave = () => {
      const at = this.#waiting.indexOf(resolve)
      if (at < 0) return
      this.#waiting.splice(at, 1)
      reject(signal.reason)
    }
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    return promise
  }
}
